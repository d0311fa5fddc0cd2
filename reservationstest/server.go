// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"net"
	"net/http"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/reservationkit/reservations-go"
)

// Key is the API key that a Server accepts unless [WithKey] names another.
const Key = "test-key"

// Server is the service in memory. Make one with [New] or [NewServer].
// Its methods are safe for concurrent use.
type Server struct {
	key           string
	organization  int64
	maxLimit      int
	clientOptions []reservations.Option // for New
	memory        *http.Transport
	closed        atomic.Bool

	loopback struct {
		start  sync.Once
		url    string
		server http.Server
	}
	data struct {
		sync.RWMutex
		bookings []Booking
		records  map[reflect.Type][]entry
		lastID   int64
	}
	log struct {
		sync.Mutex
		calls  []*Call
		counts map[string]int
		faults []injection
	}
}

// Option sets up a Server for [New] and [NewServer]. Options apply in their order.
type Option func(*Server)

// WithKey sets the API key that requests must carry. The default is [Key].
func WithKey(key string) Option { return func(s *Server) { s.key = key } }

// WithBookings sets the bookings of the night register (operation 10), as
// [Server.SetBookings] does. By default there are none.
func WithBookings(bookings ...Booking) Option {
	return func(s *Server) { s.SetBookings(bookings...) }
}

// WithOrganization sets the organization whose data the server holds: the response to a
// request for another one is a 400. By default, and for id 0, the server accepts any
// organization.
func WithOrganization(id int64) Option { return func(s *Server) { s.organization = id } }

// WithMaxLimit makes the server return at most n records per page, whatever limit a request
// asks for, in every list that is paged (operations 5, 7, 10 and 17). By default, and for n
// below 1, the server returns as many as the request asks for.
func WithMaxLimit(n int) Option { return func(s *Server) { s.maxLimit = n } }

// NewServer returns a Server, which opens no port until [Server.URL] is called. It panics on
// a record that the server cannot hold and on a nil option.
func NewServer(opts ...Option) *Server {
	s := &Server{key: Key}
	s.memory = s.newMemoryTransport()
	s.loopback.server.Handler = s
	s.data.records = map[reflect.Type][]entry{}
	s.data.lastID = 1_000_000
	s.ResetCalls()
	for i, opt := range opts {
		if opt == nil {
			panic(fmt.Sprintf("reservationstest: the option at index %d is nil", i))
		}
		opt(s)
	}
	return s
}

// URL returns the base URL of the server on the loopback interface. The first call opens
// the port, which [Server.Close] closes. It panics when no port can be opened.
func (s *Server) URL() string {
	s.loopback.start.Do(func() {
		listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // Close ends it
		if err != nil {
			panic(fmt.Sprintf("reservationstest: cannot listen on loopback: %v", err))
		}
		s.loopback.url = "http://" + listener.Addr().String()
		go s.loopback.server.Serve(listener)
	})
	return s.loopback.url
}

// Close ends the service: later requests fail as if nothing listened, over the port that
// URL opened and in memory. It closes every connection to the port, also those with a
// request under way. What the server holds and has recorded can still be read. Close may
// be called more than once.
func (s *Server) Close() {
	s.closed.Store(true)
	s.loopback.server.Close()
}
