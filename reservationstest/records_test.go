// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestPut(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithRecords(rt.NewGuest(2), rt.NewTask(2)))
	srv.Put(rt.NewGuest(1), rt.NewGuest(3))
	german := rt.NewGuest(2, func(g *types.Guest) { g.Locale = "de" })
	srv.Put(german)
	wantSame(t, []types.Guest{german, rt.NewGuest(1), rt.NewGuest(3)}, rt.All[types.Guest](srv))
	second, isHeld := rt.Get[types.Guest](srv, 2)
	_, isFourth := rt.Get[types.Guest](srv, 4)
	served := read[types.Guest](t, inMemory(t, srv).send("GET", "/api/guests/2", ""))
	if !isHeld || !cmp.Equal(second, german) || !cmp.Equal(served, german) || isFourth {
		t.Errorf("held is %+v, served %+v, and guest 4 is held: %v", second, served, isFourth)
	}
	if got := rt.All[types.Webhook](srv); len(got) != 0 || got == nil {
		t.Errorf("webhooks %v", got)
	}
}

func TestRecordsAreCopied(t *testing.T) {
	t.Parallel()
	task := rt.NewTask(1)
	srv := rt.NewServer(rt.WithRecords(task))
	change := func(task types.Task) { task.AccommodationUnit.Number, task.TaskCategories[0].Description = "X", "X" }
	change(task)
	got, _ := rt.Get[types.Task](srv, 1)
	change(got)
	change(rt.All[types.Task](srv)[0])
	if got, _ := rt.Get[types.Task](srv, 1); !cmp.Equal(rt.NewTask(1), got) {
		t.Errorf("(-want +got):\n%s", cmp.Diff(rt.NewTask(1), got))
	}
}

// TestOfReservation moves additional guests, which a reservation can bring with it.
func TestOfReservation(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithRecords(rt.NewReservation(2), rt.NewReservation(1, func(r *types.Reservation) {
		r.AdditionalGuests = []types.ReservationAdditionalGuest{rt.NewAdditionalGuest(7)}
	})))
	want := func(reservation int64, ids ...int64) {
		t.Helper()
		r, _ := rt.Get[types.Reservation](srv, reservation)
		var got []int64
		for _, guest := range r.AdditionalGuests {
			got = append(got, guest.ID)
		}
		wantSame(t, ids, got)
		wantSame(t, len(ids), r.NumOfAdditionalGuests)
	}
	srv.Put(rt.OfReservation(1, rt.NewAdditionalGuest(8)), rt.OfReservation(2, rt.NewAdditionalGuest(9)))
	srv.Put(rt.NewAdditionalGuest(8)) // which stays where it is
	want(1, 7, 8)
	want(2, 9)
	srv.Put(rt.OfReservation(2, rt.NewAdditionalGuest(7), rt.NewAdditionalGuest(8)))
	want(1)
	want(2, 7, 8, 9)
}

func TestPanics(t *testing.T) {
	t.Parallel()
	event := types.WebhookEvent{Payload: types.Object("{")}
	tests := []struct {
		name string
		act  func(*rt.Server)
		want string
	}{
		{"a pointer", func(s *rt.Server) { s.Put(&types.Guest{}) }, "*types.Guest is not a record"},
		{"owned", func(s *rt.Server) { s.Put(rt.OfReservation(1, 7)) }, "int is not a record"},
		{"owned twice", func(s *rt.Server) { s.Put(rt.OfReservation(1, rt.OfReservation(2))) }, "owned is not a record"},
		{"get", func(s *rt.Server) { rt.Get[types.PresenceDay](s, 1) }, "types.PresenceDay is not a record"},
		{"all", func(s *rt.Server) { rt.All[*types.Guest](s) }, "*types.Guest is not a record"},
		{"not JSON", func(s *rt.Server) { s.Put(event) }, "a types.WebhookEvent cannot be held: json: error"},
		{"a response", func(*rt.Server) { rt.Respond(make(chan int)) }, "cannot be written as JSON"},
		{"a fault", func(s *rt.Server) { s.Inject("guests.list", rt.Always(), rt.Reset()) }, `no operation "guests.list"`},
		{"an option", func(*rt.Server) { rt.NewServer(rt.WithMaxLimit(1), nil) }, "option at index 1 is nil"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				got := fmt.Sprint(recover())
				if !strings.Contains(got, test.want) || !strings.HasPrefix(got, "reservationstest: ") {
					t.Errorf("the panic is %q, want %q", got, test.want)
				}
			}()
			test.act(rt.NewServer())
		})
	}
}

// TestConcurrentUse is for the race detector: it makes every call while the data changes.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	srv := testclient.Server(7)
	srv.SetBookings(testclient.Present(1)...)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for _, call := range testclient.Calls() { // a webhook may be deleted already
				_, err := call.Do(t.Context(), testclient.Over(t, srv))
				if err != nil && !errors.Is(err, reservations.ErrNotFound) {
					t.Errorf("%s: %v", call.Name, err)
				}
			}
			srv.Put(rt.NewReservation(7), rt.NewSummary(7), rt.NewWebhook(7))
			srv.Inject("reports.presence", rt.Nth(1000), rt.Reset())
			srv.Register(whole)
			srv.Requests()
			held(srv)
			srv.SetBookings(testclient.Present(1)...)
			srv.ClearFaults()
		})
	}
	all.Wait()
	if left := rt.All[types.Reservation](srv); len(left) != 1 {
		t.Errorf("held are %d reservations, want one", len(left))
	}
}

// TestBookings are copied, and can be replaced and added to.
func TestBookings(t *testing.T) {
	t.Parallel()
	mine := []rt.Booking{booked("R1", adults(1, november("03 14:00"), never))}
	srv := rt.NewServer(rt.WithBookings(mine...))
	srv.AddBooking(mine[0])
	mine[0].Stays[0].Persons = 9
	srv.Bookings()[0].Stays[0].Persons = 9
	got := lines(srv.Register(reservations.PresenceParams{DateFrom: day(3)}))
	wantSame(t, []string{"03: R1 Adults 1, R1 Adults 1"}, got)
	srv.SetBookings()
	if left := srv.Bookings(); len(left) != 0 {
		t.Errorf("after none were set there are %v", left)
	}
}
