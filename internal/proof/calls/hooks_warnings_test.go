// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// counter adds up the warnings of the calls of a client, by operation.
type counter struct {
	sync.Mutex
	calls []reservations.Call
	found map[string][]reservations.WarningCount
}

func (c *counter) hooks() reservations.Option {
	return reservations.WithHooks(reservations.Hooks{
		Warnings: func(_ context.Context, call reservations.Call, found []reservations.WarningCount) {
			c.Lock()
			defer c.Unlock()
			if c.found == nil {
				c.found = map[string][]reservations.WarningCount{}
			}
			c.calls = append(c.calls, call)
			c.found[call.Name] = append(c.found[call.Name], found...)
		},
	})
}

const (
	text     = "a string where a whole number is documented"
	decimals = "a whole number written with a decimal point"
	number   = "a number where a string is documented"
	missing  = "required and missing"
)

// counted is how often there is a warning of a kind.
func counted(field, problem string, read bool, count int) reservations.WarningCount {
	return reservations.WarningCount{Field: field, Problem: problem, Read: read, Count: count}
}

// TestWarningsAreCounted by field and problem, whatever the place and the value. Those of a failure
// are those before the value that makes the call fail, and that value.
func TestWarningsAreCounted(t *testing.T) {
	t.Parallel()
	type counts = []reservations.WarningCount
	const summaries, staff = "Reservations.SummariesPage", "Tasks.StaffMembers"
	const entry = `{"id":1,"name":"x","email":7,"created":"2026-11-20T00:00:00Z"}`
	email := counted("[].email", number, true, 1)
	tests := []struct {
		name, method, body string
		fails              bool
		want               counts
	}{
		{"as documented", summaries, `[{"id":1}]`, false, nil},
		{"once", summaries, `[{"id":"1"}]`, false, counts{counted("[].id", text, true, 1)}},
		{"in every record", summaries, `[{"id":"1"},{"id":"x"},{"id":"3"},{"id":4.0}]`, false,
			counts{counted("[].id", text, true, 2), counted("[].id", text, false, 1), counted("[].id", decimals, true, 1)}},
		{"in lists of records", summaries, `[{"orderLines":[{"id":"1"},{"id":"2"}]},{"orderLines":[{"id":"3"}]}]`, false,
			counts{counted("[].orderLines[].id", text, true, 3)}},
		{"personal", summaries, `[{"name":7,"Jansen":7}]`, false, counts{counted("[].name", number, true, 1)}},
		{"the whole document", summaries, `"Jansen"`, true,
			counts{counted("", "a string where an array is documented", false, 1)}},
		{"a required field", staff, `[` + entry + `,{"id":"Jansen"}]`, true, counts{email, counted("[].id", text, false, 1)}},
		{"no id", staff, `[{"email":7}]`, true, counts{email,
			counted("[].name", missing, false, 1), counted("[].created", missing, false, 1), counted("[].id", missing, false, 1)}},
		{"no JSON", staff, `<html>`, true, nil},
		{"cut off", staff, `[` + entry, true, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got counter
			var response reservations.Response
			call := testclient.CallOf(test.method)
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body), got.hooks())
			_, err := call.Do(t.Context(), c, reservations.WithResponseInto(&response))
			var bad *reservations.DecodeError
			if errors.As(err, &bad) != test.fails {
				t.Fatalf("got %v, want a DecodeError: %v", err, test.fails)
			}
			if diff := cmp.Diff(test.want, got.found[call.Operation.Name]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if text := fmt.Sprint(got.found); strings.Contains(text, "Jansen") {
				t.Errorf("the counts show what was sent: %s", text)
			}
			if last := len(response.Warnings) - 1; test.fails && last >= 0 && response.Warnings[last].Path != bad.Field {
				t.Errorf("the last warning is about %s, the error about %s", response.Warnings[last].Path, bad.Field)
			}
		})
	}
}

// TestWarningsOfWalks come once for each page that has been read.
func TestWarningsOfWalks(t *testing.T) {
	t.Parallel()
	var got counter
	c := testclient.Over(t, withTextIDs(entries(250)), got.hooks())
	if err := readEntries(t.Context(), c, always); err != nil {
		t.Fatal(err)
	}
	offsets, records := map[int]bool{}, 0
	for _, call := range got.calls {
		if call.Page == nil || call.StatusCode != 200 || call.Attempts != 1 || call.Err != nil {
			t.Errorf("got %+v, want a page that has been read", call)
		}
		offsets[call.Page.Offset] = true
	}
	for _, found := range got.found["reservations.registrationNumberEntries"] {
		if found.Field != "[].id" || found.Problem != text || !found.Read {
			t.Errorf("got %+v", found)
		}
		records += found.Count
	}
	if len(offsets) < 3 || len(offsets) != len(got.calls) || records < 250 {
		t.Errorf("got %d records at %d offsets in %d calls", records, len(offsets), len(got.calls))
	}
}

// TestWarningsComeBeforeTheEnd of their call, with its context, and belong to each hook alone.
func TestWarningsComeBeforeTheEnd(t *testing.T) {
	t.Parallel()
	type key struct{}
	var events []string
	tracer := func(name string) reservations.Option {
		say := func(ctx context.Context, what string) {
			events = append(events, fmt.Sprint(name, what, ctx.Value(key{})))
		}
		return reservations.WithHooks(reservations.Hooks{
			CallStart: func(ctx context.Context, _ reservations.Call) context.Context {
				return context.WithValue(ctx, key{}, name)
			},
			Warnings: func(ctx context.Context, _ reservations.Call, found []reservations.WarningCount) {
				say(ctx, fmt.Sprint(" warnings ", found[0].Count, " "))
				found[0].Count = 7
			},
			CallEnd: func(ctx context.Context, _ reservations.Call) { say(ctx, " end ") },
		})
	}
	none := reservations.WithHooks(reservations.Hooks{})
	c := testclient.Over(t, testclient.Responds(200, "application/json", `{"id":"77"}`), tracer("a"), none, tracer("b"))
	if _, err := c.Guests.Get(t.Context(), 77); err != nil {
		t.Fatal(err)
	}
	want := []string{"a warnings 1 a", "b warnings 1 b", "b end b", "a end a"}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
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
