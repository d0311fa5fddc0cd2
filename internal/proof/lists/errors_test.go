// SPDX-License-Identifier: MIT

package lists_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
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
	failing := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Query().Get("offset") == "38" {
			return testclient.Responds(400, "", "late")(r)
		}
		return srv.RoundTrip(r)
	})
	var resp reservations.Response
	params := reservations.SupplementsParams{Organization: 1, Limit: 20}
	all := testclient.Over(t, failing).Supplements.All(t.Context(), params, reservations.WithResponseInto(&resp))
	steps := 0
	for s, err := range all {
		steps++
		if (err != nil) != (steps == 40) || err != nil && (!errors.Is(err, reservations.ErrBadRequest) || s.ID != 0) {
			t.Errorf("step %d yields %d, %v", steps, s.ID, err)
		}
	}
	if steps != 40 || string(resp.Body) != "late" {
		t.Errorf("%d steps, the last with the response %q; want 40", steps, resp.Body)
	}
}

// TestTotalOfAnEmptyPage: a list is not empty if its empty page counts records.
func TestTotalOfAnEmptyPage(t *testing.T) {
	t.Parallel()
	for total, complete := range map[string]bool{"3": false, "0": true, "": true, "many": true} {
		t.Run(total, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "", "[]", "X-Total-Count", total))
			eachList(t, func(t *testing.T, list testclient.Call) {
				if _, err := read(t, c, list); !complete {
					isIncomplete(t, err)
				} else if err != nil {
					t.Error(err)
				}
			})
		})
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
	tests := []struct {
		name string
		list []error // of each step
		want []int   // steps that are collected, from 1 on
	}{
		{"an empty list", nil, nil},
		{"a whole list", []error{nil, nil, nil}, []int{1, 2, 3}},
		{"an error at once", []error{broken, nil, nil}, nil},
		{"an error after records", []error{nil, nil, broken, nil, nil}, []int{1, 2}},
		{"an error instead of an end", []error{nil, nil, nil, broken}, []int{1, 2, 3}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := reservations.Collect(func(yield func(int, error) bool) {
				for i, err := range test.list {
					if !yield(i+1, err) {
						return
					}
				}
			})
			if diff := cmp.Diff(test.want, got); diff != "" || errors.Is(err, broken) != slices.Contains(test.list, broken) {
				t.Errorf("error %v, records (-want +got):\n%s", err, diff)
			}
		})
	}
}
