// SPDX-License-Identifier: MIT

package walks_test

import (
	"strings"
	"sync/atomic"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

func TestDataThatNeverSettles(t *testing.T) {
	t.Parallel()
	srv := serve(60)
	var id atomic.Int64
	inject(srv, reservationstest.Nth(2), reservationstest.TooManyRequests("0"))
	inject(srv, reservationstest.Always(), reservationstest.Before(func() {
		day := testclient.ParkFrom
		srv.AddBooking(reservationstest.Booking{ID: 1000 + id.Add(1), DateFrom: day, DateTo: day})
	}))
	got := incomplete(t, testclient.Over(t, srv, reservations.WithMaxConcurrency(1)), days(2, 0))
	if want := "X-Total-Count changed from 65 to 66"; !strings.Contains(got.Reason, want) {
		t.Errorf("the reason is %q, want %q", got.Reason, want)
	}
	if !strings.Contains(got.Error(), got.Reason) {
		t.Errorf("%v does not say the reason %q", got, got.Reason)
	}
	want := &reservations.IncompleteError{
		Operation: reservations.Operation{
			Name: "reports.presence", Method: "GET", Path: "/api/reports/presence", Class: reservations.ClassRead},
		URLPath: "/api/reports/presence", Walks: 3, Pages: 6,
		Totals: []int{61, 62, 63, 64, 65, 66}, Attempts: len(srv.Requests()),
	}
	if diff := gocmp.Diff(want, got, cmpopts.IgnoreFields(reservations.IncompleteError{}, "Reason", "final")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
