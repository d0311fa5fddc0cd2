// SPDX-License-Identifier: MIT

package lists_test

import (
	"context"
	"errors"
	"net/http"
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
	tests := []struct {
		name string
		rt   testkit.RoundTripper
		is   func(error) bool
		want []string
	}{
		{"refused", testclient.Responds(400, "", ""),
			func(err error) bool { return errors.Is(err, reservations.ErrBadRequest) }, []string{"+100", "+25"}},
		{"not found", testclient.Responds(404, "", ""),
			func(err error) bool { return errors.Is(err, reservations.ErrNotFound) }, []string{"+100"}},
		{"unreadable", testclient.Responds(200, "", "<html>"),
			func(err error) bool { return errors.As(err, new(*reservations.DecodeError)) }, []string{"+100"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			eachList(t, func(t *testing.T, list testclient.Call) {
				var q requests
				ids, err := read(t, testclient.Over(t, q.to(test.rt)), list)
				if !test.is(err) || len(ids) > 0 {
					t.Errorf("got %d records, %v", len(ids), err)
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
		if r.URL.Query().Get("offset") == "24" {
			return testclient.Responds(400, "", "late")(r)
		}
		return srv.RoundTrip(r)
	})
	var resp reservations.Response
	params := reservations.SupplementsParams{Organization: 1, Limit: 25}
	all := testclient.Over(t, failing).Supplements.All(t.Context(), params, reservations.WithResponseInto(&resp))
	steps := 0
	for s, err := range all {
		steps++
		if (err != nil) != (steps == 26) || err != nil && (!errors.Is(err, reservations.ErrBadRequest) || s.ID != 0) {
			t.Errorf("step %d yields %d, %v", steps, s.ID, err)
		}
	}
	if steps != 26 || string(resp.Body) != "late" {
		t.Errorf("%d steps, the last with the response %q; want 26", steps, resp.Body)
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

func TestNegativeOffset(t *testing.T) {
	t.Parallel()
	eachList(t, func(t *testing.T, list testclient.Call) {
		list.Offset = -1
		srv := service(1)
		_, err := read(t, testclient.Over(t, srv), list)
		var bad *reservations.ParamError
		if !errors.As(err, &bad) || bad.Name != list.Operation.Name || bad.Param != "offset" || len(srv.Calls()) > 0 {
			t.Errorf("got %v after %d requests, want a ParamError", err, len(srv.Calls()))
		}
	})
}

// TestCallOptionsHoldForTheWholeList: the timeout counts from the first step to the last.
func TestCallOptionsHoldForTheWholeList(t *testing.T) {
	t.Parallel()
	eachList(t, func(t *testing.T, list testclient.Call) {
		synctest.Test(t, func(t *testing.T) {
			q, start, timeout := requests{slow: true}, time.Now(), 3500*time.Millisecond
			c := testclient.Over(t, q.to(service(400)), reservations.WithMaxConcurrency(1))
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
