// SPDX-License-Identifier: MIT

package faults_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/proof/faults"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// service is the service of one cell, and what is counted of it.
type service struct {
	store    http.Handler
	fault    reservationstest.Fault
	applies  reservationstest.When
	pipes    *pipes
	arrived  atomic.Int64 // requests
	executed atomic.Int64 // of them carried out
	attempts atomic.Int64 // that the client made
}

// newService returns the service of a cell. The fault applies to the first request,
// or to the second one of a walk.
func newService(c cell, reads *reservationstest.Server) *service {
	s := &service{store: reads, fault: c.fault.Respond, applies: reservationstest.Always()}
	switch {
	case c.always:
	case c.call.Walk:
		s.applies = reservationstest.Nth(2)
	default:
		s.applies = reservationstest.Nth(1)
	}
	if c.call.Writes() {
		s.store = testclient.Server(c.call.ID)
	}
	s.pipes = newPipes(faults.Host+":443", s)
	s.pipes.transport.DisableKeepAlives = c.call.Walk && c.fault.Resent // so that the client has to do it
	if c.fault.Happened == faults.NoConnection {
		s.pipes.refuse = func(dial int64) bool { return c.always || dial == 1 }
	}
	return s
}

// use makes a call without a fault, which leaves its connection to the next one.
func (s *service) use(t *testing.T, client *reservations.Client) {
	t.Helper()
	store, applies := s.store, s.applies
	s.store, s.applies = onlyID, reservationstest.Nth()
	if _, err := client.TaxProfiles.Get(t.Context(), "7"); err != nil {
		t.Fatal(err)
	}
	s.store, s.applies = store, applies
	s.arrived.Store(0)
	s.executed.Store(0)
	s.attempts.Store(0)
}

// onlyID responds to a call that only uses a connection.
var onlyID = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"id":7}`) })

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request := s.arrived.Add(1)
	body, err := io.ReadAll(r.Body) // net/http tells a handler only then that the client has left
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	time.Sleep(latency)
	operation := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.executed.Add(1)
		s.store.ServeHTTP(w, r)
	})
	if s.applies(int(request)) {
		s.fault(w, r, operation)
		return
	}
	operation(w, r)
}

func (s *service) client(t *testing.T) *reservations.Client {
	t.Helper()
	client, err := reservations.NewClient("https://"+faults.Host, reservationstest.Key,
		reservations.WithHTTPClient(&http.Client{Transport: s.pipes.transport}),
		reservations.WithAttemptTimeout(timeout),
		reservations.WithRetry(reservations.RetryPolicy{MaxElapsed: maxElapsed}),
		reservations.WithMaxResponseBytes(faults.MaxBytes),
		reservations.WithHooks(reservations.Hooks{
			AttemptEnd: func(context.Context, reservations.Attempt) { s.attempts.Add(1) },
		}))
	if err != nil {
		t.Fatal(err)
	}
	return client
}
