// SPDX-License-Identifier: MIT

package hooks_test

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
	missing  = "required and missing"
)

// counted is how often there is a warning of a kind.
func counted(field, problem string, read bool, count int) reservations.WarningCount {
	return reservations.WarningCount{Field: field, Problem: problem, Read: read, Count: count}
}

// TestWarningsAreCounted by field and problem, whatever the place and the value.
func TestWarningsAreCounted(t *testing.T) {
	t.Parallel()
	type counts = []reservations.WarningCount
	tests := []struct {
		name, body string
		want       counts
	}{
		{"as documented", `[{"id":1}]`, nil},
		{"once", `[{"id":"1"}]`, counts{counted("[].id", text, true, 1)}},
		{"in every record", `[{"id":"1"},{"id":"x"},{"id":"3"},{"id":4.0}]`,
			counts{counted("[].id", text, true, 2), counted("[].id", text, false, 1), counted("[].id", decimals, true, 1)}},
		{"in lists of records", `[{"orderLines":[{"id":"1"},{"id":"2"}]},{"orderLines":[{"id":"3"}]}]`,
			counts{counted("[].orderLines[].id", text, true, 3)}},
		{"personal", `[{"name":7,"Jansen":7}]`, counts{counted("[].name", "a number where a string is documented", true, 1)}},
		{"the whole document", `"Jansen"`, counts{counted("", "a string where an array is documented", false, 1)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got counter
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body), got.hooks())
			params := reservations.SummariesParams{Organization: 1, DateFrom: testclient.From, DateTo: testclient.From}
			_, _ = c.Reservations.SummariesPage(t.Context(), params)
			if diff := cmp.Diff(test.want, got.found["reservations.summaries"]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if text := fmt.Sprint(got.found); strings.Contains(text, "Jansen") {
				t.Errorf("the counts show what was sent: %s", text)
			}
		})
	}
}

// TestWarningsOfAFailure are those before the value that makes the call fail, and that value.
func TestWarningsOfAFailure(t *testing.T) {
	t.Parallel()
	const entry = `{"id":1,"name":"x","email":7,"created":"2026-11-20T00:00:00Z"}`
	tests := []struct {
		name, body string
		want       []reservations.WarningCount
	}{
		{"a required field", `[` + entry + `,{"id":"x"}]`, []reservations.WarningCount{
			counted("[].email", "a number where a string is documented", true, 1), counted("[].id", text, false, 1)}},
		{"no id", `[{"email":7}]`, []reservations.WarningCount{
			counted("[].email", "a number where a string is documented", true, 1),
			counted("[].name", missing, false, 1), counted("[].created", missing, false, 1), counted("[].id", missing, false, 1)}},
		{"no JSON", `<html>`, nil},
		{"cut off", `[` + entry, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got counter
			var response reservations.Response
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body), got.hooks())
			_, err := c.Tasks.StaffMembers(t.Context(), reservations.StaffMembersParams{}, reservations.WithResponseInto(&response))
			var bad *reservations.DecodeError
			if !errors.As(err, &bad) {
				t.Fatalf("got %v, want a DecodeError", err)
			}
			if diff := cmp.Diff(test.want, got.found["tasks.staffMembers"]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if last := len(response.Warnings) - 1; last >= 0 && response.Warnings[last].Path != bad.Field {
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
