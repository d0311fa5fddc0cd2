// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestWarningsAreCounted by field and problem, whatever the place and the value, for the hook and in the
// log. Those of a failure are those before the value that makes the call fail, and that value. Package lenient has
// every problem.
func TestWarningsAreCounted(t *testing.T) {
	const entry = `{"id":1,"name":"x","email":7,"created":"2026-11-20T00:00:00Z"}`
	const text, email = `problem="a string where a whole number is documented"`, `[].email problem="a number where a string is documented" read=true count=1 first=[0].email`
	for name, test := range map[string]struct {
		method, body string
		fails        bool
		want         []string
	}{
		"as documented": {"Reservations.SummariesPage", `[{"id":1}]`, false, nil},
		"in every record": {"Reservations.SummariesPage", `[{"id":"1"},{"id":"x"},{"id":"3"},{"id":4.0}]`, false, []string{
			"[].id " + text + " read=true count=2 first=[0].id", "[].id " + text + " read=false count=1 first=[1].id",
			`[].id problem="a whole number written with a decimal point" read=true count=1 first=[3].id`}},
		"the whole document": {"Reservations.SummariesPage", `"Jansen"`, true, []string{
			`"" problem="a string where an array is documented" read=false count=1 first=""`}},
		"a required field": {"Tasks.StaffMembers", `[` + entry + `,{"id":"Jansen"}]`, true, []string{email,
			"[].id " + text + " read=false count=1 first=[1].id"}},
		"no JSON": {"Tasks.StaffMembers", `<html>`, true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var seen observed
			var log bytes.Buffer
			var response reservations.Response
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body), seen.hooks(), logTo(&log))
			_, err := testclient.CallOf(test.method).Do(t.Context(), c, reservations.WithResponseInto(&response))
			bad, failed := errors.AsType[*reservations.DecodeError](err)
			if failed != test.fails {
				t.Fatalf("got %v, want a DecodeError: %v", err, test.fails)
			}
			var counted, logged []string
			for line := range strings.Lines(log.String()) { // the last is that of the failure
				if _, kind, ok := strings.Cut(strings.TrimSpace(line), " field="); ok && !strings.Contains(line, "call failed") {
					logged = append(logged, kind)
					kind, _, _ = strings.Cut(kind, " first=")
					counted = append(counted, kind)
				}
			}
			if diff := gocmp.Diff(test.want, logged); diff != "" {
				t.Errorf("logged (-want +got):\n%s", diff)
			}
			var hooked []string
			for _, w := range seen.warnings {
				hooked = append(hooked, fmt.Sprintf("%s problem=%q read=%t count=%d", cmp.Or(w.Field, `""`), w.Problem, w.Read, w.Count))
			}
			if diff := gocmp.Diff(counted, hooked); diff != "" || strings.Contains(log.String(), "Jansen") {
				t.Errorf("the hook gets (-logged +got), or the log shows what was sent:\n%s", diff)
			}
			if last := len(response.Warnings) - 1; failed && last >= 0 && response.Warnings[last].Path != bad.Field {
				t.Errorf("the last warning is about %s, the error about %s", response.Warnings[last].Path, bad.Field)
			}
		})
	}
}

// TestStrictCallsLeaveNothingOut, where only the client, only the call, or nobody asked for that.
func TestStrictCallsLeaveNothingOut(t *testing.T) {
	strict, later := reservations.WithStrict(), reservations.Request{Method: "GET", Path: "/a"}
	for body, says := range map[string]string{
		`{"id":"7","birthDate":20261120}`:      "", // read
		`{"id":7,"returning":"perhaps"}`:       "returning is ",
		`{"id":7,"surname":"a","Surname":"b"}`: "surname is ",
		`{"id":7,"unknown":{"text":"\ud83d"}}`: "the document is ",
	} {
		t.Run(body, func(t *testing.T) {
			ctx, responds := t.Context(), testclient.Responds(200, "application/json", body)
			wantError(t, only(testclient.Over(t, responds).Guests.Get(ctx, 7)), "")
			wantError(t, only(testclient.Over(t, responds, strict).Guests.Get(ctx, 7)), says)
			wantError(t, only(testclient.Over(t, responds).Guests.Get(ctx, 7, reservations.WithCallStrict())), says)
		})
	}
	c := testclient.Over(t, testclient.Responds(200, "application/json", "{\"a\":\"\xd6\"}"), strict)
	wantError(t, c.Do(t.Context(), later, new(any)), "UTF-8")
}

// TestWarningsOfAListAreCountedOnce, although pages overlap: each of the records has one price that cannot be read.
func TestWarningsOfAListAreCountedOnce(t *testing.T) {
	t.Parallel()
	odd := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		page := httptest.NewRecorder()
		next.ServeHTTP(page, r)
		text := strings.ReplaceAll(page.Body.String(), `"totalPrice":700.00,"balance"`, `"totalPrice":"much","balance"`)
		reservationstest.Body(page.Code, "application/json", text)(w, r, next)
	}
	srv := reservationstest.NewServer()
	srv.Inject("reservations.summaries", reservationstest.Always(), odd)
	for records := range 8 {
		for limit := 1; limit <= 4; limit++ {
			var seen observed
			params := reservations.SummariesParams{Organization: 1, DateFrom: time.Unix(0, 0), DateTo: testclient.From.AddDate(9, 0, 0), Limit: limit}
			list, err := reservations.Collect(testclient.Over(t, srv, seen.hooks()).Reservations.AllSummaries(t.Context(), params))
			counted := 0
			for _, w := range seen.warnings {
				counted += w.Count
			}
			given := slices.ContainsFunc(list, func(r types.ReservationSummary) bool { return r.TotalPrice.Given() })
			if err != nil || len(list) != records || counted != records || given {
				t.Errorf("%d records in pages of %d: got %d, %v and %d warnings", records, limit, len(list), err, counted)
			}
		}
		srv.Put(reservationstest.NewSummary(int64(records + 1)))
	}
}
