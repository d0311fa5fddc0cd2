// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/examples/outbox"
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

// aCall is accepted in an outbox of its own.
func aCall(t *testing.T) []string {
	return []string{"-outbox", filepath.Join(t.TempDir(), "voip.db"),
		"-from", "+441632960001", "-to", "+441632960100", "-reservation", "1001", "-note", "Asked for a late check-out."}
}

// runProgram runs the program with a context that has no deadline.
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

// ids are those that the service and the temporary folder give.
var ids = regexp.MustCompile(`Call \d+ |in .*voip.db`)

const reported = `Nfrom +441632960001: ringing, answered false, 0 seconds
Nfrom +441632960001: ongoing, answered true, 0 seconds
Nfrom +441632960001: hangup, answered true, 90 seconds
Noted at reservation 1001: Asked for a late check-out.
`

var events = func() []string {
	call := `{"reference":"call-1795181400000","event":"call","source":"+441632960001","destination":"+441632960100",`
	return []string{
		call + `"status":"ringing","direction":"in","beginDate":"2026-11-20T13:28:22Z","answered":false,"duration":0}`,
		call + `"status":"ongoing","direction":"in","beginDate":"2026-11-20T13:28:22Z","answerDate":"2026-11-20T13:28:30Z","answered":true,"duration":0}`,
		call + `"status":"hangup","direction":"in","beginDate":"2026-11-20T13:28:22Z","endDate":"2026-11-20T13:30:00Z","answerDate":"2026-11-20T13:28:30Z","answered":true,"duration":90}`,
		`{"reference":"call-1795181400000-note","event":"reservation-change-note","notes":"Asked for a late check-out.","reservation":{"id":1001}}`,
	}
}()

func TestRun(t *testing.T) {
	server := startDemo()
	use(t, server)
	args := aCall(t)
	stdout, stderr, err := runProgram(t, args...)
	if err != nil || stderr != "" {
		t.Fatalf("%v\n%s", err, stderr)
	}
	want := "Accepted 4 messages N\n" + reported
	if diff := cmp.Diff(want, ids.ReplaceAllString(stdout, "N")); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(events, sent(server)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	data, err := os.ReadFile(args[1])
	if err != nil || bytes.Contains(data, []byte("1632960")) || bytes.Contains(data, []byte("check-out")) {
		t.Errorf("the outbox still has what was delivered, or cannot be read: %v", err)
	}
}

// TestAcceptAndDeliver does in two runs what TestRun does in one. The first needs no service.
func TestAcceptAndDeliver(t *testing.T) {
	use(t, nil)
	t.Setenv("RESERVATIONS_API_KEY", "canary")
	args := aCall(t)
	if stdout, _, err := runProgram(t, append(args, "-accept")...); err != nil || !strings.HasPrefix(stdout, "Accepted 4 messages in "+args[1]) {
		t.Fatalf("%v\n%s", err, stdout)
	}
	stdout, _, err := runProgram(t, "-list", "-outbox", args[1])
	if err != nil || !strings.HasPrefix(stdout, "1 waiting, tries: 0\n2 waiting") || !strings.HasSuffix(stdout, ": 4 messages\n") {
		t.Errorf("the list: %v\n%s", err, stdout)
	}
	server := startDemo()
	use(t, server)
	if _, _, err = runProgram(t, "-deliver", "-outbox", args[1]); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(events, sent(server)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestDeliverNeedsAService keeps real events out of an invented service.
func TestDeliverNeedsAService(t *testing.T) {
	use(t, nil)
	args := aCall(t)
	if _, _, err := runProgram(t, append(args, "-accept")...); err != nil {
		t.Fatal(err)
	}
	if _, _, err := runProgram(t, "-deliver", "-outbox", args[1]); err == nil || !strings.Contains(err.Error(), "RESERVATIONS_BASE_URL") {
		t.Errorf("got error %v, want one that asks for a service", err)
	}
	if _, _, err := runProgram(t, args...); err != nil { // the invented call of a first use
		t.Error(err)
	}
	if stdout, _, err := runProgram(t, "-list", "-outbox", args[1]); err != nil || !strings.HasSuffix(stdout, ": 4 messages\n") {
		t.Errorf("the list: %v\n%s", err, stdout)
	}
}

// TestRefusedEvent puts an event aside, sends the others, and then does what was decided.
func TestRefusedEvent(t *testing.T) {
	server := startDemo()
	server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Nth(1, 2), reservationstest.Status(400))
	use(t, server)
	args := aCall(t)
	_, stderr, err := runProgram(t, args...)
	if err == nil || !strings.Contains(err.Error(), "messages held or refused: 2; -list shows why") {
		t.Errorf("got error %v, want one that counts the refused event", err)
	}
	if !strings.Contains(stderr, "Message 1, try 1, is refused: POST /api/voip/webhook: 400") || strings.Contains(stderr, "1632960") {
		t.Errorf("the log is:\n%s", stderr)
	}
	for _, decision := range [][]string{{"-drop", "1"}, {"-again", "2"}} {
		if _, _, err := runProgram(t, append(decision, "-outbox", args[1])...); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := runProgram(t, "-deliver", "-outbox", args[1]); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(append(slices.Clone(events), events[1]), sent(server)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestForeignOutbox keeps the messages of another program.
func TestForeignOutbox(t *testing.T) {
	use(t, startDemo())
	file := filepath.Join(t.TempDir(), "meters.db")
	box, err := outbox.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	if err := box.Add(t.Context(), map[string]any{"quantity": "1.000", "type": "e"}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := runProgram(t, "-deliver", "-outbox", file); err == nil || !strings.Contains(err.Error(), "this is no telephone event") {
		t.Errorf("got error %v, want one about the message", err)
	}
	if messages, err := box.List(t.Context()); err != nil || len(messages) != 1 || messages[0].State != "waiting" {
		t.Errorf("the messages are %v, error %v", messages, err)
	}
}

// TestWhileAnotherDelivers leaves the events to it.
func TestWhileAnotherDelivers(t *testing.T) {
	server := startDemo()
	use(t, server)
	args := aCall(t)
	server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Nth(1), reservationstest.Before(func() {
		stdout, _, err := runProgram(t, append(args, "-reference", "second")...)
		if err != nil || !strings.Contains(stdout, "Another program is delivering from "+args[1]) {
			t.Errorf("the second run: %v\n%s", err, stdout)
		}
		if _, _, err := runProgram(t, "-deliver", "-outbox", args[1]); !errors.Is(err, outbox.ErrBusy) {
			t.Errorf("the third run: error %v, want ErrBusy", err)
		}
	}))
	if _, _, err := runProgram(t, args...); err != nil {
		t.Error(err)
	}
	if got := sent(server); len(got) != 8 || !strings.Contains(got[7], `"second-note"`) {
		t.Errorf("sent %q, want the events of both calls", got)
	}
}

func TestRunWithoutService(t *testing.T) {
	use(t, nil)
	t.Chdir(t.TempDir())
	stdout, _, err := runProgram(t, "-note", "Lost a key.")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"an invented service in this process, at http://127.0.0.1:", "hangup, answered true, 90 seconds", "Noted at reservation 1001: Lost a key."} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the output does not say %q:\n%s", want, stdout)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("the program left %v, error %v", left, err)
	}
}

func TestRunFails(t *testing.T) {
	tests := map[string]struct {
		args  []string
		env   map[string]string
		spoil func(*reservationstest.Server)
		says  string
	}{
		"a flag":              {args: []string{"-reservation=R1001"}, says: `invalid value "R1001" for flag -reservation`},
		"a note in pieces":    {args: []string{"-note", "Lost", "a", "key"}, says: `"a" is not a flag`},
		"nobody called":       {args: []string{"-from", "+441632960001"}, says: "-from, -to, -reservation and -note are needed"},
		"two modes":           {args: []string{"-accept", "-deliver"}, says: "only one can be given"},
		"no such decision":    {args: []string{"-uncertain", "guess"}, says: `-uncertain is "guess", and must be send or hold`},
		"a negative time":     {args: []string{"-wait", "-1s"}, says: "must not be negative"},
		"nothing to watch":    {args: []string{"-watch", "1s"}, says: "-watch needs -deliver"},
		"no message":          {args: []string{"-again", "7"}, says: "voip.db has no message 7 that is held or refused"},
		"a folder for outbox": {args: []string{"-list", "-outbox", "."}, says: "is a directory"},
		"no key":              {args: aCall(t), env: map[string]string{"RESERVATIONS_API_KEY": ""}, says: "RESERVATIONS_API_KEY is not set"},
		"a wrong key":         {args: aCall(t), env: map[string]string{"RESERVATIONS_API_KEY": "canary"}, says: "check the API key"},
		"a refused note":      {args: aCall(t), spoil: onCall(4, reservationstest.Status(400)), says: "messages held or refused: 1"},
		"a lost event, hold":  {args: append(aCall(t), "-uncertain", "hold"), spoil: onCall(1, reservationstest.Reset()), says: "messages held or refused: 1"},
		"no patience":         {args: append(aCall(t), "-wait", "1ms"), spoil: onCall(2, reservationstest.TooManyRequests("")), says: "message 2 waits in"},
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

func onCall(n int, fault reservationstest.Fault) func(*reservationstest.Server) {
	return func(s *reservationstest.Server) {
		s.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Nth(n), fault)
	}
}
