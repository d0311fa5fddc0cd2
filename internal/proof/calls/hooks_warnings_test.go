// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
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
	const several = `{"numOfPersons":2.0,"numOfDays":"x"}`
	email := warned{"[].email", number, true, 1, "[0].email"}
	tests := []struct {
		name, method, body string
		fails              bool
		want               warnings
	}{
		{"as documented", summaries, `[{"id":1}]`, false, nil},
		{"once", summaries, `[{"id":"1"}]`, false, warnings{{"[].id", text, true, 1, "[0].id"}}},
		{"in every record", summaries, `[{"id":"1"},{"id":"x"},{"id":"3"},{"id":4.0}]`, false, warnings{
			{"[].id", text, true, 2, "[0].id"}, {"[].id", text, false, 1, "[1].id"}, {"[].id", decimals, true, 1, "[3].id"}}},
		{"in 500 records", summaries, "[" + strings.Repeat(several+",", 499) + several + "]", false, warnings{
			{"[].numOfPersons", decimals, true, 500, "[0].numOfPersons"},
			{"[].numOfDays", text, false, 500, "[0].numOfDays"}}},
		{"in lists of records", summaries, `[{"orderLines":[{"id":"1"},{"id":"2"}]},{"orderLines":[{"id":"3"}]}]`, false,
			warnings{{"[].orderLines[].id", text, true, 3, "[0].orderLines[0].id"}}},
		{"personal", summaries, `[{"name":7,"Jansen":7}]`, false, warnings{{"[].name", number, true, 1, "[0].name"}}},
		{"the whole document", summaries, `"Jansen"`, true,
			warnings{{"", "a string where an array is documented", false, 1, ""}}},
		{"a required field", staff, `[` + entry + `,{"id":"Jansen"}]`, true,
			warnings{email, {"[].id", text, false, 1, "[1].id"}}},
		{"no id", staff, `[{"email":7}]`, true, warnings{email, {"[].name", missing, false, 1, "[0].name"},
			{"[].created", missing, false, 1, "[0].created"}, {"[].id", missing, false, 1, "[0].id"}}},
		{"no JSON", staff, `<html>`, true, nil},
		{"cut off", staff, `[` + entry, true, nil},
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

// TestWarningsOfWalks come once for each page that has been read.
func TestWarningsOfWalks(t *testing.T) {
	t.Parallel()
	var got observed
	c := testclient.Over(t, withTextIDs(entries(250)), got.hooks())
	if err := readEntries(t.Context(), c, always); err != nil {
		t.Fatal(err)
	}
	offsets, records := map[int]bool{}, 0
	for _, call := range got.warned {
		if call.Page == nil || call.StatusCode != 200 || call.Attempts != 1 || call.Err != nil {
			t.Errorf("got %+v, want a page that has been read", call)
		}
		offsets[call.Page.Offset] = true
	}
	for _, found := range got.warnings {
		if found.Field != "[].id" || found.Problem != text || !found.Read {
			t.Errorf("got %+v", found)
		}
		records += found.Count
	}
	if len(offsets) < 3 || len(offsets) != len(got.warned) || records < 250 {
		t.Errorf("got %d records at %d offsets in %d calls", records, len(offsets), len(got.warned))
	}
}

var idNumber = regexp.MustCompile(`"id":([0-9]+)`)

// withTextIDs sends the ids of a list as strings.
func withTextIDs(rt testkit.RoundTripper) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		resp, err := rt(r)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return nil, err
		}
		return testclient.Responds(resp.StatusCode, "application/json", idNumber.ReplaceAllString(string(body), `"id":"$1"`))(r)
	}
}
