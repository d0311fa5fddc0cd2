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

// Server is the service in memory. Create it with [NewServer].
// All its methods are safe for concurrent use.
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

// Option changes how [NewServer] sets up a Server.
type Option func(*Server)

// WithKey sets the API key that calls must carry. The default is [Key].
func WithKey(key string) Option { return func(s *Server) { s.key = key } }

// WithBookings sets the reservations the server holds at first, in their order.
func WithBookings(rs ...Booking) Option {
	return func(s *Server) { s.SetBookings(rs...) }
}

// WithOrganization sets the organization whose data the server holds: a call that names
// another one is answered 400. By default, and for id 0, any organization will do.
func WithOrganization(id int64) Option { return func(s *Server) { s.organization = id } }

// WithMaxLimit makes the server silently serve at most n records a page, whatever limit a
// call asks for, in every list that is paged (operations 5, 7, 10 and 17). By default, and
// for n below 1, the limit is honoured.
func WithMaxLimit(n int) Option { return func(s *Server) { s.maxLimit = n } }

// NewServer returns a Server. It opens no port until URL is called.
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

// URL returns the base URL of the server on the loopback interface. The first call
// opens the port, which [Server.Close] gives back; it panics if there is none to be had.
func (s *Server) URL() string {
	s.loopback.start.Do(func() {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
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
