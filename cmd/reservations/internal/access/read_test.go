// SPDX-License-Identifier: MIT

package access

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestFailedRead fails the second of three reads in many ways. The third finds the whole
// difference to the first.
func TestFailedRead(t *testing.T) {
	t.Parallel()
	list := func(text string) reservationstest.Fault { return reservationstest.Body(200, "application/json", text) }
	for _, test := range []struct {
		name  string
		fault reservationstest.Fault
		says  string
	}{
		{"401", reservationstest.Status(401), "check the API key"},
		{"HTML", reservationstest.HTML(200), "cannot read the response"},
		{"null", list("null"), "cannot read the response"},
		{"nothing", list("[]"), "lists no reservation at all, although some were known before"},
		{"no id", list(`[{"number": "R1"}]`), `reservation "R1" has no id`},
		{"an unexpected unit", list(`[{"id": 1001, "accommodationUnit": "C1"}]`), "[0].accommodationUnit cannot be read"},
		{"an unexpected id of unit", list(`[{"id": 1001, "accommodationUnit": {"id": "C1"}}]`), "[0].accommodationUnit.id cannot be read"},
		{"an unexpected state", list(`[{"id": 1001, "cancelled": "perhaps"}]`), "[0].cancelled cannot be read"},
		{"Ctrl-C before the next attempt", nil, "interrupted"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t, reservationstest.NewSummary(1001))
			p.once(t)
			p.server.Put(reservationstest.NewSummary(1001, func(r *types.ReservationSummary) { r.AccommodationUnit.ID = 9 }))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			p.server.ResetCalls()
			if test.fault == nil {
				p.server.Inject(reservationstest.OpSummaries, reservationstest.Nth(2), reservationstest.Before(cancel))
				test.fault = reservationstest.ResetAfter()
			}
			p.server.Inject(reservationstest.OpSummaries, reservationstest.Always(), test.fault)
			stdout, stderr, code := p.run(ctx, "--once")
			if code == 0 || !strings.Contains(stderr, test.says) || stdout != "" {
				t.Errorf("exit code %d, want an error that says %q; it printed:\n%s%s", code, test.says, stdout, stderr)
			}
			p.server.ClearFaults()
			stdout, _ = p.once(t)
			if diff := cmp.Diff([]string{"moved 1001"}, kindsOf(t, stdout)); diff != "" {
				t.Errorf("the next read (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEmptyListThatIsAccepted(t *testing.T) {
	t.Parallel()
	p := newProgram(t, reservationstest.NewSummary(1001))
	p.once(t)
	p.server.Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.Body(200, "application/json", "[]"))
	stdout, _ := p.once(t, "--accept-empty")
	if diff := cmp.Diff([]string{"missing 1001"}, kindsOf(t, stdout)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestStatuses reads one reservation of each state.
func TestStatuses(t *testing.T) {
	t.Parallel()
	var records []any
	for i, change := range []func(*types.ReservationSummary){
		func(r *types.ReservationSummary) {},
		func(r *types.ReservationSummary) { r.Status = types.ReservationStatusImported },
		func(r *types.ReservationSummary) { r.Status = types.ReservationStatusOption },
		func(r *types.ReservationSummary) { r.Denied = types.Ptr(true) },
		func(r *types.ReservationSummary) { r.Status = "" },
		func(r *types.ReservationSummary) { r.Status, r.Confirmed = "", nil },
		func(r *types.ReservationSummary) { r.Closed = types.Ptr(true) },
	} {
		records = append(records, reservationstest.NewSummary(int64(i+1), change))
	}
	for status, want := range map[string][]string{
		"confirmed,imported": {"arrival 1", "arrival 2", "arrival 5", "arrival 7"},
		"option":             {"arrival 3", "arrival 5"},
	} {
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			stdout, _ := newProgram(t, records...).once(t, "--status", status)
			if diff := cmp.Diff(want, kindsOf(t, stdout)); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}
