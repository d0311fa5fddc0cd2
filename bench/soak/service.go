// SPDX-License-Identifier: MIT

package main

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const (
	bookings = 400
	nights   = 7
	records  = 400
	stable   = 300 // the first of the records, which never change; the others come and go
	listed   = 1   // the accommodation whose summaries are read
	hidden   = 2   // the accommodation of a summary while it is not in the list
)

var firstNight = types.NewDate(2026, time.November, 1)

// service fails at random, and its data changes under the walks.
type service struct {
	server                    *reservationstest.Server
	client                    *reservations.Client
	requests, faults, changes atomic.Int64

	mu     sync.Mutex
	random *rand.Rand
	spare  []reservationstest.Booking // bookings that are not in the register now
	truths [][]types.PresenceDay      // all states of the register since the round began
}

func newService(seed uint64) (*service, error) {
	s := &service{random: rand.New(rand.NewPCG(seed, 0))}
	s.server = reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(seed, bookings, firstNight, nights)...))
	for id := range int64(records) {
		s.server.Put(reservationstest.NewSummary(id+1), reservationstest.NewSupplement(id+1), reservationstest.NewRegistrationNumberEntry(id+1))
	}
	for _, operation := range []string{
		reservationstest.OpPresence, reservationstest.OpSummaries, reservationstest.OpSupplements, reservationstest.OpRegistrationNumberEntries,
	} {
		s.server.Inject(operation, reservationstest.Always(), s.disturb)
	}
	var err error
	s.client, err = reservations.NewClient(s.server.URL(), reservationstest.Key, reservations.WithOrganization(1), reservations.WithAttemptTimeout(2*time.Second),
		reservations.WithRetry(reservations.RetryPolicy{MinWait: time.Millisecond, MaxWait: 20 * time.Millisecond}), reservations.WithMaxResponseBytes(1<<20))
	return s, err
}

// faults are the frequent faults, all equally likely. lastFaults are much rarer, because most of them end the call.
var faults = []reservationstest.Fault{
	reservationstest.TooManyRequests("0"),
	reservationstest.TooManyRequests(""),
	reservationstest.Status(500),
	reservationstest.HTML(502),
	reservationstest.Status(503),
	reservationstest.Reset(),
	func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(httptest.NewRecorder(), r)
		reservationstest.Reset()(w, r, nil)
	},
	reservationstest.Truncate(1000),
	reservationstest.Slow(time.Millisecond),
}

var lastFaults = []reservationstest.Fault{
	reservationstest.Status(403),
	reservationstest.HTML(200),
	reservationstest.EmptyBody(),
	reservationstest.Endless(),
	reservationstest.GzipBomb(2 << 20),
	func(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() }, // until the client gives up
}

// disturb applies a fault to one request in ten, and changes the data before one in two hundred.
func (s *service) disturb(w http.ResponseWriter, r *http.Request, next http.Handler) {
	s.requests.Add(1)
	s.mu.Lock()
	var fault reservationstest.Fault
	switch n := s.random.IntN(2000); {
	case n < 200:
		fault = faults[s.random.IntN(len(faults))]
	case n < 203:
		fault = lastFaults[s.random.IntN(len(lastFaults))]
	case n < 213:
		s.change()
	}
	s.mu.Unlock()
	if fault == nil {
		next.ServeHTTP(w, r)
		return
	}
	s.faults.Add(1)
	fault(w, r, next)
}

// change changes one booking and one summary. Its caller holds the lock.
func (s *service) change() {
	s.changes.Add(1)
	present := s.server.Bookings()
	if len(s.spare) > 0 && s.random.IntN(2) == 0 {
		last := len(s.spare) - 1
		s.server.InsertBooking(s.random.IntN(len(present)+1), s.spare[last])
		s.spare = s.spare[:last]
	} else {
		gone := present[s.random.IntN(len(present))]
		s.server.RemoveBooking(gone.ID)
		s.spare = append(s.spare, gone)
	}
	s.truths = append(s.truths, s.register())

	id := int64(stable + 1 + s.random.IntN(records-stable))
	summary, _ := reservationstest.Get[types.ReservationSummary](s.server, id)
	if summary.Accommodation.ID == listed {
		summary.Accommodation.ID = hidden
	} else {
		summary.Accommodation.ID = listed
	}
	s.server.Put(summary)
}

func (s *service) register() []types.PresenceDay {
	return s.server.Register(reservationstest.PresenceQuery{DateFrom: firstNight, DateTo: firstNight.AddDays(nights - 1)})
}
