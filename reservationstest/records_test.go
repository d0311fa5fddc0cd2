// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestPut(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithRecords(rt.NewGuest(2), rt.NewTask(2)))
	german := rt.NewGuest(2, func(g *types.Guest) { g.Locale = "de" })
	srv.Put(rt.NewGuest(1), rt.NewGuest(3))
	srv.Put(german)
	wantSame(t, []types.Guest{german, rt.NewGuest(1), rt.NewGuest(3)}, rt.All[types.Guest](srv))
	wantSame(t, german, call[types.Guest](t, srv, "GET", "/api/guests/2", ""))
	wantSame(t, []types.Webhook{}, rt.All[types.Webhook](srv))
	if _, found := rt.Get[types.Guest](srv, 4); found {
		t.Error("the server holds a guest that was not put")
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
	wantSame(t, []types.Task{rt.NewTask(1)}, rt.All[types.Task](srv))
}

// TestBookings are copied, and can be replaced and added to.
func TestBookings(t *testing.T) {
	t.Parallel()
	mine := []rt.Booking{booked("R1", adults(1, november("03 14:00"), never))}
	srv := rt.NewServer(rt.WithBookings(mine...))
	srv.AddBooking(mine[0])
	mine[0].Stays[0].Persons = 9
	if got := nights(srv.Register(reservations.PresenceParams{DateFrom: day(3)})); got != "03: R1 Adults 1, R1 Adults 1" {
		t.Errorf("the register is %s", got)
	}
	srv.SetBookings()
	if got := nights(srv.Register(whole)); got != "" {
		t.Errorf("after none were set the register is %s", got)
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
	for want, act := range map[string]func(*rt.Server){
		"*types.Guest is not a record":                 func(s *rt.Server) { s.Put(&types.Guest{}) },
		"int is not a record":                          func(s *rt.Server) { s.Put(rt.OfReservation(1, 7)) },
		"owned is not a record":                        func(s *rt.Server) { s.Put(rt.OfReservation(1, rt.OfReservation(2))) },
		"types.PresenceDay is not a record":            func(s *rt.Server) { rt.Get[types.PresenceDay](s, 1) },
		"*types.Task is not a record":                  func(s *rt.Server) { rt.All[*types.Task](s) },
		"a types.WebhookEvent cannot be held: json: e": func(s *rt.Server) { s.Put(event) },
		"cannot be written as JSON":                    func(*rt.Server) { rt.Respond(make(chan int)) },
		`no operation "guests.list"`:                   func(s *rt.Server) { s.Inject("guests.list", rt.Always(), rt.Reset()) },
		"option at index 1 is nil":                     func(*rt.Server) { rt.NewServer(rt.WithMaxLimit(1), nil) },
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			defer func() {
				got := fmt.Sprint(recover())
				if !strings.Contains(got, want) || !strings.HasPrefix(got, "reservationstest: ") {
					t.Errorf("the panic is %q, want %q", got, want)
				}
			}()
			act(rt.NewServer())
		})
	}
}

// TestConcurrentUse is for the race detector: one client makes every call while the data changes.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	srv := testclient.Server(7)
	client := testclient.Over(t, srv)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			srv.SetBookings(testclient.Present(1)...)
			for _, call := range testclient.Calls() { // a webhook may be deleted already
				if _, err := call.Do(t.Context(), client); err != nil && !errors.Is(err, reservations.ErrNotFound) {
					t.Errorf("%s: %v", call.Name, err)
				}
			}
			srv.Put(rt.NewReservation(7), rt.NewSummary(7), rt.NewWebhook(7))
			srv.Inject("reports.presence", rt.Nth(1000), rt.Reset())
			srv.ClearFaults()
			srv.Register(whole)
			srv.Requests()
			if held := rt.All[types.Reservation](srv); len(held) != 1 {
				t.Errorf("held are %d reservations, want one", len(held))
			}
		})
	}
	all.Wait()
}
