// SPDX-License-Identifier: MIT

package walks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestListThatIsIncomplete: no record is returned twice, and the error says how far the list was read.
func TestListThatIsIncomplete(t *testing.T) {
	srv := testclient.DropParam(records(60), "offset")
	eachList(t, func(t *testing.T, list testclient.Call) {
		var q requests
		list.Limit = 25
		ids, err := read(t, testclient.Over(t, q.to(srv)), list)
		got := isIncomplete(t, err)
		const reason = "at offset 275, the page begins like the first one"
		if got.Pages != 3 || got.Walks != 1 || got.Attempts != len(q.sent) || !strings.HasPrefix(got.Reason, reason) {
			t.Errorf("got %+v after %d requests", got, len(q.sent))
		}
		if got.Operation != list.Operation || got.URLPath != list.Path() || len(ids) != 25 {
			t.Errorf("got %d records of %+v, want the 25 of the first page", len(ids), got.Operation)
		}
	})
}

// TestRepeatedIDs: different records with one id end a walk, unless the call allows them.
func TestRepeatedIDs(t *testing.T) {
	twice := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		body := `[{"id":1,"number":"a","description":"a"},{"id":1,"number":"b","description":"b"},{"id":2}]`
		if r.URL.Query().Get("offset") != "" {
			body = `[{"id":2}]`
		}
		return testclient.Responds(200, "application/json", body)(r)
	})
	eachList(t, func(t *testing.T, list testclient.Call) {
		_, err := read(t, testclient.Over(t, twice), list)
		isIncomplete(t, err)
		ids, err := read(t, testclient.Over(t, twice), list, reservations.WithRepeatedIDs())
		if diff := cmp.Diff([]int64{1, 1, 2}, ids); diff != "" || err != nil {
			t.Errorf("with the option: %v, ids (-want +got):\n%s", err, diff)
		}
	})
}

// TestResponseOfEachPage is seen with its records, although other pages have been read by then.
func TestResponseOfEachPage(t *testing.T) {
	var resp reservations.Response
	opts := append(make([]reservations.CallOption, 0, 4), reservations.WithResponseInto(&resp)) // with room
	all := func(n int64) iter.Seq2[types.Supplement, error] {
		return testclient.Over(t, records(n)).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1}, opts...)
	}
	read := 0
	for s, err := range all(450) {
		if read++; err != nil || !bytes.Contains(resp.Body, fmt.Appendf(nil, `"id":%d,`, s.ID)) {
			t.Errorf("record %d is seen with %v and the response %.40s", s.ID, err, resp.Body)
		}
	}
	if read != 450 || opts[:cap(opts)][1] != nil {
		t.Errorf("read %d, want 450, or a page has written an option after those of the caller", read)
	}
	if records, err := reservations.Collect(all(0)); err != nil || len(records) > 0 || string(resp.Body) != "[]" {
		t.Errorf("the response of an empty list is %q, %v", resp.Body, err)
	}
}

// TestErrorComesLast, after the records of the pages before it, and with the response of its page.
func TestErrorComesLast(t *testing.T) {
	srv := records(60)
	srv.Inject("supplements.list", reservationstest.Nth(3), reservationstest.Status(400))
	var resp reservations.Response
	params := reservations.SupplementsParams{Organization: 1, Limit: 20}
	c := testclient.Over(t, srv, reservations.WithMaxConcurrency(1))
	got, err := reservations.Collect(c.Supplements.All(t.Context(), params, reservations.WithResponseInto(&resp)))
	if !errors.Is(err, reservations.ErrBadRequest) || len(got) != 39 || resp.StatusCode != 400 {
		t.Errorf("got %d records and %v, with a response of status %d; want 39", len(got), err, resp.StatusCode)
	}
}

// TestCallTimeoutOfAWalk counts from the first request to the last.
func TestCallTimeoutOfAWalk(t *testing.T) {
	srv := records(400)
	srv.SetBookings(testclient.Present(400)...)
	for _, call := range testclient.Calls() {
		if !call.Walk {
			continue
		}
		t.Run(call.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q, start, timeout := requests{slow: true}, time.Now(), 3500*time.Millisecond
				call.Limit = 100
				c := testclient.Over(t, q.to(srv), reservations.WithMaxConcurrency(1))
				_, err := call.Do(t.Context(), c, reservations.WithCallTimeout(timeout))
				if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != timeout || q.Load() > 0 {
					t.Errorf("got %v in %v, want the end in %v; %d requests are under way", err, took, timeout, q.Load())
				}
			})
		})
	}
}

// TestListProgress tells of every page after its records.
func TestListProgress(t *testing.T) {
	srv := records(195)
	for total, want := range map[string]string{"many": "[{100 -1} {150 -1}]", "195": "[{100 195} {150 195}]"} {
		t.Run("total "+total, func(t *testing.T) {
			var got []reservations.ListProgress
			yielded := 0
			params := reservations.SupplementsParams{Organization: 1, Offset: 45, Progress: func(p reservations.ListProgress) {
				if got = append(got, p); p.Records != yielded {
					t.Errorf("%+v after %d records", p, yielded)
				}
			}}
			srv.ClearFaults()
			srv.Inject("supplements.list", reservationstest.Always(), reservationstest.Header("X-Total-Count", total))
			for range testclient.Over(t, srv).Supplements.All(t.Context(), params) {
				yielded++
			}
			if fmt.Sprint(got) != want || yielded != 150 {
				t.Errorf("got %v after %d records, want %s", got, yielded, want)
			}
		})
	}
}
