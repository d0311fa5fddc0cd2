// SPDX-License-Identifier: MIT

package faults_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/pipe"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	double "github.com/reservationkit/reservations-go/reservationstest"
)

// cell is one method under one fault.
type cell struct {
	call   testclient.Call
	fault  fault
	always bool
	timing string // of ends
}

// TestFaultMatrix holds every method to what the documentation promises under every fault.
func TestFaultMatrix(t *testing.T) {
	t.Parallel()
	reads() // outside of all bubbles
	var all []cell
	for _, call := range testclient.Calls() {
		for _, fault := range allFaults {
			for timing := range ends {
				all = append(all, cell{call, fault, false, timing}, cell{call, fault, true, timing})
			}
		}
	}
	for _, c := range testkit.Cases(10, all) {
		t.Run(fmt.Sprintf("%s/%s/always=%t/%s", c.call.Name, c.fault.name, c.always, c.timing), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { c.run(t).check(t) })
		})
	}
}

// reads has the records of all cells that read.
var reads = sync.OnceValue(func() *double.Server {
	srv := testclient.Server(7, 8, 9, 10, 11, 12, 13, 14)
	srv.SetBookings(testclient.Present(8)...)
	return srv
})

// service is the service of one cell, and what came of the call. Its network is in memory.
type service struct {
	cell
	store   http.Handler
	applies double.When // the fault

	dialled, arrived, executed, attempts atomic.Int64 // executed by the service, attempts that the client made

	bodies   testclient.UnderWay // that the client has not closed
	contexts atomic.Int64        // of requests, that have not ended
	calls    []reservations.Call // what the hook for the end of a call got

	value any
	err   error
	took  time.Duration
}

// run makes the call of a cell. The fault applies to the first request, or to the second one of a walk.
func (c cell) run(t *testing.T) *service {
	s := &service{cell: c, store: reads(), applies: double.Nth(1)}
	switch {
	case c.always:
		s.applies = double.Always()
	case c.call.Walk:
		s.applies = double.Nth(2)
	}
	if c.call.Writes() {
		s.store = testclient.Server(c.call.ID)
	}
	ctx, cancel := context.WithTimeout(t.Context(), ends[c.timing])
	if c.timing == "cancelled" {
		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(ends[c.timing], cancel)
	}
	defer cancel()
	client, start := s.client(t), time.Now()
	s.value, s.err = c.call.Do(ctx, client)
	s.took = time.Since(start)
	synctest.Wait()
	if bodies, contexts := s.bodies.Load(), s.contexts.Load(); bodies != 0 || contexts != 0 {
		t.Errorf("after the call %d bodies are not closed, and %d contexts have not ended", bodies, contexts)
	}
	time.Sleep(2 * timeout) // what the service does late counts as well
	return s                // a goroutine that goes on makes the bubble panic
}

func (s *service) client(t *testing.T) *reservations.Client {
	t.Helper()
	network := pipe.NewTransport(s, func() error {
		if s.fault.happened == noConnection && (s.always || s.dialled.Add(1) == 1) {
			return syscall.ECONNREFUSED
		}
		return nil
	})
	network.MaxResponseHeaderBytes = maxBytes
	send := func(r *http.Request) (*http.Response, error) {
		s.contexts.Add(1)
		context.AfterFunc(r.Context(), func() { s.contexts.Add(-1) })
		return s.bodies.Count(network).RoundTrip(r)
	}
	return testclient.Over(t, testkit.RoundTripper(send), reservations.WithAttemptTimeout(timeout),
		reservations.WithRetry(reservations.RetryPolicy{MaxElapsed: maxElapsed}), reservations.WithMaxResponseBytes(maxBytes),
		reservations.WithHooks(reservations.Hooks{
			AttemptEnd: func(context.Context, reservations.Attempt) { s.attempts.Add(1) },
			CallEnd: func(_ context.Context, call reservations.Call) {
				if !s.call.Walk {
					s.calls = append(s.calls, call)
				}
			},
		}))
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request := s.arrived.Add(1)
	body, err := io.ReadAll(r.Body) // net/http tells a handler only then that the client has left
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	time.Sleep(latency)
	respond := asUsual
	if s.applies(int(request)) {
		respond = s.fault.respond
	}
	respond(w, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.executed.Add(1)
		s.store.ServeHTTP(w, r)
	}))
}
