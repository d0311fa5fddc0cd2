// SPDX-License-Identifier: MIT

package lists_test

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestPagesAreReadAhead: the first page, two pages, the other eight in two rounds, because a
// client begins with few requests under way, and two requests at the end.
func TestPagesAreReadAhead(t *testing.T) {
	t.Parallel()
	srv := service(1000)
	eachList(t, func(t *testing.T, list testclient.Call) {
		synctest.Test(t, func(t *testing.T) {
			q, start := requests{slow: true}, time.Now()
			ids, err := read(t, testclient.Over(t, q.to(srv), reservations.WithMaxConcurrency(8)), list)
			if err != nil || len(ids) != 1000 {
				t.Errorf("got %d records, %v", len(ids), err)
			}
			if took := time.Since(start); took != 6*time.Second || len(q.sent) > 13+8 {
				t.Errorf("%d requests took %v, want 6s", len(q.sent), took)
			}
		})
	})
}

// TestLongPagesAreReadOneAtATime, because they would be in memory together.
func TestLongPagesAreReadOneAtATime(t *testing.T) {
	t.Parallel()
	srv := service(400)
	for name, blanks := range map[string]int{"short": 0, "long": 2 << 20} { // before each page
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				q := requests{slow: true}
				padded := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
					resp, err := srv.RoundTrip(r)
					if err == nil && blanks > 0 {
						padding := strings.NewReader(strings.Repeat(" ", blanks))
						resp.Body, resp.ContentLength = io.NopCloser(io.MultiReader(padding, resp.Body)), -1
					}
					return resp, err
				})
				if err := supplements(t.Context(), testclient.Over(t, q.to(padded)), everyRecord); err != nil {
					t.Fatal(err)
				}
				if alone := q.most == 1; alone != (blanks > 0) {
					t.Errorf("%d requests were under way at the same time", q.most)
				}
			})
		})
	}
}

// TestListThatIsLeft sends no request before the first step, and none after the last. Each range
// over it begins anew.
func TestListThatIsLeft(t *testing.T) {
	t.Parallel()
	var q requests
	c := testclient.Over(t, q.to(service(400)))
	all := c.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1})
	if len(q.sent) != 0 {
		t.Fatal("a request was sent before the first step")
	}
	for range 2 {
		for s := range all {
			if s.ID == 3 {
				break
			}
		}
	}
	if diff := cmp.Diff([]string{"+100", "+100"}, q.sent); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestNothingIsLeftUnderWay: however a list ends while pages are read ahead, no request of it is
// left, and synctest fails if a goroutine is.
func TestNothingIsLeftUnderWay(t *testing.T) {
	t.Parallel()
	srv := service(1000)
	tests := map[string]func(cancel func()) (goOn bool){
		"break":  func(func()) bool { return false },
		"cancel": func(cancel func()) bool { cancel(); return true },
		"panic":  func(func()) bool { panic("reader") },
		"Goexit": func(func()) bool { runtime.Goexit(); return true },
	}
	for name, end := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				q := requests{slow: true}
				c := testclient.Over(t, q.to(srv))
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var reader sync.WaitGroup
				reader.Go(func() {
					defer func() { _ = recover() }()
					err := supplements(ctx, c, func(id int64) bool { return id != 500 || end(cancel) })
					if (err != nil) != (name == "cancel") {
						t.Errorf("got %v", err)
					}
				})
				reader.Wait()
				sent := len(q.sent)
				synctest.Wait()
				time.Sleep(time.Minute) // virtual
				if q.underWay > 0 || len(q.sent) > sent {
					t.Errorf("%d requests are under way, and %d were sent later", q.underWay, len(q.sent)-sent)
				}
			})
		})
	}
}

// TestPanicOverAPageThatIsReadAhead reaches the caller.
func TestPanicOverAPageThatIsReadAhead(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	hooks := reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) {
		if calls.Add(1) == 3 {
			panic("hook")
		}
	}}
	defer func() {
		if got := recover(); got != "hook" {
			t.Errorf("recovered %v", got)
		}
	}()
	c := testclient.Over(t, service(1000), reservations.WithHooks(hooks))
	err := supplements(t.Context(), c, everyRecord)
	t.Errorf("the list ended with %v", err)
}

// TestRangesShareNothing ranges over the same lists in several goroutines; the race detector sees
// what they share.
func TestRangesShareNothing(t *testing.T) {
	t.Parallel()
	c := testclient.Over(t, service(450), reservations.WithOrganization(1))
	params := reservations.SummariesParams{DateFrom: testclient.From, DateTo: testclient.From.AddDate(1, 0, 0)}
	supplements := c.Supplements.All(t.Context(), reservations.SupplementsParams{})
	summaries := c.Reservations.AllSummaries(t.Context(), params)
	var ranges sync.WaitGroup
	for range 3 {
		ranges.Go(func() {
			if all, err := reservations.Collect(supplements); err != nil || len(all) != 450 {
				t.Errorf("%d supplements, %v; want 450", len(all), err)
			}
			if all, err := reservations.Collect(summaries); err != nil || len(all) != 450 {
				t.Errorf("%d summaries, %v; want 450", len(all), err)
			}
		})
	}
	ranges.Wait()
}
