// SPDX-License-Identifier: MIT

package serve

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

var today = types.NewDate(2026, time.November, 20)

// TestServeUntilInterrupted reads the address that is printed, calls the service, and interrupts it as Ctrl-C does.
func TestServeUntilInterrupted(t *testing.T) {
	tests := []struct {
		name  string
		args  []string
		paths []string // that are called, one after the other
		want  int      // the status of the last response
	}{
		{"an invented park", nil, []string{"/api/reports/presence?dateFrom=2026-11-19T00:00:00Z"}, 200},
		{"what is not documented", nil, []string{"/api/reports/presence?dateFrom=yesterday"}, 400},
		{"too many requests", []string{"--rate", "0.01"}, []string{"/api/guests/1", "/api/guests/1"}, 429},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			printed, stdout := io.Pipe()
			var stderr bytes.Buffer
			app := &cli.App{
				Stdin: strings.NewReader(""), Stdout: stdout, Stderr: &stderr, Getenv: func(string) string { return "" },
				Now: func() time.Time { return today.Midnight() },
			}
			ended := make(chan int, 1)
			go func() {
				code := app.Run(ctx, append([]string{"serve"}, test.args...), Command)
				stdout.Close() // nothing more will be printed
				ended <- code
			}()
			settings := map[string]string{}
			for lines := bufio.NewScanner(printed); len(settings) < 3 && lines.Scan(); {
				name, value, _ := strings.Cut(lines.Text(), "=")
				settings[name] = value
			}
			status := 0
			for _, path := range test.paths {
				status = get(t, settings, path)
			}
			if status != test.want || settings["RESERVATIONS_ORGANIZATION"] != "1" {
				t.Errorf("got status %d, %v, want status %d", status, settings, test.want)
			}
			interrupt()
			if code := <-ended; code != 0 {
				t.Errorf("got exit code %d, want 0; %s", code, stderr.String())
			}
		})
	}
}

// get returns the status of a response of the service that the settings name.
func get(t *testing.T, settings map[string]string, path string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, settings["RESERVATIONS_BASE_URL"]+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Api-Key", settings["RESERVATIONS_API_KEY"])
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}
