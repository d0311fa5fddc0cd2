// SPDX-License-Identifier: MIT

package arrivals

import (
	"slices"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// records returns the data of a test for 20 November 2026: one guest comes back, one is
// new, one has cancelled, and one arrived the day before. The builders fill in every field
// that the test does not look at.
func records() []any {
	return []any{
		reservationstest.NewGuest(1, func(g *types.Guest) { g.Returning = true }),
		reservationstest.NewSummary(1, func(r *types.ReservationSummary) { r.Name = "Jansen" }),
		reservationstest.NewSummary(2, func(r *types.ReservationSummary) { r.Status = types.ReservationStatusCancelled }),
		reservationstest.NewSummary(3, func(r *types.ReservationSummary) { r.DateFrom = types.NewDate(2026, 11, 19).DateTime() }),
		reservationstest.NewGuest(4),
		reservationstest.NewSummary(4, func(r *types.ReservationSummary) { r.Name, r.AccommodationUnit = "Garnier", nil }),
	}
}

func TestOnWithReservationstest(t *testing.T) {
	t.Parallel()
	server, client := reservationstest.New(t, reservationstest.WithRecords(records()...))
	// The client waits and retries, and the code under test does not notice.
	server.Inject("reservations.summaries", reservationstest.Nth(1), reservationstest.TooManyRequests("0"))

	got, err := On(t.Context(), client, types.NewDate(2026, time.November, 20))
	if err != nil {
		t.Fatal(err)
	}
	want := []Arrival{
		{Number: "R000001", Name: "Jansen", Unit: "C1", Returning: true},
		{Number: "R000004", Name: "Garnier"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("arrivals\n got %+v\nwant %+v", got, want)
	}
	if first := server.Requests()[0]; first.Query.Get("organization") != "1" || first.Status != 429 {
		t.Errorf("the first request asked for %v and its response has status %d", first.Query, first.Status)
	}
}

// The guest of the first reservation was deleted: the response is a 404, and the
// reservation is on the list all the same.
func TestOnWithReservationstestNotFound(t *testing.T) {
	t.Parallel()
	server, client := reservationstest.New(t, reservationstest.WithRecords(records()[1:]...))
	got, err := On(t.Context(), client, types.NewDate(2026, time.November, 20))
	if err != nil {
		t.Fatal(err)
	}
	want := []Arrival{
		{Number: "R000001", Name: "Jansen", Unit: "C1"},
		{Number: "R000004", Name: "Garnier"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("arrivals\n got %+v\nwant %+v", got, want)
	}
	for _, call := range server.Requests() {
		if call.Operation == "guests.get" && call.ID == "1" && call.Status != 404 {
			t.Errorf("the response for the deleted guest has status %d", call.Status)
		}
	}
}
