// SPDX-License-Identifier: MIT

package faults_test

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// callHeader tells the service which call of the load a request belongs to.
const callHeader = "X-Load-Call"

// load is a service that fails at random, and what it has seen of each call. What writes change is in a store
// of its own, so that reads return the same whenever they come.
type load struct {
	seed          uint64
	faults        []fault
	reads, writes *reservationstest.Server

	mu sync.Mutex
	of map[string]*fate
}

// fate is what the service has seen of one call.
type fate struct {
	requests uint64
	executed int
	faults   []string
}

// TestLoad makes random calls from many goroutines on one client while one request in three meets a fault.
// It ends only when no goroutine of the client and no connection is left.
func TestLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &load{seed: rand.Uint64(), faults: common(), of: map[string]*fate{}}
		l.reads, l.writes = testclient.Server(7, 8, 9, 10, 11, 12, 13, 14), testclient.Server()
		l.reads.SetBookings(reservationstest.Park(3, 90, testclient.ParkFrom, 3)...)
		for _, op := range reservations.Operations() {
			l.reads.Inject(op.Name, reservationstest.Always(), l.fault)
			l.writes.Inject(op.Name, reservationstest.Always(), l.fault)
		}
		client := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			if _, isWrite := r.Header["X-Write"]; isWrite {
				return l.writes.RoundTrip(r)
			}
			return l.reads.RoundTrip(r)
		}), reservations.WithMaxResponseBytes(1<<18), reservations.WithAttemptTimeout(5*time.Second),
			reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 3}))
		var running sync.WaitGroup
		for id := range uint64(200) {
			running.Go(func() { l.call(t, client, 100+id) })
		}
		running.Wait()
	})
}

// call makes one call at random, and compares it with what the service has seen of it.
func (l *load) call(t *testing.T, client *reservations.Client, id uint64) {
	random, key := rand.New(rand.NewPCG(l.seed, id)), strconv.FormatUint(id, 10)
	all := testclient.Calls()
	call := all[random.IntN(len(all))]
	call.Limit, call.Most = 10, 15*random.IntN(2) // a list is left early, or read to its end
	opts := []reservations.CallOption{reservations.WithHeader(callHeader, key)}
	if call.Writes() {
		call.ID, opts = int64(id), append(opts, reservations.WithHeader("X-Write", "1"))
		l.writes.Put(reservationstest.OfReservation(call.ID, reservationstest.OneOfEach(call.ID)...))
	}
	value, err := call.Do(t.Context(), client, opts...)
	want := value
	if err == nil && !call.Writes() {
		want, _ = call.Do(t.Context(), testclient.Over(t, l.reads))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	seen, problem := l.of[key], ""
	switch {
	case call.Writes() && seen.executed > 1:
		problem = "the write was executed more than once"
	case call.Writes() && err == nil && seen.executed == 0 && !call.ReturnsNothing():
		problem = "it succeeded without being executed"
	case err != nil && seen.faults == nil:
		problem = "nothing that happened explains the error"
	case err != nil && !errors.As(err, new(*reservations.APIError)) && !errors.As(err, new(*reservations.TransportError)) &&
		!errors.As(err, new(*reservations.DecodeError)) && !errors.As(err, new(*reservations.IncompleteError)):
		problem = "the error is of no documented type"
	case asJSON(value) != asJSON(want):
		problem = "it returned " + asJSON(value) + ", want " + asJSON(want)
	}
	if problem != "" {
		t.Errorf("seed %d: %s %s: %.600s; %v, %+v", l.seed, call.Name, key, problem, err, *seen)
	}
}

// fault draws a fault for each request of the load.
func (l *load) fault(w http.ResponseWriter, r *http.Request, next http.Handler) {
	id, err := strconv.ParseUint(r.Header.Get(callHeader), 10, 64)
	if err != nil {
		next.ServeHTTP(w, r)
		return
	}
	l.mu.Lock()
	key := r.Header.Get(callHeader)
	seen := l.of[key]
	if seen == nil {
		seen = &fate{}
		l.of[key] = seen
	}
	seen.requests++
	respond := asUsual
	if random := rand.New(rand.NewPCG(l.seed+seen.requests, id)); random.IntN(3) == 0 {
		f := l.faults[random.IntN(len(l.faults))]
		seen.faults, respond = append(seen.faults, f.name), f.respond
	}
	l.mu.Unlock()
	respond(w, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.mu.Lock()
		seen.executed++
		l.mu.Unlock()
		next.ServeHTTP(w, r)
	}))
}
