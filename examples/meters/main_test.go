// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// use makes the environment name a server, and no service when server is nil.
func use(t *testing.T, server *reservationstest.Server) {
	t.Helper()
	t.Setenv("RESERVATIONS_BASE_URL", "")
	t.Setenv("RESERVATIONS_API_KEY", "")
	t.Setenv("RESERVATIONS_ORGANIZATION", "")
	if server != nil {
		t.Cleanup(server.Close)
		t.Setenv("RESERVATIONS_BASE_URL", server.URL())
		t.Setenv("RESERVATIONS_API_KEY", reservationstest.Key)
	}
}

var now = time.Date(2026, 11, 20, 14, 30, 0, 123, time.FixedZone("", 3600))

// aReading is accepted in an outbox of its own.
func aReading(t *testing.T, more ...string) []string {
	return append([]string{"-outbox", filepath.Join(t.TempDir(), "meters.db"), "-unit", "7", "-type", "w", "-quantity", "88.1250"}, more...)
}

func runProgram(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var o, e bytes.Buffer
	err = run(t.Context(), args, now, &o, &e)
	return o.String(), e.String(), err
}

// sent returns the bodies of the requests.
func sent(server *reservationstest.Server) (bodies []string) {
	for _, call := range server.Calls() {
		bodies = append(bodies, string(call.Body))
	}
	return bodies
}

// The digits of the reading are sent as they were read, and the time with its offset.
const report = `{"quantity":"88.1250","type":"w","datetime":"2026-11-20T14:30:00+01:00","accommodationUnit":{"id":7}}`

func TestRun(t *testing.T) {
	server := startDemo()
	use(t, server)
	stdout, stderr, err := runProgram(t, aReading(t)...)
	if err != nil || !strings.Contains(stdout, " of unit 7: w 88.1250 at 2026-11-20T") {
		t.Errorf("%v\n%s%s", err, stdout, stderr)
	}
	if diff := cmp.Diff([]string{report}, sent(server)); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
}

func TestRunWithoutService(t *testing.T) {
	use(t, nil)
	stdout, _, err := runProgram(t, "-type", "g")
	if err != nil || !strings.Contains(stdout, "an invented service in this process, at http://127.0.0.1:") || !strings.Contains(stdout, "of unit 7: g 1234.500 at ") {
		t.Errorf("%v\n%s", err, stdout)
	}
}

// TestReadingThatMayHaveArrived holds it or sends it again, as the flag says.
func TestReadingThatMayHaveArrived(t *testing.T) {
	tests := map[string]struct {
		args []string
		sent []string
		list string
	}{
		"by default":      {nil, []string{report}, "1 held, tries: 1, POST /api/utility_meter_reports/: no response"},
		"-uncertain send": {[]string{"-uncertain", "send"}, []string{report, report}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := startDemo()
			server.Inject(reservationstest.OpCreateUtilityMeterReport, reservationstest.Nth(1), reservationstest.ResetAfter())
			use(t, server)
			args := aReading(t, tt.args...)
			_, _, err := runProgram(t, args...)
			if held := tt.list != ""; held != (err != nil) {
				t.Errorf("got error %v, held %t", err, held)
			}
			if diff := cmp.Diff(tt.sent, sent(server)); diff != "" {
				t.Errorf("reports (-want +got):\n%s", diff)
			}
			if list, _, err := runProgram(t, "-list", "-outbox", args[1]); err != nil || !strings.HasPrefix(list, tt.list) {
				t.Errorf("the list: %v\n%s", err, list)
			}
		})
	}
}

func TestRunFails(t *testing.T) {
	tests := map[string]struct {
		args  []string
		env   map[string]string
		fault reservationstest.Fault
		says  string
	}{
		"a word":         {args: []string{"now"}, says: `"now" is not a flag`},
		"another type":   {args: []string{"-type", "x"}, says: "want e, w or g"},
		"no number":      {args: []string{"-quantity", "much"}, says: `invalid value "much" for flag -quantity`},
		"no time":        {args: []string{"-at", "noon"}, says: `invalid value "noon" for flag -at`},
		"no reading":     {args: []string{"-unit", "7"}, says: "-unit, -type and -quantity are needed"},
		"an empty one":   {args: aReading(t, "-quantity", ""), says: "-unit, -type and -quantity are needed"},
		"no key":         {args: aReading(t), env: map[string]string{"RESERVATIONS_API_KEY": ""}, says: "RESERVATIONS_API_KEY is not set"},
		"no service":     {args: []string{"-deliver"}, env: map[string]string{"RESERVATIONS_API_KEY": "", "RESERVATIONS_BASE_URL": ""}, says: "-deliver needs a service"},
		"a wrong key":    {args: aReading(t), env: map[string]string{"RESERVATIONS_API_KEY": "canary"}, says: "check the API key"},
		"a refused one":  {args: aReading(t), fault: reservationstest.Status(400), says: "messages held or refused: 1"},
		"a broken proxy": {args: aReading(t), fault: reservationstest.HTML(502), says: "messages held or refused: 1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := startDemo()
			use(t, server)
			for key, value := range tt.env {
				t.Setenv(key, value)
			}
			if tt.fault != nil {
				server.Inject(reservationstest.OpCreateUtilityMeterReport, reservationstest.Always(), tt.fault)
			}
			t.Chdir(t.TempDir())
			_, _, err := runProgram(t, tt.args...)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got error %v, want one that says %q", err, tt.says)
			}
			if strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error shows the key or is more than a sentence: %v", err)
			}
		})
	}
}
