// SPDX-License-Identifier: MIT

package register_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestIterationReadsTheRegisterEachTime(t *testing.T) {
	t.Parallel()
	srv := serve(3)
	register := testclient.Over(t, srv).Reports.PresenceDays(t.Context(), days(4, 0))
	if n := len(srv.Requests()); n != 0 {
		t.Fatalf("%d requests before the iteration", n)
	}
	for range register {
		break
	}
	var got []types.PresenceDay
	for day, err := range register {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, day)
	}
	isRegister(t, srv, days(4, 0), got)
	if n := len(srv.Requests()); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
}

func TestIterationYieldsOneErrorAndEnds(t *testing.T) {
	t.Parallel()
	srv := serve(60)
	inject(srv, reservationstest.Nth(2), reservationstest.Status(501))
	steps := 0
	for day, err := range testclient.Over(t, srv).Reports.PresenceDays(t.Context(), days(4, 0)) {
		steps++
		if !errors.Is(err, reservations.ErrServer) || !day.Date.IsZero() || day.Items != nil {
			t.Errorf("step %d yields %+v, %v; want a zero day and ErrServer", steps, day, err)
		}
	}
	if steps != 1 {
		t.Errorf("%d steps, want 1", steps)
	}
}

// TestNothingIsLeftUnderWay: whatever ends the reading, no request is under way when it returns,
// and synctest fails if a goroutine is left.
func TestNothingIsLeftUnderWay(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*testing.T, *reservations.Client){
		"cancelled": func(t *testing.T, c *reservations.Client) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(1500*time.Millisecond, cancel)
			if _, err := c.Reports.Presence(ctx, days(2, 0)); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want context.Canceled", err)
			}
		},
		"timed out": func(t *testing.T, c *reservations.Client) {
			start, timeout := time.Now(), 1500*time.Millisecond
			_, err := c.Reports.Presence(t.Context(), days(2, 0), reservations.WithCallTimeout(timeout))
			if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != timeout {
				t.Errorf("got %v after %v, want DeadlineExceeded after %v", err, took, timeout)
			}
		},
		"panic in Progress": func(t *testing.T, c *reservations.Client) {
			p := days(2, 0)
			p.Progress = func(at reservations.PresenceProgress) {
				if at.Covered > 25 {
					panic("enough")
				}
			}
			defer func() {
				if got := recover(); got != "enough" {
					t.Errorf("recovered %v", got)
				}
			}()
			c.Reports.Presence(t.Context(), p)
		},
		"break": func(t *testing.T, c *reservations.Client) {
			for range c.Reports.PresenceDays(t.Context(), days(2, 0)) {
				break
			}
		},
		"one page refused": func(t *testing.T, c *reservations.Client) {
			start := time.Now()
			_, err := c.Reports.Presence(t.Context(), days(2, 0))
			if took := time.Since(start); !errors.Is(err, reservations.ErrBadRequest) || took > time.Minute {
				t.Errorf("got %v after %v, want the refusal of that page before others come", err, took)
			}
		},
	}
	for name, read := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv := serve(500)
				if name == "one page refused" {
					inject(srv, reservationstest.Nth(3), reservationstest.Status(400))
					inject(srv, func(n int) bool { return n >= 4 }, reservationstest.Slow(time.Hour))
				}
				// The first page is slow as well, or the timeout of the register would be that of the second page.
				inject(srv, reservationstest.Nth(1), reservationstest.Before(func() { time.Sleep(time.Second) })) // virtual
				inject(srv, func(n int) bool { return n >= 2 }, reservationstest.Slow(time.Second))
				var under testclient.UnderWay
				read(t, testclient.Over(t, under.Count(srv)))
				if n := under.Load(); n != 0 {
					t.Errorf("%d requests are still under way", n)
				}
			})
		})
	}
}

// TestReadingEndsWhereItsPageEnds: what ends the goroutine that reads a page ends the reading on
// the goroutine of the caller, and the client goes on working.
func TestReadingEndsWhereItsPageEnds(t *testing.T) {
	t.Parallel()
	ends := map[string]func(){"panic": func() { panic("enough") }, "Goexit": runtime.Goexit}
	for how, end := range ends {
		for _, place := range []string{"transport", "hook", "limiter"} {
			for _, request := range []int64{1, 4, 12} {
				t.Run(fmt.Sprintf("%s in the %s at request %d", how, place, request), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { endAt(t, request, place, end, how == "panic") })
				})
			}
		}
	}
}

// endAt reads a register of thirteen pages until one request calls end.
func endAt(t *testing.T, request int64, place string, end func(), panics bool) {
	var calls, started atomic.Int64
	at := func(here string) {
		if here == place && calls.Add(1) == request {
			end()
		}
	}
	hooks := reservations.Hooks{
		CallStart:    func(context.Context, reservations.Call) context.Context { started.Add(1); return nil },
		CallEnd:      func(context.Context, reservations.Call) { started.Add(-1) },
		AttemptStart: func(context.Context, reservations.Attempt) context.Context { started.Add(1); return nil },
		AttemptEnd:   func(context.Context, reservations.Attempt) { started.Add(-1); at("hook") },
	}
	srv, under := serve(300), testclient.UnderWay{}
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		at("transport")
		return under.Count(srv).RoundTrip(r)
	}), reservations.WithHooks(hooks), reservations.WithLimiter(limiter(func() { at("limiter") })))
	var recovered any
	returned, ended := false, make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { recovered = recover() }()
		c.Reports.Presence(t.Context(), days(1, 25))
		returned = true
	}()
	<-ended
	if returned || (recovered != nil) != panics {
		t.Errorf("returned %t, recovered %v", returned, recovered)
	}
	if under.Load() != 0 || started.Load() != 0 {
		t.Errorf("%d requests are under way, and %d starts have no end", under.Load(), started.Load())
	}
	complete(t, srv, c, days(1, 25))
}

// limiter is a limiter that calls a function.
type limiter func()

func (f limiter) Wait(context.Context) error { f(); return nil }
