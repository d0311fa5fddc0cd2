// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

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
	_, found := rt.Get[types.Guest](srv, 4)
	wantSame(t, false, found)
}

// TestPutMovesModified of a summary that is different, unless the new one says when it was modified.
func TestPutMovesModified(t *testing.T) {
	t.Parallel()
	same, other := rt.NewSummary(1), rt.NewSummary(1, func(r *types.ReservationSummary) { r.Notes = "later" })
	dated := other
	dated.Modified = types.NewDate(2026, 11, 2).DateTime()
	for name, test := range map[string]struct {
		put  types.ReservationSummary
		want types.DateTime
	}{"the same": {same, same.Modified}, "another one": {other, startOfTime}, "another one with its time": {dated, dated.Modified}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv := rt.NewServer(rt.WithRecords(rt.NewSummary(1)))
				srv.Put(test.put)
				if held, _ := rt.Get[types.ReservationSummary](srv, 1); !held.Modified.Equal(test.want) {
					t.Errorf("it is modified at %v, want %v", held.Modified, test.want)
				}
			})
		})
	}
}

func TestRecordsAreCopied(t *testing.T) {
	t.Parallel()
	task, mine := rt.NewTask(1), []rt.Booking{booked("R1", adults(1, november("03 14:00"), never))}
	srv := rt.NewServer(rt.WithRecords(task), rt.WithBookings(mine...))
	mine[0].Stays[0].Persons = 9
	wantSame(t, "03: R1 Adults 1", nights(srv.Register(reservations.PresenceParams{DateFrom: day(3)})))
	wantSame(t, []types.ReservationSummary{}, rt.All[types.ReservationSummary](srv)) // it has no id
	change := func(task types.Task) { task.AccommodationUnit.Number, task.TaskCategories[0].Description = "X", "X" }
	change(task)
	got, _ := rt.Get[types.Task](srv, 1)
	change(got)
	change(rt.All[types.Task](srv)[0])
	wantSame(t, []types.Task{rt.NewTask(1)}, rt.All[types.Task](srv))
}

// TestOfReservation moves additional guests, which a reservation can bring with it.
func TestOfReservation(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithRecords(rt.NewReservation(2), rt.NewReservation(1, func(r *types.Reservation) {
		r.AdditionalGuests = []types.ReservationAdditionalGuest{rt.NewAdditionalGuest(7)}
	})))
	want := func(want string) {
		t.Helper()
		got := ""
		for _, r := range rt.All[types.Reservation](srv) {
			got += fmt.Sprintf("%d:", r.ID)
			for _, guest := range r.AdditionalGuests {
				got += fmt.Sprintf(" %d/%d", guest.ID, r.NumOfAdditionalGuests)
			}
			got += ";"
		}
		wantSame(t, want, got)
	}
	srv.Put(rt.OfReservation(1, rt.NewAdditionalGuest(8)), rt.OfReservation(2, rt.NewAdditionalGuest(9)))
	srv.Put(rt.NewAdditionalGuest(8)) // which stays where it is
	want("2: 9/1;1: 7/2 8/2;")
	srv.Put(rt.OfReservation(2, rt.NewAdditionalGuest(7), rt.NewAdditionalGuest(8)))
	want("2: 7/3 8/3 9/3;1:;")
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
		`no operation "guests.none"`:                   func(s *rt.Server) { s.Inject("guests.none", rt.Always(), rt.Reset()) },
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
			wantSame(t, 2, len(rt.All[types.Reservation](srv))) // 1 and 7
		})
	}
	all.Wait()
}
