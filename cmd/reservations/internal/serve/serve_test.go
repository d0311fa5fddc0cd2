// SPDX-License-Identifier: MIT

package serve

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// TestServeUntilInterrupted reads the settings that are printed, calls the service, and interrupts it as Ctrl-C does.
func TestServeUntilInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	printed, stdout := io.Pipe()
	app := &cli.App{Stdin: strings.NewReader(""), Stdout: stdout, Stderr: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now}
	ended := make(chan int, 1)
	go func() {
		code := app.Run(ctx, []string{"serve", "--rate", "20"}, Command)
		stdout.Close() // nothing more will be printed
		ended <- code
	}()
	settings := map[string]string{}
	for lines := bufio.NewScanner(printed); len(settings) < 3 && lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), "=")
		settings[name] = value
	}
	client, err := reservations.NewClient(settings["RESERVATIONS_BASE_URL"], settings["RESERVATIONS_API_KEY"])
	if err == nil {
		_, err = client.Guests.Get(ctx, 1)
	}
	if err != nil || settings["RESERVATIONS_ORGANIZATION"] != "1" {
		t.Errorf("got %v with %v", err, settings)
	}
	interrupt()
	if code := <-ended; code != 0 {
		t.Errorf("got exit code %d, want 0", code)
	}
}

// TestLimited sends requests at some seconds of a rate.
func TestLimited(t *testing.T) {
	tests := []struct {
		name string
		rate float64
		at   []time.Duration
		want string // each is served, or refused for some seconds
	}{
		{"two a second", 2, []time.Duration{0, 0, 0, time.Second, time.Second, time.Second}, "ss1ss1"},
		{"no more after a pause", 2, []time.Duration{time.Minute, time.Minute, time.Minute}, "ss1"},
		{"one in two seconds", 0.5, []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second}, "s1s1"},
		{"one in ten seconds", 0.1, []time.Duration{0, 100 * time.Millisecond, 2 * time.Second, 3500 * time.Millisecond, 10 * time.Second}, "s1087s"},
		{"as soon as is said", 0.3, []time.Duration{0, 1, 4 * time.Second, 4*time.Second + 1, 8 * time.Second}, "s4s4s"},
		{"hardly ever", 1e-300, []time.Duration{0, 24 * time.Hour}, "s4611599619"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin, got := time.Now(), ""
				service := limited(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { got += "s" }), test.rate)
				for _, at := range test.at {
					time.Sleep(time.Until(begin.Add(at)))
					w := httptest.NewRecorder()
					service.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
					if w.Code == http.StatusTooManyRequests {
						got += w.Header().Get("Retry-After")
					}
				}
				if got != test.want {
					t.Errorf("got %s, want %s", got, test.want)
				}
			})
		})
	}
}
