// SPDX-License-Identifier: MIT

// Package demo is the invented park that the program reads with --demo. It refuses too many requests
// as a real service does: by their rate.
package demo

import (
	"net/http"
	"sync"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// What the demo is called by. It accepts any organization.
const (
	Organization = 1
	Key          = reservationstest.Key
)

// The invented service accepts this many requests per second, and a burst of requests after a pause.
const (
	requestsPerSecond = 20
	burst             = 40
)

// Seed is that of the park of --demo.
const Seed = 11

// Start serves the invented park of --demo on the loopback interface. It limits the rate of requests.
func Start(first, last types.Date) *reservationstest.Server {
	server := New(Seed, first, last)
	limitRate(server)
	return server
}

// New returns an invented park, which depends on the seed. Its guests are present from the first to
// the last day, at least in the five weeks up to the last; some are still there although their
// booked stay is over.
func New(seed uint64, first, last types.Date) *reservationstest.Server {
	days := 35
	for last.AddDays(1-days).Compare(first) > 0 {
		days++
	}
	const reservationsADay = 10
	park := reservationstest.Park(seed, reservationsADay*days, last.AddDays(1-days), days)
	for i := range park {
		checkOutOld(&park[i], last.AddDays(-4))
	}
	server := reservationstest.NewServer(reservationstest.WithBookings(park...))
	putRecords(server)
	putReservations(server, park)
	return server
}

// limitRate makes the server refuse requests of every operation beyond a rate.
func limitRate(server *reservationstest.Server) {
	limit := Limit(requestsPerSecond, burst)
	for _, operation := range reservations.Operations() {
		server.Inject(operation.Name, reservationstest.Always(), limit)
	}
}

// Limit returns a fault that refuses requests beyond a rate: after a pause it lets a burst of them pass.
func Limit(perSecond, burst float64) reservationstest.Fault {
	var mu sync.Mutex
	var last time.Time
	left := burst
	refuse := reservationstest.TooManyRequests("1")
	isAllowed := func() bool {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		left = min(burst, left+now.Sub(last).Seconds()*perSecond)
		last = now
		if left < 1 {
			return false
		}
		left--
		return true
	}
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if isAllowed() {
			next.ServeHTTP(w, r)
			return
		}
		refuse(w, r, next)
	}
}

// checkOutOld registers the forgotten check-outs of stays that were booked until a day before the
// given one, as a real park does after some time. Otherwise those of five weeks would fill the page.
func checkOutOld(b *reservationstest.Booking, before types.Date) {
	if b.DateTo.Compare(before) >= 0 {
		return
	}
	for i := range b.Stays {
		if b.Stays[i].CheckOut.IsZero() && !b.Stays[i].CheckIn.IsZero() {
			b.Stays[i].CheckOut = b.DateTo.AddDays(1).Midnight()
		}
	}
}
