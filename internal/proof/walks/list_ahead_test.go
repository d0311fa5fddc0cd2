// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
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

// eachList runs f for each method that reads a list page by page, so that a new list needs no row.
func eachList(t *testing.T, f func(*testing.T, testclient.Call)) {
	t.Helper()
	n := 0
	for _, call := range testclient.Calls() {
		if call.Walk && call.Operation.Name != "reports.presence" {
			n, call.Limit = n+1, 0
			t.Run(call.Name, func(t *testing.T) { f(t, call) })
		}
	}
	if n < 3 {
		t.Errorf("%d methods read a list page by page", n)
	}
}

// records returns a service whose lists have n records, with the IDs from 1 on.
func records(n int64, opts ...reservationstest.Option) *reservationstest.Server {
	srv := reservationstest.NewServer(opts...)
	for _, id := range ids(1, n) {
		srv.Put(reservationstest.NewSupplement(id), reservationstest.NewSummary(id), reservationstest.NewRegistrationNumberEntry(id))
	}
	return srv
}

// ids returns the IDs from first to last.
func ids(first, last int64) (all []int64) {
	for id := first; id <= last; id++ {
		all = append(all, id)
	}
	return all
}

// read reads a list to its end and returns the IDs of its records.
func read(t *testing.T, c *reservations.Client, list testclient.Call, opts ...reservations.CallOption) (all []int64, err error) {
	records, err := list.Do(t.Context(), c, opts...)
	for i := range reflect.ValueOf(records).Len() {
		all = append(all, reflect.ValueOf(records).Index(i).FieldByName("ID").Int())
	}
	return all, err
}

// requests notes offset and limit of what is sent, in a second each if they are slow.
type requests struct {
	slow bool
	testclient.UnderWay
	mu   sync.Mutex
	sent []string
}

func (q *requests) to(next http.RoundTripper) http.RoundTripper {
	return q.Count(testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		q.mu.Lock()
		q.sent = append(q.sent, r.URL.Query().Get("offset")+"+"+r.URL.Query().Get("limit"))
		q.mu.Unlock()
		if q.slow {
			select {
			case <-time.After(time.Second): // virtual
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		}
		return next.RoundTrip(r)
	}))
}

// isIncomplete returns the IncompleteError that err is, and fails if it is none.
func isIncomplete(t *testing.T, err error) *reservations.IncompleteError {
	t.Helper()
	incomplete, ok := errors.AsType[*reservations.IncompleteError](err)
	if !ok {
		t.Fatalf("got %v, want an IncompleteError", err)
	}
	return incomplete
}

// TestPagesAreReadAhead: the first page, two pages, the other eight in two rounds, because a client begins with few
// requests under way, and two requests at the end. Long pages are read one at a time, because of the memory they take.
func TestPagesAreReadAhead(t *testing.T) {
	short, long := records(1000), records(1000)
	for _, op := range reservations.Operations() {
		long.Inject(op.Name, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			io.WriteString(w, strings.Repeat(" ", 2<<20))
			next.ServeHTTP(w, r)
		})
	}
	for srv, want := range map[*reservationstest.Server]time.Duration{short: 6 * time.Second, long: 13 * time.Second} {
		eachList(t, func(t *testing.T, list testclient.Call) {
			synctest.Test(t, func(t *testing.T) {
				q, start := requests{slow: true}, time.Now()
				ids, err := read(t, testclient.Over(t, q.to(srv), reservations.WithMaxConcurrency(8)), list)
				if took := time.Since(start); err != nil || len(ids) != 1000 || took != want {
					t.Errorf("got %d records, %v in %v, want 1000 in %v", len(ids), err, took, want)
				}
			})
		})
	}
}

// TestEachRangeBeginsAnew: a list sends no request before the first step and none after the last, and two ranges
// over it share nothing, which the race detector sees.
func TestEachRangeBeginsAnew(t *testing.T) {
	var q requests
	srv := records(400)
	all := testclient.Over(t, q.to(srv)).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1})
	before := len(q.sent)
	for s := range all {
		if s.ID == 3 {
			break
		}
	}
	if before != 0 || len(q.sent) != 1 {
		t.Errorf("%d requests were sent before the first step, and %q for three records", before, q.sent)
	}
	var ranges sync.WaitGroup
	for range 3 {
		ranges.Go(func() {
			got, err := reservations.Collect(all)
			if diff := cmp.Diff(reservationstest.All[types.Supplement](srv), got); err != nil || diff != "" {
				t.Errorf("%v, supplements (-served +read):\n%s", err, diff)
			}
		})
	}
	ranges.Wait()
}
