// SPDX-License-Identifier: MIT

package register_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestAPageIsTriedLikeAnyCall: the first page and those after it get MaxAttempts attempts, and
// only for what is retried. After a success a 503 or a reset may ask for fewer requests, so these
// count only when they have gone on for half a minute.
func TestAPageIsTriedLikeAnyCall(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		fault    reservationstest.Fault
		attempts int
		slowDown bool // may ask for fewer requests
	}{
		{"503", reservationstest.Status(503), 5, true},
		{"reset", reservationstest.Reset(), 5, true},
		{"cut off", reservationstest.Truncate(5), 5, false},
		{"501", reservationstest.Status(501), 1, false},
		{"endless", reservationstest.Endless(), 1, false},
	} {
		for _, page := range []int{1, 2} {
			for _, failures := range []int{0, 1, 2, 3, 4, 5, 40} {
				t.Run(fmt.Sprintf("%s %d times at page %d", test.name, failures, page), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						srv := serve(60)
						inject(srv, func(n int) bool { return n >= page && n < page+failures }, test.fault)
						c := testclient.Over(t, srv, reservations.WithMaxConcurrency(1), reservations.WithMaxResponseBytes(1<<20))
						slowsDown := test.slowDown && page > 1
						if failures < test.attempts || slowsDown && failures < 10 {
							complete(t, srv, c, days(1, 25))
							return
						}
						_, err := c.Reports.Presence(t.Context(), days(1, 25))
						sent, want := len(srv.Requests()), page-1+test.attempts
						if err == nil || !slowsDown && sent != want {
							t.Errorf("got %v after %d requests, want a failure after %d", err, sent, want)
						}
					})
				})
			}
		}
	}
}

// TestRefusalOfALaterPage ends the reading: it is not begun again.
func TestRefusalOfALaterPage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name                   string
		total, request, status int
	}{
		{"the second page", 70, 2, 400},
		{"the end of two pages", 70, 3, 400},
		{"the end of two pages, not found", 70, 3, 404},
		{"the end of one page", 40, 2, 400},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := serve(test.total)
			inject(srv, reservationstest.Nth(test.request), reservationstest.Status(test.status))
			_, err := testclient.Over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), days(2, 50))
			var refused *reservations.APIError
			if !errors.As(err, &refused) || refused.StatusCode != test.status || len(srv.Requests()) != test.request {
				t.Errorf("got %v after %d requests, want %d after %d", err, len(srv.Requests()), test.status, test.request)
			}
		})
	}
}

// TestRetriesOfTheCall hold for every page, and for this register alone.
func TestRetriesOfTheCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := serve(60)
		inject(srv, reservationstest.Nth(2), reservationstest.Status(503))
		c := testclient.Over(t, srv, reservations.WithMaxConcurrency(1))
		_, err := c.Reports.Presence(t.Context(), days(1, 0), reservations.WithCallRetry(reservations.NoRetry()))
		var refused *reservations.APIError
		if !errors.As(err, &refused) || refused.Attempts != 1 {
			t.Errorf("got %v, want the 503 of the second page after one attempt", err)
		}
		inject(srv, reservationstest.Nth(2), reservationstest.Status(503))
		complete(t, srv, c, days(1, 0))
	})
}

// TestCancelledOnALaterPage: the error says what that page waited for.
func TestCancelledOnALaterPage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := serve(60)
		inject(srv, reservationstest.Nth(2), reservationstest.Status(503))
		inject(srv, reservationstest.Nth(3), reservationstest.TooManyRequests("40"))
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(5*time.Second, cancel)
		_, err := testclient.Over(t, srv, reservations.WithMaxConcurrency(1)).Reports.Presence(ctx, days(2, 0))
		var ended *reservations.TransportError
		if !errors.Is(err, context.Canceled) || !errors.Is(err, reservations.ErrRateLimited) ||
			!errors.As(err, &ended) || ended.Attempts != 2 {
			t.Errorf("got %v, want the cancellation and the 429 it waited for", err)
		}
	})
}
