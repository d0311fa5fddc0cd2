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
	recorded := "../../../../reservationstest/recording/testdata/guests.jsonl"
	tests := []struct {
		name string
		args []string
		path string
		want int
	}{
		{"an invented park", nil, "/api/reports/presence?dateFrom=2026-11-19T00:00:00Z", 200},
		{"what is not documented", nil, "/api/reports/presence?dateFrom=yesterday", 400},
		{"a recording", []string{"--recording", recorded}, "/api/guests/1000001", 501},
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
			request, err := http.NewRequestWithContext(ctx, http.MethodGet, settings["RESERVATIONS_BASE_URL"]+test.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("X-Api-Key", settings["RESERVATIONS_API_KEY"])
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			if response.StatusCode != test.want || settings["RESERVATIONS_ORGANIZATION"] != "1" {
				t.Errorf("got status %d, %v, want status %d", response.StatusCode, settings, test.want)
			}
			interrupt()
			if code := <-ended; code != 0 {
				t.Errorf("got exit code %d, want 0; %s", code, stderr.String())
			}
		})
	}
}
