// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

const (
	name     = "park-7"
	key      = "reservations:limit:park-7" // in Redis
	password = "canary"                    // of Redis, which no log shows
)

// world is a Redis and a service in memory, for tests in virtual time.
type world struct {
	t       *testing.T
	redis   *miniredis.Miniredis
	service *service
	config  sharedlimit.Config // of the limiters that follow
	log     bytes.Buffer
}

// inWorld runs a test in a world of its own.
func inWorld(t *testing.T, test func(t *testing.T, w *world)) {
	t.Parallel()
	aloneInWorld(t, test)
}

// inWorlds runs a test of each case in a world of its own.
func inWorlds[T any](t *testing.T, cases map[string]T, test func(t *testing.T, w *world, c T)) {
	t.Parallel()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(t *testing.T, w *world) { test(t, w, c) })
		})
	}
}

func aloneInWorld(t *testing.T, test func(t *testing.T, w *world)) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, redis: miniredis.NewMiniRedis(), service: newService()}
		w.config = sharedlimit.Config{Name: name, Rate: 10, Logger: slog.New(slog.NewTextHandler(&w.log, nil))}
		w.redis.ClockTTL(true)
		t.Cleanup(w.redis.Close)
		test(t, w)
	})
}

// limiter returns a limiter that reaches the Redis through f, with connections of its own as another process has them.
func (w *world) limiter(f *fragile) *sharedlimit.Limiter {
	if f.redis == nil { // others that share the way may be dialling already
		f.redis = w.redis
	}
	const address = "127.0.0.1:6379" // no name that would be looked up
	rdb := redis.NewClient(&redis.Options{Addr: address, Password: password, Dialer: f.dial, MaxRetries: -1})
	w.t.Cleanup(func() {
		rdb.Close()
		time.Sleep(time.Minute) // until it has given up dialling
	})
	return must(sharedlimit.New(rdb, w.config))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// takes returns how long each of n waits took.
func takes(t *testing.T, l *sharedlimit.Limiter, n int) (times []time.Duration) {
	t.Helper()
	for range n {
		start := time.Now()
		must(0, l.Wait(t.Context()))
		times = append(times, time.Since(start))
	}
	return times
}

// process returns the client of another process.
func (w *world) process(name string, opts ...reservations.Option) *reservations.Client {
	return w.client(name, w.limiter(&fragile{}), opts...)
}

func (w *world) client(name string, limiter *sharedlimit.Limiter, opts ...reservations.Option) *reservations.Client {
	opts = append([]reservations.Option{reservations.WithHTTPClient(&http.Client{Transport: w.service.as(name)}), limiter.Option()}, opts...)
	return must(reservations.NewClient("https://api.example.com", reservationstest.Key, opts...))
}

// call sends one request.
func call(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) error {
	_, err := c.Guests.Get(ctx, 77, opts...)
	return err
}

// service accepts no more than limit requests within a second, and takes latency for each.
type service struct {
	*reservationstest.Server
	limit   int
	latency time.Duration
	after   string // Retry-After of a 429

	mu                sync.Mutex
	refuse            func(arrival) bool // refuses this one too
	accepted, refused []arrival
}

// arrival is a request as the service sees it.
type arrival struct {
	process string
	at      time.Time
	number  int // from 1
}

func newService() *service {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(77)))
	none := func(arrival) bool { return false }
	return &service{Server: srv, limit: 10, latency: 20 * time.Millisecond, after: "1", refuse: none}
}

// refuses notes a request, and reports whether it is one too many.
func (s *service) refuses(process string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := arrival{process, time.Now(), len(s.accepted) + len(s.refused) + 1}
	recent := 0
	for _, earlier := range slices.Backward(s.accepted) {
		if a.at.Sub(earlier.at) > time.Second-time.Millisecond { // timers are late by some nanoseconds
			break
		}
		recent++
	}
	if recent >= s.limit || s.refuse(a) {
		s.refused = append(s.refused, a)
		return true
	}
	s.accepted = append(s.accepted, a)
	return false
}

// counts returns how many requests were accepted between two times, of all processes and of each.
func (s *service) counts(from, until time.Time) (total int, each map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	each = map[string]int{}
	for _, a := range s.accepted {
		if !a.at.Before(from) && a.at.Before(until) {
			total++
			each[a.process]++
		}
	}
	return total, each
}

func (s *service) as(process string) http.RoundTripper {
	return testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		refused := s.refuses(process)
		time.Sleep(s.latency)
		if refused {
			header := http.Header{"Retry-After": {s.after}}
			return &http.Response{StatusCode: http.StatusTooManyRequests, Header: header, Body: http.NoBody, Request: r}, nil
		}
		return s.Server.RoundTrip(r)
	})
}

// way is how a process reaches a Redis.
type way struct {
	err  error         // of dialling
	hang chan struct{} // holds back what is sent, until there is another way; nil if it does not
	far  time.Duration // how long each response takes, and a connection
}

// fragile is a way that can change.
type fragile struct {
	redis *miniredis.Miniredis
	mu    sync.Mutex
	way
	conns []net.Conn
}

func (f *fragile) now() way {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.way
}

// set changes the way. An error also closes all connections.
func (f *fragile) set(w way) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hang != nil {
		close(f.hang)
	}
	for f.way = w; w.err != nil && len(f.conns) > 0; f.conns = f.conns[1:] {
		f.conns[0].Close()
	}
}

func (f *fragile) dial(context.Context, string, string) (net.Conn, error) {
	w := f.now()
	if w.err != nil {
		return nil, w.err
	}
	time.Sleep(w.far)
	conn, err := f.redis.Dial()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.conns = append(f.conns, conn)
	return &slowConn{conn, f}, err
}

// slowConn sends nothing while its way hangs, and receives everything later.
type slowConn struct {
	net.Conn
	f *fragile
}

func (c *slowConn) Write(p []byte) (int, error) {
	if hang := c.f.now().hang; hang != nil {
		<-hang
	}
	return c.Conn.Write(p)
}

func (c *slowConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	time.Sleep(c.f.now().far)
	return n, err
}
