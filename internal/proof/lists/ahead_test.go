// SPDX-License-Identifier: MIT

package lists_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
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

// TestPagesAreReadAhead: the first page, two pages, the other eight in two rounds, because a
// client begins with few requests under way, and two requests at the end.
func TestPagesAreReadAhead(t *testing.T) {
	t.Parallel()
	srv := thousand()
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
	padded := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := srv.RoundTrip(r)
		if err == nil {
			padding := strings.NewReader(strings.Repeat(" ", 2<<20))
			resp.Body, resp.ContentLength = io.NopCloser(io.MultiReader(padding, resp.Body)), -1
		}
		return resp, err
	})
	synctest.Test(t, func(t *testing.T) {
		q := requests{slow: true}
		if err := supplements(t.Context(), testclient.Over(t, q.to(padded)), everyRecord); err != nil {
			t.Fatal(err)
		}
		if q.most != 1 {
			t.Errorf("%d requests were under way at the same time, want 1", q.most)
		}
	})
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

// TestNothingIsLeftUnderWay: however a list ends while pages are read ahead, it does not wait for their
// responses. No request of it is left, and synctest fails if a goroutine is.
func TestNothingIsLeftUnderWay(t *testing.T) {
	t.Parallel()
	srv := thousand()
	tests := map[string]func(cancel func()) (goOn bool){
		"break":  func(func()) bool { return false },
		"cancel": func(cancel func()) bool { cancel(); return true },
		"panic":  func(func()) bool { panic("reader") },
		"Goexit": func(func()) bool { runtime.Goexit(); return true },
	}
	for name, end := range tests {
		for _, last := range []int64{100, 101, 500} {
			t.Run(fmt.Sprintf("%s at record %d", name, last), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					q := requests{slow: true}
					c := testclient.Over(t, q.to(srv))
					var ended time.Time
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					var reader sync.WaitGroup
					reader.Go(func() {
						defer func() { _ = recover() }()
						err := supplements(ctx, c, func(id int64) bool {
							if id != last {
								return true
							}
							ended = time.Now()
							return end(cancel)
						})
						if (err != nil) != (name == "cancel") {
							t.Errorf("got %v", err)
						}
					})
					reader.Wait()
					if waited := time.Since(ended); waited > 0 {
						t.Errorf("it waited %v after record %d", waited, last)
					}
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
}

// TestPanicOverAPageThatIsReadAhead: what ends the goroutine of such a page ends that of the caller, even
// if the caller breaks before it is the turn of that page.
func TestPanicOverAPageThatIsReadAhead(t *testing.T) {
	t.Parallel()
	srv := thousand()
	for name, end := range map[string]func(){"hook": func() { panic("hook") }, "<nil>": runtime.Goexit} {
		for _, last := range []int64{250, 1000} {
			t.Run(fmt.Sprintf("%s before record %d", name, last), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					var q requests
					c := testclient.Over(t, q.to(testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
						switch r.URL.Query().Get("offset") {
						case "297":
							end()
						case "396":
							<-r.Context().Done()
							time.Sleep(time.Minute) // virtual: the panic waits for it
						}
						return srv.RoundTrip(r)
					})))
					read, got := int64(0), ""
					var reader sync.WaitGroup
					reader.Go(func() {
						defer func() { got = fmt.Sprint(recover()) }()
						err := supplements(t.Context(), c, func(id int64) bool {
							read = id
							time.Sleep(time.Second) // virtual: the page ahead has been read then
							return id < last
						})
						t.Errorf("the list ended with %v", err)
					})
					reader.Wait()
					if want := min(last, 298); got != name || read != want || q.underWay > 0 {
						t.Errorf("recovered %s after record %d, want %d; %d requests are under way", got, read, want, q.underWay)
					}
				})
			})
		}
	}
}

// TestRangesShareNothing ranges over the same lists in several goroutines; the race detector sees
// what they share.
func TestRangesShareNothing(t *testing.T) {
	t.Parallel()
	srv := service(450)
	c := testclient.Over(t, srv, reservations.WithOrganization(1))
	params := reservations.SummariesParams{DateFrom: testclient.From, DateTo: testclient.From.AddDate(1, 0, 0)}
	supplements := c.Supplements.All(t.Context(), reservations.SupplementsParams{})
	summaries := c.Reservations.AllSummaries(t.Context(), params)
	var ranges sync.WaitGroup
	for range 3 {
		ranges.Go(func() {
			all, err := reservations.Collect(supplements)
			if diff := cmp.Diff(reservationstest.All[types.Supplement](srv), all); err != nil || diff != "" {
				t.Errorf("%v, supplements (-served +read):\n%s", err, diff)
			}
			if all, err := reservations.Collect(summaries); err != nil || len(all) != 450 {
				t.Errorf("%d summaries, %v; want 450", len(all), err)
			}
		})
	}
	ranges.Wait()
}
