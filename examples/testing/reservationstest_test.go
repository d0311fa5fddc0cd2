package arrivals

import (
	"slices"
	"testing"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// inMemory returns a client for a service that holds records.
func inMemory(t *testing.T, records ...any) (*reservations.Client, *reservationstest.Server) {
	t.Helper()
	server := reservationstest.NewServer(reservationstest.WithRecords(records...))
	t.Cleanup(server.Close)
	client, err := reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(1))
	if err != nil {
		t.Fatal(err)
	}
	return client, server
}

// records returns what a test asks for on 20 November 2026: one guest comes back, one is new, one has cancelled, and one arrived
// the day before. The builders fill in whatever a test does not look at.
func records() []any {
	return []any{
		reservationstest.NewGuest(1, func(g *types.Guest) { g.Returning = true }),
		reservationstest.NewSummary(1, func(r *types.ReservationSummary) { r.Name = "Jansen" }),
		reservationstest.NewSummary(2, func(r *types.ReservationSummary) { r.Status = types.ReservationStatusCancelled }),
		reservationstest.NewSummary(3, func(r *types.ReservationSummary) { r.DateFrom = "2026-11-19" }),
		reservationstest.NewGuest(4),
		reservationstest.NewSummary(4, func(r *types.ReservationSummary) { r.Name, r.AccommodationUnit = "Garnier", nil }),
	}
}

func TestOnWithReservationstest(t *testing.T) {
	t.Parallel()
	client, server := inMemory(t, records()...)
	// The client waits and repeats, and its user notices nothing.
	server.Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.TooManyRequests("0"))

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
	if first := server.Calls()[0]; first.Query.Get("organization") != "1" || first.Status != 429 {
		t.Errorf("the first call asked for %v and was answered %d", first.Query, first.Status)
	}
}

// The guest of the first reservation was deleted: the service answers 404, and the
// reservation is on the list all the same.
func TestOnWithReservationstestNotFound(t *testing.T) {
	t.Parallel()
	client, server := inMemory(t, records()[1:]...)
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
	for _, call := range server.Calls() {
		if call.Operation == reservationstest.OpGuest && call.ID == "1" && call.Status != 404 {
			t.Errorf("the deleted guest was answered %d", call.Status)
		}
	}
}
