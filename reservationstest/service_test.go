// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestOrganizations has two behind one address: what each key opens, and what it does not.
func TestOrganizations(t *testing.T) {
	t.Parallel()
	second := rt.NewServer(rt.WithOrganization(2), rt.WithKey("second"), rt.WithRecords(rt.NewGuest(2)))
	srv := rt.NewServer(rt.WithOrganization(1), rt.WithOrganizations(second), rt.WithRecords(rt.NewGuest(1)))
	for _, test := range []struct {
		key, target string
		status      int
	}{
		{rt.Key, "/api/guests/1", 200}, {rt.Key, "/api/guests/2", 404}, {"second", "/api/guests/2", 200}, {"second", "/api/guests/1", 404},
		{rt.Key, "/api/supplements/?organization=1", 200}, {rt.Key, "/api/supplements/?organization=2", 400},
		{"second", "/api/supplements/?organization=2", 200}, {"second", "/api/supplements/?organization=1", 400}, {"third", "/api/guests/1", 401},
		{"", "/api/guests/1", 401},
	} {
		wantSame(t, test.status, inMemory(t, srv).send("GET", test.target, "", "X-Api-Key", test.key).StatusCode)
	}
	wantSame(t, "6 4", fmt.Sprint(len(srv.Requests()), len(second.Requests())))
}

// TestRate sends requests at some seconds of a rate: they are served, or refused with a Retry-After.
func TestRate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rate float64
		at   []time.Duration
		want string
	}{
		{0, []time.Duration{0, 0, 0}, "ok ok ok"},
		{2, []time.Duration{0, 0, 0, time.Second, time.Second, time.Second}, "ok ok 1 ok ok 1"},
		{2, []time.Duration{time.Minute, time.Minute, time.Minute}, "ok ok 1"}, // no more after a pause
		{0.1, []time.Duration{0, 100 * time.Millisecond, 2 * time.Second, 3500 * time.Millisecond, 10 * time.Second}, "ok 10 8 7 ok"},
		{0.3, []time.Duration{0, 1, 4 * time.Second, 4*time.Second + 1, 8 * time.Second}, "ok 4 ok 4 ok"}, // as soon as is said
		{1e-300, []time.Duration{0, 24 * time.Hour}, "ok 4611599619"},
	} {
		t.Run(fmt.Sprint(test.rate, test.at), func(t *testing.T) {
			t.Parallel()
			outside := rt.NewServer(rt.WithRate(test.rate))
			inMemory(t, outside).presence("") // the bubble has an earlier clock
			synctest.Test(t, func(t *testing.T) {
				var got []string
				begin := time.Now()
				for i, at := range test.at {
					time.Sleep(time.Until(begin.Add(at)))
					resp := inMemory(t, outside).presence("")
					text := resp.Header.Get("Retry-After")
					if resp.StatusCode == http.StatusOK {
						text = "ok"
					}
					got = append(got, text)
					wantSame(t, time.Now(), outside.Requests()[i+1].Time)
				}
				wantSame(t, test.want, strings.Join(got, " "))
			})
		})
	}
}

// TestRemoveReservation leaves what a server has that never had it.
func TestRemoveReservation(t *testing.T) {
	t.Parallel()
	inGroup := func(b *rt.Booking) { b.Group = 7 }
	booking, other := rt.NewBooking(1, day(3), day(5), inGroup), rt.WithBookings(rt.NewBooking(2, day(3), day(5), inGroup))
	srv := rt.NewServer(other, rt.WithRecords(rt.NewReservation(1), rt.OfReservation(1, rt.NewDiscountCode(3))))
	srv.AddBooking(booking)
	wantSame(t, "true false", fmt.Sprint(srv.RemoveReservation(1), srv.RemoveReservation(1))) // the second time there is none
	held := func(srv *rt.Server) []any {
		return []any{
			srv.Register(whole), rt.All[types.ReservationSummary](srv), rt.All[types.Reservation](srv), rt.All[types.GroupReservation](srv),
			rt.All[types.ReservationAdditionalGuest](srv), rt.All[types.ReservationDiscountCode](srv), rt.All[types.Transaction](srv),
		}
	}
	wantSame(t, held(rt.NewServer(other)), held(srv))
}

// TestPutWins over what is made from bookings, whichever comes first, and stays when the bookings are replaced.
func TestPutWins(t *testing.T) {
	t.Parallel()
	booking, german := rt.NewBooking(7, day(3), day(5)), rt.NewGuest(7, func(g *types.Guest) { g.Locale = "de" })
	for _, opts := range [][]rt.Option{
		{rt.WithBookings(booking), rt.WithRecords(german)}, {rt.WithRecords(german), rt.WithBookings(booking)},
	} {
		srv := rt.NewServer(opts...)
		call[types.Reservation](t, srv, "PUT", "/api/reservations/7?organization=1&token=token-7", `{"notes":"Late"}`)
		wantSame(t, []types.Guest{german}, rt.All[types.Guest](srv))
		srv.SetBookings(rt.NewBooking(7, day(4), day(5)))
		wantSame(t, []types.Guest{german}, rt.All[types.Guest](srv))
		summary, _ := rt.Get[types.ReservationSummary](srv, 7)
		wantSame(t, "2026-11-04 ", summary.DateFrom.String()+" "+summary.Notes)
	}
}

// TestInstants lists a stay from 10 to 12 November, and says by which of the first and the last second.
func TestInstants(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, to string
		want     string // by days, and by instants
	}{
		{"10T00:00:00Z", "10T00:00:00Z", "1 0"}, {"09T00:00:00Z", "10T13:59:59Z", "1 0"}, {"09T00:00:00Z", "10T14:00:00Z", "1 1"},
		{"12T09:00:00Z", "13T00:00:00Z", "1 1"}, {"12T09:00:01Z", "13T00:00:00Z", "1 0"}, {"13T00:00:00Z", "14T00:00:00Z", "0 0"},
	} {
		target := summariesPath + "?organization=1&dateFrom=2026-11-" + test.from + "&dateTo=2026-11-" + test.to
		booked := rt.WithBookings(rt.NewBooking(1, day(10), day(12)))
		byDays, byInstants := rt.NewServer(booked), rt.NewServer(booked, rt.WithInstants())
		wantSame(t, test.want, fmt.Sprint(len(listed(t, byDays, target)), len(listed(t, byInstants, target))))
	}
}

// TestSupplementsOfABooking are priced as the supplement is, which the server has too.
func TestSupplementsOfABooking(t *testing.T) {
	t.Parallel()
	linen := types.SummarySupplementOrderLine{Quantity: types.NewNumber(2), Supplement: &types.ResponseRef{ID: 5}}
	srv := rt.NewServer(rt.WithBookings(rt.NewBooking(7, day(3), day(5), func(b *rt.Booking) {
		b.SupplementOrderLines = []types.SummarySupplementOrderLine{linen}
	})))
	wantSame(t, []types.Supplement{rt.NewSupplement(5)}, rt.All[types.Supplement](srv))
	summary, _ := rt.Get[types.ReservationSummary](srv, 7)
	wantSame(t, "Bed linen 225.00", fmt.Sprint(summary.SupplementOrderLines[0].Description, " ", summary.TotalPrice))
}
