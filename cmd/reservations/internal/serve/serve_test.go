// SPDX-License-Identifier: MIT

package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// serve serves until the end of the test, and returns the settings that were printed. Then it interrupts it as Ctrl-C
// does.
func serve(t *testing.T, lines int, args ...string) map[string]string {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	printed, stdout := io.Pipe()
	app := &cli.App{Stdin: strings.NewReader(""), Stdout: stdout, Stderr: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now}
	ended := make(chan int, 1)
	go func() {
		code := app.Run(ctx, append([]string{"serve"}, args...), Command)
		stdout.Close() // nothing more will be printed
		ended <- code
	}()
	t.Cleanup(func() {
		interrupt()
		if code := <-ended; code != 0 {
			t.Errorf("got exit code %d, want 0", code)
		}
	})
	settings := map[string]string{}
	for text := bufio.NewScanner(printed); len(settings) < lines && text.Scan(); {
		name, value, _ := strings.Cut(text.Text(), "=")
		settings[name] = value
	}
	return settings
}

// TestOrganizations opens and changes what each of two keys lists, and nothing of the other organization.
func TestOrganizations(t *testing.T) {
	t.Parallel()
	settings := serve(t, 5, "--organizations", "2", "--seed", "3")
	for i, suffix := range []string{"", "_2"} {
		client, err := reservations.NewClient(settings["RESERVATIONS_BASE_URL"], settings["RESERVATIONS_API_KEY"+suffix])
		if err != nil {
			t.Fatal(err)
		}
		own, other := int64(i+1), int64(2-i)
		if text := fmt.Sprint(own); settings["RESERVATIONS_ORGANIZATION"+suffix] != text {
			t.Errorf("got %v, want the organization %s", settings, text)
		}
		params := reservations.SummariesParams{Organization: own, DateFrom: time.Now().AddDate(0, -3, 0), DateTo: time.Now().AddDate(0, 1, 0)}
		count := 0
		for r, err := range client.Reservations.AllSummaries(t.Context(), params) {
			if err != nil {
				t.Fatal(err)
			}
			open := reservations.UpdateReservationParams{Organization: own, Token: r.Token}
			if _, err := client.Reservations.Update(t.Context(), r.ID, open, &types.ReservationUpdate{Locale: types.Set("de")}); err != nil {
				t.Fatal(err)
			}
			count++
		}
		params.Organization = other
		if _, err := client.Reservations.SummariesPage(t.Context(), params); count != 353 || !errors.Is(err, reservations.ErrBadRequest) {
			t.Errorf("organization %d lists %d reservations, and the other one %v", own, count, err)
		}
	}
}

// TestControl removes a reservation, and lists the requests.
func TestControl(t *testing.T) {
	t.Parallel()
	settings := serve(t, 3)
	send := func(method, path, key string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, settings["RESERVATIONS_BASE_URL"]+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Api-Key", key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(body)
	}
	key := settings["RESERVATIONS_API_KEY"]
	for _, test := range []struct {
		method, path, key string
		want              int
	}{
		{"DELETE", "/test/reservations/5001", "another", 401}, {"DELETE", "/test/reservations/5001", key, 204}, {"DELETE", "/test/reservations/5001", key, 404},
		{"GET", "/test/reservations/5001", key, 404}, {"GET", "/api/guests/5001?x=1", key, 400}, {"GET", "/test/requests", "", 401},
	} {
		if got, text := send(test.method, test.path, test.key); got != test.want {
			t.Errorf("%v: got %d %s", test, got, text)
		}
	}
	_, text := send("GET", "/test/requests", key)
	var requests []struct {
		Time   time.Time
		Path   string
		Status int
	}
	if err := json.Unmarshal([]byte(text), &requests); err != nil || len(requests) != 1 || requests[0].Path != "/api/guests/5001" || requests[0].Status != 400 ||
		time.Since(requests[0].Time) > time.Hour || strings.Contains(text, "x=1") {
		t.Errorf("got %s, %v", text, err)
	}
}
