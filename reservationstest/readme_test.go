// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestMyCode is the test that docs/testing.md shows.
func TestMyCode(t *testing.T) {
	monday := types.NewDate(2026, 7, 6)
	_, client := reservationstest.New(t, reservationstest.WithPark(1, 50, monday, 7))
	week := reservations.SummariesParams{DateFrom: monday.Midnight(), DateTo: monday.AddDays(7).Midnight().Add(-time.Second)}
	listed, err := reservations.Collect(client.Reservations.AllSummaries(t.Context(), week))
	if err != nil {
		t.Fatal(err)
	}
	first := listed[0]
	later := first.DateTo.DateAsWritten().AddDays(1)
	params := reservations.UpdateReservationParams{Token: first.Token} // which opens the reservation
	if _, err := client.Reservations.Update(t.Context(), first.ID, params, &types.ReservationUpdate{DateTo: types.Set(later.DateTime())}); err != nil {
		t.Fatal(err)
	}
	days, err := client.Reports.Presence(t.Context(), reservations.PresenceParams{DateFrom: monday, DateTo: monday.AddDays(6)})
	if err != nil {
		t.Fatal(err)
	}
	isFirst := func(item types.PresenceItem) bool { return item.ReservationID == first.ID }
	for _, day := range days {
		if i := slices.IndexFunc(day.Items, isFirst); i >= 0 && day.Items[i].ReservationDateTo != later {
			t.Errorf("in the night of %s it is booked until %s, want %s", day.Date, day.Items[i].ReservationDateTo, later)
		}
	}
}

// TestTwoParks is the test of two organizations that docs/testing.md shows.
func TestTwoParks(t *testing.T) {
	monday, key := types.NewDate(2026, 7, 6), "key of the second park"
	second := reservationstest.NewServer(reservationstest.WithOrganization(2), reservationstest.WithKey(key), reservationstest.WithPark(2, 50, monday, 7))
	_, first := reservationstest.New(t, reservationstest.WithOrganization(1), reservationstest.WithPark(1, 50, monday, 7),
		reservationstest.WithOrganizations(second))
	client, err := first.With(reservations.WithOrganization(2), reservations.WithAPIKeySource(func(context.Context) (string, error) { return key, nil }))
	if err != nil {
		t.Fatal(err)
	}
	second.RemoveReservation(5007) // as if somebody had deleted it
	week := reservations.SummariesParams{DateFrom: monday.AddDays(-30).Midnight(), DateTo: monday.AddDays(60).Midnight()}
	if listed, err := reservations.Collect(client.Reservations.AllSummaries(t.Context(), week)); err != nil || len(listed) != 49 {
		t.Errorf("got %d reservations and error %v", len(listed), err)
	}
}

// TestWaiting is the test in virtual time that docs/testing.md shows.
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, client := reservationstest.New(t, reservationstest.WithRecords(reservationstest.NewGuest(7)))
		srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("20"))
		start := time.Now()
		if _, err := client.Guests.Get(t.Context(), 7); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(start); waited < 20*time.Second { // by the clock of the test
			t.Errorf("the client has waited for %v", waited)
		}
	})
}

// refuseThirdPage is a fault for a page. Each begins with the last record of the one before: those of 100 at 0, 99 and 198.
func refuseThirdPage(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.URL.Query().Get("offset") == "198" {
		reservationstest.Status(403)(w, r, next)
		return
	}
	next.ServeHTTP(w, r)
}

// TestThirdPage uses the fault that docs/testing.md shows.
func TestThirdPage(t *testing.T) {
	srv, client := reservationstest.New(t)
	for id := range int64(300) {
		srv.Put(reservationstest.NewSupplement(id + 1))
	}
	srv.Inject("supplements.list", reservationstest.Always(), refuseThirdPage)
	supplements, err := reservations.Collect(client.Supplements.All(t.Context(), reservations.SupplementsParams{}))
	if len(supplements) != 199 || !errors.Is(err, reservations.ErrForbidden) {
		t.Errorf("got %d supplements and error %v", len(supplements), err)
	}
}
