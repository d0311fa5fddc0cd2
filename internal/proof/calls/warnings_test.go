// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

const (
	text     = "a string where a whole number is documented"
	decimals = "a whole number written with a decimal point"
	number   = "a number where a string is documented"
	missing  = "required and missing"
)

// warned is a kind of warning: how often there is one, and where the first one is.
type warned struct {
	field, problem string
	read           bool
	count          int
	first          string
}

type warnings []warned

// TestWarningsAreCounted by field and problem, whatever the place and the value, for the hook and in the
// log. Those of a failure are those before the value that makes the call fail, and that value.
func TestWarningsAreCounted(t *testing.T) {
	t.Parallel()
	const summaries, staff = "Reservations.SummariesPage", "Tasks.StaffMembers"
	const entry = `{"id":1,"name":"x","email":7,"created":"2026-11-20T00:00:00Z"}`
	email := warned{"[].email", number, true, 1, "[0].email"}
	tests := []struct {
		name, method, body string
		fails              bool
		want               warnings
	}{
		{"as documented", summaries, `[{"id":1}]`, false, nil},
		{"in every record", summaries, `[{"id":"1"},{"id":"x"},{"id":"3"},{"id":4.0}]`, false, warnings{
			{"[].id", text, true, 2, "[0].id"}, {"[].id", text, false, 1, "[1].id"}, {"[].id", decimals, true, 1, "[3].id"}}},
		{"in lists of records", summaries, `[{"orderLines":[{"id":"1"},{"id":"2"}]},{"orderLines":[{"id":"3"}]}]`, false,
			warnings{{"[].orderLines[].id", text, true, 3, "[0].orderLines[0].id"}}},
		{"the whole document", summaries, `"Jansen"`, true,
			warnings{{"", "a string where an array is documented", false, 1, ""}}},
		{"a required field", staff, `[` + entry + `,{"id":"Jansen"}]`, true,
			warnings{email, {"[].id", text, false, 1, "[1].id"}}},
		{"no id", staff, `[{"email":7}]`, true, warnings{email, {"[].name", missing, false, 1, "[0].name"},
			{"[].created", missing, false, 1, "[0].created"}, {"[].id", missing, false, 1, "[0].id"}}},
		{"no JSON", staff, `<html>`, true, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got observed
			var log bytes.Buffer
			var response reservations.Response
			call := testclient.CallOf(test.method)
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body), got.hooks(), logTo(&log))
			_, err := call.Do(t.Context(), c, reservations.WithResponseInto(&response))
			var bad *reservations.DecodeError
			if errors.As(err, &bad) != test.fails {
				t.Fatalf("got %v, want a DecodeError: %v", err, test.fails)
			}
			test.want.check(t, got.warnings, log.String())
			if text := fmt.Sprint(got.warnings, &log); strings.Contains(text, "Jansen") {
				t.Errorf("the warnings show what was sent: %s", text)
			}
			if last := len(response.Warnings) - 1; test.fails && last >= 0 && response.Warnings[last].Path != bad.Field {
				t.Errorf("the last warning is about %s, the error about %s", response.Warnings[last].Path, bad.Field)
			}
		})
	}
}

// check compares what the hook and the log say.
func (want warnings) check(t *testing.T, counted []reservations.WarningCount, log string) {
	t.Helper()
	var counts []reservations.WarningCount
	var lines []string
	for _, w := range want {
		counts = append(counts, reservations.WarningCount{Field: w.field, Problem: w.problem, Read: w.read, Count: w.count})
		lines = append(lines, fmt.Sprintf("%s problem=%q read=%t count=%d first=%s", w.field, w.problem, w.read, w.count, w.first))
	}
	if diff := cmp.Diff(counts, counted); diff != "" {
		t.Errorf("counted (-want +got):\n%s", diff)
	}
	var logged []string
	for line := range strings.Lines(log) {
		if _, kind, ok := strings.Cut(strings.TrimSpace(line), " field="); ok {
			logged = append(logged, strings.ReplaceAll(kind, `""`, ""))
		}
	}
	if diff := cmp.Diff(lines, logged); diff != "" {
		t.Errorf("logged (-want +got):\n%s", diff)
	}
}

// TestStrictCallsLeaveNothingOut, where only the client, only the call, or nobody asked for that.
func TestStrictCallsLeaveNothingOut(t *testing.T) {
	t.Parallel()
	for body, fails := range map[string]string{
		`{"id":7,"roles":[]}`:                    "",
		`{"id":"7","birthDate":"x"}`:             "",
		`{"id":7,"returning":"perhaps"}`:         "returning",
		`{"id":7,"roles":["x",null]}`:            "roles[1]",
		"{\"id\":7,\"surname\":\"\xd6\"}":        "surname",
		`{"id":7,"surname":"a","Surname":"b"}`:   "surname",
		`{"id":7,"unknown":{"text":"\ud83d"}}`:   "the document",
		`{"id":7,"surname":"a","SURNAME":"a"}`:   "",
		`{"id":7,"surname":null,"SURNAME":null}`: "",
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			responds := testclient.Responds(200, "application/json", body)
			strict := testclient.Over(t, responds, reservations.WithStrict())
			lax := testclient.Over(t, responds)
			get := func(c *reservations.Client, opts ...reservations.CallOption) error {
				return only(c.Guests.Get(t.Context(), 7, opts...))
			}
			if err := get(lax); err != nil {
				t.Errorf("without the option: %v", err)
			}
			for _, err := range []error{get(strict), get(lax, reservations.WithCallStrict())} {
				var bad *reservations.DecodeError
				if errors.As(err, &bad) != (fails != "") || fails != "" && !strings.Contains(err.Error(), fails+" is ") {
					t.Errorf("got %v, want a DecodeError about %q", err, fails)
				}
			}
		})
	}
	c := testclient.Over(t, testclient.Responds(200, "application/json", "{\"a\":\"\xd6\"}"), reservations.WithStrict())
	err := c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/a"}, new(any))
	if !errors.As(err, new(*reservations.DecodeError)) {
		t.Errorf("a strict Do gives %v", err)
	}
}
