// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
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

const failedEvent = `Event 9001: example of record 1001
  for webhook 71 at https://hooks.example.com/71
  status failed, 3 attempts
  the receiver answered 503
  error: Service Unavailable
  payload: reservation R1001 from 2026-11-20
`

func TestRun(t *testing.T) {
	server := startDemo()
	use(t, server)
	server.Put(reservationstest.NewWebhookEvent(9002))
	tests := []struct { // in this order: what is deleted is gone for the next
		args []string
		want string
	}{
		{[]string{"-event", "9001"}, failedEvent},
		{[]string{"-event", "9002"}, `Event 9002: example of record 1
  for webhook 1 at https://hooks.example.com/1
  status pending, 0 attempts
  payload: 8 bytes that describe no reservation
`},
		{[]string{"-delete", "71"}, "Webhook 71 is deleted, and its events with it.\n"},
	}
	for _, tt := range tests {
		var stdout bytes.Buffer
		if err := run(t.Context(), tt.args, &stdout); err != nil {
			t.Fatalf("%v: %v", tt.args, err)
		}
		if diff := cmp.Diff(tt.want, stdout.String()); diff != "" {
			t.Errorf("%v: output (-want +got):\n%s", tt.args, diff)
		}
	}
	if err := run(t.Context(), []string{"-event", "9001"}, &bytes.Buffer{}); err == nil {
		t.Error("an event of a deleted webhook can still be shown")
	}
}

func TestRunWithoutService(t *testing.T) {
	use(t, nil)
	var stdout bytes.Buffer
	if err := run(t.Context(), nil, &stdout); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"an invented service in this process, at http://127.0.0.1:", failedEvent, "Webhook 71 is deleted"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the output does not say %q:\n%s", want, &stdout)
		}
	}
	for _, secret := range []string{"signing-secret", "token-1001"} {
		if strings.Contains(stdout.String(), secret) {
			t.Errorf("the output shows %s:\n%s", secret, &stdout)
		}
	}
}

func TestRunFails(t *testing.T) {
	both := []string{"-event", "9001", "-delete", "71"}
	tests := map[string]struct {
		args  []string
		env   map[string]string
		spoil func(*reservationstest.Server)
		says  string
	}{
		"a flag":             {args: []string{"-event=last"}, says: `invalid value "last" for flag -event`},
		"a word":             {args: []string{"-delete", "71", "72"}, says: `"72" is not a flag`},
		"nothing to do":      {says: "give -event, -delete or both"},
		"no key":             {args: both, env: map[string]string{"RESERVATIONS_API_KEY": ""}, says: "RESERVATIONS_API_KEY is not set"},
		"a wrong key":        {args: both, env: map[string]string{"RESERVATIONS_API_KEY": "canary"}, says: "check the API key"},
		"no such event":      {args: []string{"-event", "9"}, says: "there is no webhook event 9"},
		"an empty list":      {args: both, spoil: always(reservationstest.OpWebhookEvent, reservationstest.Body(200, "application/json", "[]")), says: "there is no webhook event 9001"},
		"no such webhook":    {args: []string{"-delete", "7"}, says: "there is no webhook 7"},
		"a refused deletion": {args: both, spoil: always(reservationstest.OpDeleteWebhook, reservationstest.Status(403)), says: "deleting webhook 71 failed"},
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
			err := run(t.Context(), tt.args, &bytes.Buffer{})
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got error %v, want one that says %q", err, tt.says)
			}
			if strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error shows the key or is more than a sentence: %v", err)
			}
			if _, found := reservationstest.Get[types.Webhook](server, 71); !found {
				t.Error("the webhook is deleted all the same")
			}
		})
	}
}

func always(operation string, fault reservationstest.Fault) func(*reservationstest.Server) {
	return func(s *reservationstest.Server) { s.Inject(operation, reservationstest.Always(), fault) }
}
