package main

import (
	"bytes"
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

// now is in a zone of its own, so that times that are not sent in UTC show.
var now = time.Date(2026, 11, 20, 14, 30, 0, 0, time.FixedZone("", 3600))

var fromRingingToNote = []string{"-from", "+441632960001", "-to", "+441632960100", "-reservation", "1001", "-note", "Asked for a late check-out."}

func TestRun(t *testing.T) {
	server := startDemo()
	use(t, server)
	var stdout bytes.Buffer
	if err := run(t.Context(), fromRingingToNote, now, &stdout); err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(stdout.String(), "ringing")
	want := `, answered false, 0 seconds
Call N from +441632960001: ongoing, answered true, 0 seconds
Call N from +441632960001: hangup, answered true, 90 seconds
Noted at reservation 1001: Asked for a late check-out.
`
	id, _, _ := strings.Cut(strings.TrimPrefix(stdout.String(), "Call "), " ")
	if diff := cmp.Diff(strings.ReplaceAll(want, "N ", id+" "), lines); diff != "" {
		t.Errorf("output after the first state (-want +got):\n%s", diff)
	}

	var bodies []string
	for _, call := range server.Calls() {
		bodies = append(bodies, string(call.Body))
	}
	call := `{"reference":"call-1795181400000","event":"call","source":"+441632960001","destination":"+441632960100",`
	if diff := cmp.Diff([]string{
		call + `"status":"ringing","direction":"in","beginDate":"2026-11-20T13:28:22Z","answered":false,"duration":0}`,
		call + `"status":"ongoing","direction":"in","beginDate":"2026-11-20T13:28:22Z","answerDate":"2026-11-20T13:28:30Z","answered":true,"duration":0}`,
		call + `"status":"hangup","direction":"in","beginDate":"2026-11-20T13:28:22Z","endDate":"2026-11-20T13:30:00Z","answerDate":"2026-11-20T13:28:30Z","answered":true,"duration":90}`,
		`{"reference":"call-1795181400000-note","event":"reservation-change-note","notes":"Asked for a late check-out.","reservation":{"id":1001}}`,
	}, bodies); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestRunWithoutService(t *testing.T) {
	use(t, nil)
	var stdout bytes.Buffer
	if err := run(t.Context(), []string{"-note", "Lost a key."}, now, &stdout); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"an invented service in this process, at http://127.0.0.1:", "hangup, answered true, 90 seconds", "Noted at reservation 1001: Lost a key."} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the output does not say %q:\n%s", want, &stdout)
		}
	}
}

func TestRunFails(t *testing.T) {
	tests := map[string]struct {
		args  []string
		env   map[string]string
		spoil func(*reservationstest.Server)
		says  string
	}{
		"a flag":            {args: []string{"-reservation=R1001"}, says: `invalid value "R1001" for flag -reservation`},
		"a note in pieces":  {args: []string{"-note", "Lost", "a", "key"}, says: `"a" is not a flag`},
		"nobody called":     {args: []string{"-from", "+441632960001"}, says: "-from, -to, -reservation and -note are needed"},
		"no key":            {args: fromRingingToNote, env: map[string]string{"RESERVATIONS_API_KEY": ""}, says: "RESERVATIONS_API_KEY is not set"},
		"a wrong key":       {args: fromRingingToNote, env: map[string]string{"RESERVATIONS_API_KEY": "canary"}, says: "check the API key"},
		"a refused hangup":  {args: fromRingingToNote, spoil: onCall(3, reservationstest.Status(400)), says: "reporting the call as hangup failed"},
		"a refused note":    {args: fromRingingToNote, spoil: onCall(4, reservationstest.Status(400)), says: "the call was reported, but noting it at reservation 1001 failed"},
		"a lost connection": {args: fromRingingToNote, spoil: onCall(1, reservationstest.Reset()), says: "reporting the call as ringing failed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := startDemo()
			use(t, server)
			for key, value := range tt.env {
				t.Setenv(key, value)
			}
			if tt.spoil != nil {
				tt.spoil(server)
			}
			err := run(t.Context(), tt.args, now, &bytes.Buffer{})
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got error %v, want one that says %q", err, tt.says)
			}
			if strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error shows the key or is more than a sentence: %v", err)
			}
		})
	}
}

func onCall(n int, fault reservationstest.Fault) func(*reservationstest.Server) {
	return func(s *reservationstest.Server) {
		s.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Nth(n), fault)
	}
}
