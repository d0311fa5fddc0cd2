// SPDX-License-Identifier: MIT

package walks_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestRegisterLeavesNothingUnderWay: whatever ends the reading, no request is under way when it returns,
// and synctest fails if a goroutine is left.
func TestRegisterLeavesNothingUnderWay(t *testing.T) {
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
