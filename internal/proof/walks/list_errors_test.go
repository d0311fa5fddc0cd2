// SPDX-License-Identifier: MIT

package walks_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestErrorOfAPage ends the list. The page is asked for again only where the service may have
// refused its limit.
func TestErrorOfAPage(t *testing.T) {
	t.Parallel()
	isBadRequest := func(err error) bool { return errors.Is(err, reservations.ErrBadRequest) }
	tests := []struct {
		name  string
		limit int
		rt    testkit.RoundTripper
		is    func(error) bool
		want  []string
	}{
		{"refused", 0, testclient.Responds(400, "", "x"), isBadRequest, []string{"+100", "+25"}},
		{"refused at 26", 26, testclient.Responds(400, "", "x"), isBadRequest, []string{"+26", "+25"}},
		{"refused at 25", 25, testclient.Responds(400, "", "x"), isBadRequest, []string{"+25"}},
		{"not found", 0, testclient.Responds(404, "", "x"),
			func(err error) bool { return errors.Is(err, reservations.ErrNotFound) }, []string{"+100"}},
		{"unreadable", 0, testclient.Responds(200, "", "<html>"),
			func(err error) bool { return errors.As(err, new(*reservations.DecodeError)) }, []string{"+100"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			eachList(t, func(t *testing.T, list testclient.Call) {
				var q requests
				var resp reservations.Response
				list.Limit = test.limit
				ids, err := read(t, testclient.Over(t, q.to(test.rt)), list, reservations.WithResponseInto(&resp))
				if !test.is(err) || len(ids) > 0 || len(resp.Body) == 0 {
					t.Errorf("got %d records, %v, with the response %q", len(ids), err, resp.Body)
				}
				if diff := cmp.Diff(test.want, q.sent); diff != "" {
					t.Errorf("requests (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestErrorComesLast, after the records of the pages before it, and with the response of its page.
func TestErrorComesLast(t *testing.T) {
	t.Parallel()
	srv := service(60)
	srv.Inject("supplements.list", reservationstest.Nth(3), reservationstest.Status(400))
	var resp reservations.Response
	params := reservations.SupplementsParams{Organization: 1, Limit: 20}
	steps := 0
	c := testclient.Over(t, srv, reservations.WithMaxConcurrency(1))
	for s, err := range c.Supplements.All(t.Context(), params, reservations.WithResponseInto(&resp)) {
		if steps++; (err != nil) != (steps == 40) || err != nil && (!errors.Is(err, reservations.ErrBadRequest) || s.ID != 0) {
			t.Errorf("step %d yields %d, %v", steps, s.ID, err)
		}
	}
	if steps != 40 || resp.StatusCode != 400 {
		t.Errorf("%d steps, the last with a response of status %d; want 40", steps, resp.StatusCode)
	}
}

// TestCallOptionsHoldForTheWholeList: the timeout counts from the first step to the last.
func TestCallOptionsHoldForTheWholeList(t *testing.T) {
	t.Parallel()
	srv := service(400)
	eachList(t, func(t *testing.T, list testclient.Call) {
		synctest.Test(t, func(t *testing.T) {
			q, start, timeout := requests{slow: true}, time.Now(), 3500*time.Millisecond
			c := testclient.Over(t, q.to(srv), reservations.WithMaxConcurrency(1))
			ids, err := read(t, c, list, reservations.WithCallTimeout(timeout))
			if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || len(ids) != 298 || took != timeout {
				t.Errorf("got %d records in %v, %v; want 298 in %v", len(ids), took, err, timeout)
			}
			var bad *reservations.ParamError
			if _, err := read(t, c, list, nil); !errors.As(err, &bad) {
				t.Errorf("got %v for a nil option, want a ParamError", err)
			}
		})
	})
}

// TestCollect returns the records before an error, and reads nothing after it.
func TestCollect(t *testing.T) {
	t.Parallel()
	broken := errors.New("the list broke off")
	for n := range 3 {
		got, err := reservations.Collect(func(yield func(int, error) bool) {
			for i := range n {
				if !yield(i+1, nil) {
					t.Errorf("record %d is the last one that is read", i+1)
				}
			}
			if yield(0, broken) {
				t.Error("the list is read after its error")
			}
		})
		if err != broken || len(got) != n || n > 0 && got[n-1] != n {
			t.Errorf("got %v, %v, want %d records and the error", got, err, n)
		}
	}
}
