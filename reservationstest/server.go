// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"net"
	"net/http"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
)

// Key is the API key that a Server accepts unless [WithKey] names another.
const Key = "test-key"

// Server is the service in memory. Its methods are safe for concurrent use.
type Server struct {
	key          string
	organization int64
	maxLimit     int
	beforeDateTo bool // the register ends before the day of dateTo
	noEmptyDays  bool // it leaves out days without a guest
	memory       *http.Transport
	loopback     http.Server
	listen       func() (url string)
	closed       atomic.Bool

	data struct {
		sync.Mutex
		bookings []Booking
		records  map[reflect.Type][]entry
		lastID   int64
	}
	log struct {
		sync.Mutex
		requests []*Request
		counts   map[string]int // by operation
		faults   []injection
	}
}

// Option sets up a Server. Options apply in their order.
type Option func(*Server)

// WithKey sets the API key that requests must carry. The default is [Key].
func WithKey(key string) Option { return func(s *Server) { s.key = key } }

// WithBookings sets the bookings of the night register (operation 10).
func WithBookings(bookings ...Booking) Option { return func(s *Server) { s.SetBookings(bookings...) } }

// WithOrganization sets the organization whose data the server holds. It responds with 400 to any
// other. By default, and for id 0, it accepts all.
func WithOrganization(id int64) Option { return func(s *Server) { s.organization = id } }

// WithMaxLimit makes the server return at most n records per page in every list (operations 5, 7, 10 and
// 17). For n below 1 there is no such bound.
func WithMaxLimit(n int) Option { return func(s *Server) { s.maxLimit = n } }

// WithRegisterBeforeDateTo makes the night register (operation 10) end before the day of dateTo. So it has no day for a
// range of one day. The documentation leaves open whether the real one does so; the default is that it has the day.
func WithRegisterBeforeDateTo() Option { return func(s *Server) { s.beforeDateTo = true } }

// WithoutEmptyDays makes each page of the night register (operation 10) leave out the days on which no guest of that
// page is present, which is not as documented.
func WithoutEmptyDays() Option { return func(s *Server) { s.noEmptyDays = true } }

// New returns a server for the test t, which ends with the test, and a client for it. The client sends
// its requests by [Server.RoundTrip], so New also works in a testing/synctest bubble. The client has
// the organization of [WithOrganization], or 1, and waits milliseconds before a retry.
func New(t testing.TB, opts ...Option) (*Server, *reservations.Client) {
	t.Helper()
	srv := NewServer(opts...)
	t.Cleanup(srv.Close)
	client, err := reservations.NewClient("https://api.example.test", srv.key,
		reservations.WithHTTPClient(&http.Client{Transport: srv}),
		reservations.WithOrganization(max(srv.organization, 1)),
		reservations.WithRetry(reservations.RetryPolicy{MinWait: time.Millisecond, MaxWait: 10 * time.Millisecond}))
	if err != nil {
		t.Fatalf("reservationstest: the client cannot be made: %v", err)
	}
	return srv, client
}

// NewServer returns a Server, to be closed after use. It opens no port before [Server.URL] is called. It
// panics on a nil option or a record it cannot hold.
func NewServer(opts ...Option) *Server {
	s := &Server{key: Key}
	s.memory = s.newMemoryTransport()
	s.loopback.Handler = s
	s.listen = sync.OnceValue(func() string {
		listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // Close ends it
		if err != nil {
			panic(fmt.Sprintf("reservationstest: cannot listen on loopback: %v", err))
		}
		go s.loopback.Serve(listener)
		return "http://" + listener.Addr().String()
	})
	s.data.records = map[reflect.Type][]entry{}
	s.data.lastID = 1_000_000
	s.log.counts = map[string]int{}
	for i, opt := range opts {
		if opt == nil {
			panic(fmt.Sprintf("reservationstest: the option at index %d is nil", i))
		}
		opt(s)
	}
	return s
}

// URL opens a port on the loopback interface, once, and returns its base URL.
func (s *Server) URL() string { return s.listen() }

// Close stops the server. What it holds and has recorded can still be read.
func (s *Server) Close() {
	s.closed.Store(true)
	s.loopback.Close()
}
