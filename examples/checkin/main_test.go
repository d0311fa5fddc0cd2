// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// token is that of the reservation.
const token = "token-1001"

// use makes the environment name a server and the token of its reservation, and nothing
// at all when server is nil.
func use(t *testing.T, server *reservationstest.Server) {
	t.Helper()
	for _, name := range []string{"RESERVATIONS_BASE_URL", "RESERVATIONS_API_KEY", "RESERVATIONS_ORGANIZATION", "RESERVATION_TOKEN"} {
		t.Setenv(name, "")
	}
	if server != nil {
		t.Cleanup(server.Close)
		t.Setenv("RESERVATIONS_BASE_URL", server.URL())
		t.Setenv("RESERVATIONS_API_KEY", reservationstest.Key)
		t.Setenv("RESERVATIONS_ORGANIZATION", "1")
		t.Setenv("RESERVATION_TOKEN", token)
	}
}

var complete = []string{"-reservation", "1001", "-companion", "2001", "-notes", "Late.", "-phone", "+441632960001", "-born", "1990-03-09"}

const cameBack = `Reservation R001001 of de Vries
  2026-11-20 to 2026-11-27, 2 persons, Chalet for six C1
  status confirmed, payment-due, balance 700.00
Additional guest Bram Visser
  Adults, born 1990-03-09
`

func TestRun(t *testing.T) {
	server := startDemo()
	use(t, server)
	var stdout bytes.Buffer
	if err := run(t.Context(), complete, &stdout); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(cameBack, stdout.String()); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
	type request struct{ Path, Query, Body string }
	var requests []request
	for _, call := range server.Calls() {
		requests = append(requests, request{call.Path, call.Query.Encode(), string(call.Body)})
	}
	if diff := cmp.Diff([]request{
		{"/api/reservations/1001", "organization=1&token=token-1001", `{"notes":"Late.","guest":{"phoneNumber":"+441632960001"}}`},
		{"/api/reservation_additional_guests/2001", "reservation=1001&token=token-1001", `{"birthDate":"1990-03-09"}`},
	}, requests); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestRunSendsOnlyWhatChanges: what the guest left open is not sent.
func TestRunSendsOnlyWhatChanges(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"a phone number", []string{"-phone", "+441632960001"},
			`/api/reservations/1001 {"guest":{"phoneNumber":"+441632960001"}}`},
		{"notes and a phone number that are cleared", []string{"-notes", "", "-phone", ""},
			`/api/reservations/1001 {"notes":null,"guest":{"phoneNumber":null}}`},
		{"a birth date", []string{"-companion", "2001", "-born", "1990-03-09"},
			`/api/reservation_additional_guests/2001 {"birthDate":"1990-03-09"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := startDemo()
			use(t, server)
			if err := run(t.Context(), append(test.args, "-reservation", "1001"), &bytes.Buffer{}); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, call := range server.Calls() {
				got = append(got, call.Path+" "+string(call.Body))
			}
			if diff := cmp.Diff([]string{test.want}, got); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunWithoutService(t *testing.T) {
	use(t, nil)
	var stdout bytes.Buffer
	if err := run(t.Context(), nil, &stdout); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"an invented service in this process, at http://127.0.0.1:", cameBack} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the output does not say %q:\n%s", want, &stdout)
		}
	}
	if strings.Contains(stdout.String(), token) {
		t.Errorf("the output shows the token:\n%s", &stdout)
	}
}

func TestRunFails(t *testing.T) {
	tests := map[string]struct {
		args  []string
		env   map[string]string
		says  string
		fault reservationstest.Fault // of the update; nil for none
	}{
		"a flag":                     {args: []string{"-born", "9 March"}, says: "want a day in the past such as 2014-03-09"},
		"a birth date to come":       {args: []string{"-born", "9999-03-09"}, says: "want a day in the past"},
		"a note in pieces":           {args: []string{"-notes", "Arrive", "late"}, says: `"late" is not a flag`},
		"no reservation":             {args: []string{"-companion", "2001"}, says: "-reservation and RESERVATION_TOKEN are needed"},
		"no change":                  {args: []string{"-reservation", "1001"}, says: "nothing would change"},
		"no birth date":              {args: append(complete[:4:4], "-notes", "Late."), says: "-companion and -born belong"},
		"no companion":               {args: append(complete[:2:2], "-born", "1990-03-09"), says: "-companion and -born belong"},
		"no token":                   {args: complete, env: map[string]string{"RESERVATION_TOKEN": ""}, says: "RESERVATION_TOKEN"},
		"no organization":            {args: complete, env: map[string]string{"RESERVATIONS_ORGANIZATION": ""}, says: "organization is required"},
		"an unexpected organization": {args: complete, env: map[string]string{"RESERVATIONS_ORGANIZATION": "ours"}, says: "RESERVATIONS_ORGANIZATION must be a positive id"},
		"no key":                     {args: complete, env: map[string]string{"RESERVATIONS_API_KEY": ""}, says: "RESERVATIONS_API_KEY is not set"},
		"a wrong key":                {args: complete, env: map[string]string{"RESERVATIONS_API_KEY": "canary"}, says: "check the API key"},
		"a wrong token":              {args: complete, env: map[string]string{"RESERVATION_TOKEN": "canary"}, says: "updating reservation 1001 failed"},
		"no such reservation":        {args: append(complete, "-reservation", "9"), says: "updating reservation 9 failed"},
		"a failure of the service":   {args: complete, fault: reservationstest.Status(500), says: "reservation 1001 may have been updated"},
		"no such companion":          {args: append(complete, "-companion", "9"), says: "reservation 1001 was updated, but updating additional guest 9 failed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := startDemo()
			use(t, server)
			if tt.fault != nil {
				server.Inject(reservationstest.OpUpdateReservation, reservationstest.Always(), tt.fault)
			}
			for key, value := range tt.env {
				t.Setenv(key, value)
			}
			err := run(t.Context(), tt.args, &bytes.Buffer{})
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got error %v, want one that says %q", err, tt.says)
			}
			if len(server.Calls()) > 0 && tt.fault == nil && !strings.Contains(err.Error(), "updating") {
				t.Errorf("%d requests were sent", len(server.Calls()))
			}
			if strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), token) || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error shows a secret or is more than a sentence: %v", err)
			}
		})
	}
}
