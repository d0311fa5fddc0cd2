// SPDX-License-Identifier: MIT

package walks_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// inGoroutine calls f, which may panic or end its goroutine. It returns the value of the panic, which is nil otherwise.
func inGoroutine(f func()) (recovered any) {
	var done sync.WaitGroup
	done.Go(func() {
		defer func() { recovered = recover() }()
		f()
	})
	done.Wait()
	return recovered
}

// TestNothingIsLeftUnderWay: however a loop over a list ends while pages are read ahead, it does not wait for them. No
// request is under way then, and synctest fails if a goroutine is left.
func TestNothingIsLeftUnderWay(t *testing.T) {
	srv := records(1000)
	for name, end := range map[string]func(cancel func()) (goOn bool){
		"break":  func(func()) bool { return false },
		"cancel": func(cancel func()) bool { cancel(); return true },
		"panic":  func(func()) bool { panic("reader") },
		"Goexit": func(func()) bool { runtime.Goexit(); return true },
	} {
		for _, last := range []int64{100, 101, 500} {
			t.Run(fmt.Sprintf("%s at record %d", name, last), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					q := requests{slow: true}
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					var ended time.Time
					var failed error
					c := testclient.Over(t, q.to(srv), reservations.WithMaxConcurrency(8))
					inGoroutine(func() {
						for s, err := range c.Supplements.All(ctx, reservations.SupplementsParams{Organization: 1}) {
							if failed = err; s.ID == last {
								if ended = time.Now(); !end(cancel) {
									break
								}
							}
						}
					})
					waited, sent := time.Since(ended), len(q.sent)
					time.Sleep(time.Minute) // virtual
					if waited > 0 || q.Load() > 0 || len(q.sent) > sent || (failed != nil) != (name == "cancel") {
						t.Errorf("it waited %v, %d requests are under way, and %d were sent later: %v", waited, q.Load(), len(q.sent)-sent, failed)
					}
				})
			})
		}
	}
}

// TestPanicOverAPage: what ends the goroutine of a request that is sent while others are under way, such as the panic of a
// caller's http.RoundTripper, ends that of the caller. No request is under way then.
func TestPanicOverAPage(t *testing.T) {
	srv := records(1000)
	srv.SetBookings(testclient.Present(1000)...)
	for _, call := range testclient.Calls() {
		if !call.Walk {
			continue
		}
		call.Limit = 100
		for want, end := range map[string]func(){"hook": func() { panic("hook") }, "<nil>": runtime.Goexit} {
			t.Run(call.Name+" "+want, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var q requests
					ends := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
						if r.URL.Query().Get("offset") > "2" {
							end()
						}
						return srv.RoundTrip(r)
					})
					q.slow = true
					goesOn := false
					got := inGoroutine(func() {
						_, _ = call.Do(t.Context(), testclient.Over(t, q.to(ends), reservations.WithMaxConcurrency(8)))
						goesOn = true
					})
					if fmt.Sprint(got) != want || goesOn {
						t.Errorf("recovered %v, the caller goes on: %t", got, goesOn)
					}
				})
			})
		}
	}
}

// TestPanicOfAPageThatIsNotWanted: the panic of a request for a page ahead is not lost if the loop ends before that page.
func TestPanicOfAPageThatIsNotWanted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := records(1000)
		ends := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			if r.URL.Query().Get("offset") == "198" {
				panic("hook")
			}
			return srv.RoundTrip(r)
		})
		got := inGoroutine(func() {
			c := testclient.Over(t, ends, reservations.WithMaxConcurrency(8))
			for s := range c.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1}) {
				if time.Sleep(time.Second); s.ID == 150 { // virtual
					break
				}
			}
			t.Error("the caller goes on")
		})
		if got != "hook" {
			t.Errorf("recovered %v", got)
		}
	})
}
