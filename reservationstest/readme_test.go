// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"errors"
	"net/http"
	"sync/atomic"
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
	srv, client := reservationstest.New(t,
		reservationstest.WithRecords(reservationstest.NewGuest(7)),                // for all operations but the night register
		reservationstest.WithBookings(reservationstest.Park(1, 50, monday, 7)...), // for the night register
	)
	srv.Inject("reports.presence", reservationstest.Every(3), reservationstest.TooManyRequests("0"))

	days, err := client.Reports.Presence(t.Context(), reservations.PresenceParams{DateFrom: monday, DateTo: monday.AddDays(6)})
	if err != nil {
		t.Fatal(err)
	}
	if len(days) != 7 || days[0].Persons() == 0 {
		t.Errorf("got %d days with %d persons on the first", len(days), days[0].Persons())
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

// TestThirdPage is the test that docs/testing.md shows, of a fault on one page.
func TestThirdPage(t *testing.T) {
	srv, client := reservationstest.New(t)
	for id := range int64(300) {
		srv.Put(reservationstest.NewSupplement(id + 1))
	}
	var refused atomic.Bool
	srv.Inject("supplements.list", reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.URL.Query().Get("offset") == "198" && refused.CompareAndSwap(false, true) {
			reservationstest.TooManyRequests("0")(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	})
	supplements, err := reservations.Collect(client.Supplements.All(t.Context(), reservations.SupplementsParams{}))
	if err != nil || len(supplements) != 300 || !refused.Load() {
		t.Errorf("got %d supplements and error %v", len(supplements), err)
	}
}

// TestRefusedForEver is the test that docs/testing.md shows, of a service that refuses everything.
func TestRefusedForEver(t *testing.T) {
	srv, client := reservationstest.New(t)
	srv.Inject("guests.get", reservationstest.Always(), reservationstest.TooManyRequests("3600"))
	if _, err := client.Guests.Get(t.Context(), 7); !errors.Is(err, reservations.ErrRateLimited) {
		t.Errorf("got error %v, want ErrRateLimited", err)
	}
}
