// SPDX-License-Identifier: MIT

package faults_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/proof/faults"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// callHeader tells the service which call of the load a request belongs to.
const callHeader = "X-Load-Call"

// load is a service that fails at random, and what it has seen of each call.
type load struct {
	seed   uint64
	faults []faults.Fault

	mu sync.Mutex
	of map[string]*fate
}

// fate is what the service has seen of one call.
type fate struct {
	store    http.Handler // of a write, so that it finds what no other call has changed
	requests uint64
	executed int
	names    []string // of the faults
}

// TestLoad makes random calls from many goroutines on one client while one request in three meets a fault.
// It ends only when no goroutine of the client and no connection is left.
func TestLoad(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &load{seed: rand.Uint64(), of: map[string]*fate{}}
		for _, f := range faults.Common() {
			if f.Happened != faults.NoConnection {
				l.faults = append(l.faults, f)
			}
		}
		store := testclient.Server(7, 8, 9, 10, 11, 12, 13, 14)
		store.SetBookings(reservationstest.Park(3, 90, testclient.ParkFrom, 3)...)
		for _, call := range testclient.Calls() {
			if !call.Walk { // its operation has another method, for one page
				store.Inject(call.Operation.Name, reservationstest.Always(), l.around(call))
			}
		}
		client := testclient.Over(t, store, reservations.WithMaxResponseBytes(1<<18),
			reservations.WithAttemptTimeout(5*time.Second), reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 3}))
		var running sync.WaitGroup
		for id := range int64(200) {
			running.Go(func() { l.call(t, client, store, 100+id) })
		}
		running.Wait()
	})
}

// call makes one call at random, and compares it with what the service has seen of it.
func (l *load) call(t *testing.T, client *reservations.Client, store http.RoundTripper, id int64) {
	random, all, key := rand.New(rand.NewPCG(l.seed, uint64(id))), testclient.Calls(), strconv.FormatInt(id, 10)
	call := all[random.IntN(len(all))]
	call.Limit, call.Most = 10, 15*random.IntN(2) // a list is left early, or read to its end
	truth := store
	if call.ID = 7; call.Writes() {
		call.ID = id
		truth = testclient.Server(id)
	}
	limit := time.Hour
	if random.IntN(8) == 0 {
		limit = time.Duration(1 + random.Int64N(4_000_000_000))
	}
	start := time.Now()
	value, err := call.Do(t.Context(), client, reservations.WithHeader(callHeader, key), reservations.WithCallTimeout(limit))
	took := time.Since(start)
	want, wantErr := call.Do(t.Context(), testclient.Over(t, truth))
	l.mu.Lock()
	defer l.mu.Unlock()
	seen := l.of[key]
	if seen == nil {
		seen = &fate{} // it ended before it was sent
	}
	problem := seen.problem(call, err, limit == time.Hour)
	switch {
	case wantErr != nil || took > limit:
		problem = "it took too long, or fails without a fault"
	case err == nil && !bytes.Equal(asJSON(value), asJSON(want)):
		problem = "it returned " + string(asJSON(value)) + ", want " + string(asJSON(want))
	}
	if problem != "" {
		t.Errorf("seed %d: %s %s: %.600s; %v after %v, %d requests, %d executed, faults %v, %v without them",
			l.seed, call.Name, key, problem, err, took, seen.requests, seen.executed, seen.names, wantErr)
	}
}

// problem says what is wrong with how a call has ended.
func (f *fate) problem(call testclient.Call, err error, unlimited bool) string {
	switch {
	case call.Writes() && f.executed > 1:
		return "the write was executed more than once"
	case err == nil && call.Writes() && f.executed == 0 && !call.ReturnsNothing():
		return "it succeeded without being executed"
	case err != nil && f.names == nil && unlimited:
		return "nothing that happened explains the error"
	case err != nil && !isDocumented(err):
		return "the error is of no documented type"
	}
	return ""
}

// around returns a fault that draws another one for each request of the load.
func (l *load) around(call testclient.Call) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		id, err := strconv.ParseInt(r.Header.Get(callHeader), 10, 64)
		if err != nil {
			next.ServeHTTP(w, r)
			return
		}
		seen, respond := l.arrived(call, id)
		respond(w, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			l.mu.Lock()
			seen.executed++
			l.mu.Unlock()
			if call.Writes() {
				seen.store.ServeHTTP(w, r)
			} else {
				next.ServeHTTP(w, r)
			}
		}))
	}
}

// arrived notes a request, and returns what happens to it.
func (l *load) arrived(call testclient.Call, id int64) (*fate, reservationstest.Fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := strconv.FormatInt(id, 10)
	seen := l.of[key]
	if seen == nil {
		seen = &fate{store: testclient.Server(id)}
		l.of[key] = seen
	}
	seen.requests++
	random := rand.New(rand.NewPCG(l.seed+seen.requests, uint64(id)))
	if random.IntN(3) > 0 {
		return seen, reservationstest.Before(func() {})
	}
	fault := l.faults[random.IntN(len(l.faults))].On(call)
	seen.names = append(seen.names, fault.Name)
	return seen, fault.Respond
}

// asJSON returns a value as JSON, without the time at which a write has changed it.
func asJSON(value any) []byte {
	text, _ := json.Marshal(value)
	return changedNow.ReplaceAll(text, []byte("now"))
}

// isDocumented reports whether an error is of one of the types that calls return.
func isDocumented(err error) bool {
	return errors.As(err, new(*reservations.APIError)) || errors.As(err, new(*reservations.TransportError)) ||
		errors.As(err, new(*reservations.DecodeError)) || errors.As(err, new(*reservations.IncompleteError))
}
