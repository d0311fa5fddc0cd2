// SPDX-License-Identifier: MIT

package reservationstest

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/pipe"
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
	instants     bool // the list of summaries compares instants
	rate         rate
	others       []*Server // for other keys
	memory       *http.Transport
	loopback     http.Server
	listen       func() (url string)
	closed       atomic.Bool

	data struct {
		sync.Mutex
		bookings []Booking
		unmade   []Booking // of which no record is made yet
		records  map[reflect.Type][]entry
		indexes  map[entryKey]int // the index of each entry in its list of records
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

// WithInstants makes the list of summaries (operation 5) compare dateFrom and dateTo with the time of departure and of
// arrival. Who arrives at 14:00 on the last day is then not listed for a dateTo of 0:00. By default days are compared.
func WithInstants() Option { return func(s *Server) { s.instants = true } }

// WithOrganizations lets other servers respond to the requests with their keys. So one address serves several
// organizations, each with its own key, records, faults and requests.
func WithOrganizations(others ...*Server) Option { return func(s *Server) { s.others = others } }

// WithRate makes the server take n requests a second. It responds to others with 429, and a Retry-After in whole
// seconds. After a pause it takes those of one second at once: with 2 two at a time, and then one each half second. For 0
// there is no such limit.
func WithRate(n float64) Option {
	return func(s *Server) {
		if s.rate.interval, s.rate.early = 0, 0; n > 0 {
			s.rate.interval = time.Duration(min(float64(time.Second)/n, 1<<62))
			s.rate.early = time.Duration(float64(s.rate.interval) * max(0, n-1))
		}
	}
}

// rate is how many requests may come: one each interval, and some early.
type rate struct {
	sync.Mutex
	interval, early time.Duration
	next            time.Time // when the next request of a caller that keeps to the rate comes
}

// wait takes a request, or returns how long it would have to wait.
func (r *rate) wait() time.Duration {
	r.Lock()
	defer r.Unlock()
	now := time.Now()
	ahead := max(0, r.next.Sub(now))
	if ahead > r.early+r.interval { // a synctest bubble has an earlier clock
		ahead = 0
	}
	if wait := ahead - r.early; r.interval > 0 && wait > 0 {
		return wait
	}
	r.next = now.Add(ahead + r.interval)
	return 0
}

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
	s.memory = pipe.NewTransport(s, func() error {
		if s.closed.Load() {
			return errors.New("the reservationstest.Server is closed")
		}
		return nil
	})
	s.loopback.Handler = s
	s.listen = sync.OnceValue(func() string {
		listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // Close ends it
		if err != nil {
			panic(fmt.Sprintf("reservationstest: cannot listen on loopback: %v", err))
		}
		go s.loopback.Serve(listener)
		return "http://" + listener.Addr().String()
	})
	s.data.records, s.data.indexes, s.data.lastID = map[reflect.Type][]entry{}, map[entryKey]int{}, 1_000_000
	s.log.counts = map[string]int{}
	for i, opt := range opts {
		if opt == nil {
			panic(fmt.Sprintf("reservationstest: the option at index %d is nil", i))
		}
		opt(s)
	}
	for _, other := range s.others {
		if other.key == s.key {
			panic("reservationstest: two organizations behind one address need two keys: set one with WithKey")
		}
	}
	return s
}

// URL opens a port on the loopback interface, once, and returns its base URL.
func (s *Server) URL() string { return s.listen() }

// RoundTrip responds to a request in memory, whatever its host, so a Server is an [http.RoundTripper], and srv.RoundTrip
// a responder for httpmock. It also works in a testing/synctest bubble. A request without Accept-Encoding asks for gzip,
// which only a Fault sends. net/http never retries a request itself.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) { return s.memory.RoundTrip(r) }

// Close stops the server. What it holds and has recorded can still be read.
func (s *Server) Close() {
	s.closed.Store(true)
	s.loopback.Close()
}
