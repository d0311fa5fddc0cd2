// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// Fault changes or replaces the response to a request. It is middleware: next writes the response of the
// server, and a fault that does not call next writes its own. Panic with [http.ErrAbortHandler] to drop the
// connection.
type Fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

// When selects requests by number; the first of an operation on a server is 1.
type When func(request int) bool

// Nth selects the requests with these numbers.
func Nth(n ...int) When {
	return func(request int) bool { return slices.Contains(n, request) }
}

// Every selects every nth request: n, 2n and so on; none for n below 1.
func Every(n int) When {
	return func(request int) bool { return n > 0 && request%n == 0 }
}

// Always selects every request.
func Always() When { return Every(1) }

type injection struct {
	operation string
	when      When
	fault     Fault
}

// Inject applies a fault to the requests that are selected by when, also if their key is wrong. The operation is one of
// [reservations.Operations], by its Name, such as guests.get, or Inject panics. Several faults for one request nest,
// with the first injected outermost: what is injected after a fault that responds by itself, such as a [Status], has
// no effect.
func (s *Server) Inject(operation string, when When, fault Fault) {
	if operations[operation] == nil {
		panic(fmt.Sprintf("reservationstest: there is no operation %q to inject a fault into; the names are %q",
			operation, slices.Sorted(maps.Keys(operations))))
	}
	s.log.Lock()
	defer s.log.Unlock()
	s.log.faults = append(s.log.faults, injection{operation, when, fault})
}

// ClearFaults removes all injected faults.
func (s *Server) ClearFaults() {
	s.log.Lock()
	defer s.log.Unlock()
	s.log.faults = nil
}

// broken returns a handler with the faults that apply to a request, outermost first.
func (s *Server) broken(handler http.Handler, operation string, request int) http.Handler {
	s.log.Lock()
	injected := slices.Clone(s.log.faults)
	s.log.Unlock()
	for _, in := range slices.Backward(injected) {
		if in.operation == operation && in.when(request) {
			next := handler
			handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { in.fault(w, r, next) })
		}
	}
	return handler
}
