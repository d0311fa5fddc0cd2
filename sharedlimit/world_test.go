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
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

const (
	name = "park-7"
	key  = "reservations:limit:park-7" // in Redis

	password = "canary" // of Redis, which no log shows
	// wrongPassword is set with SetError, because RequireAuth of miniredis races with its HELLO.
	wrongPassword = "WRONGPASS invalid username-password pair"
)

// world is a Redis and a service in memory, for tests in virtual time.
type world struct {
	t       *testing.T
	redis   *miniredis.Miniredis
	service *service
	log     *lockedBuffer
}

func newWorld(t *testing.T) *world {
	w := &world{t, miniredis.NewMiniRedis(), newService(), new(lockedBuffer)}
	w.redis.ClockTTL(true)
	t.Cleanup(w.redis.Close)
	return w
}

// connect returns a client of the Redis, which has connections of its own.
func (w *world) connect(change ...func(*redis.Options)) *redis.Client {
	options := &redis.Options{
		Addr:       "127.0.0.1:6379", // no name that would be looked up,
		Password:   password,
		Dialer:     func(context.Context, string, string) (net.Conn, error) { return w.redis.Dial() },
		MaxRetries: -1,
	}
	for _, c := range change {
		c(options)
	}
	rdb := redis.NewClient(options)
	w.t.Cleanup(func() {
		rdb.Close()
		time.Sleep(time.Minute) // until it has given up dialling
	})
	return rdb
}

func (w *world) config() sharedlimit.Config {
	return sharedlimit.Config{Name: name, Rate: 10, Logger: slog.New(slog.NewTextHandler(w.log, nil))}
}

func (w *world) limiter(rdb redis.Scripter, config sharedlimit.Config) *sharedlimit.Limiter {
	w.t.Helper()
	limiter, err := sharedlimit.New(rdb, config)
	if err != nil {
		w.t.Fatal(err)
	}
	return limiter
}

// process returns a client with a limiter and a connection of its own, as another process
// has them.
func (w *world) process(name string, opts ...reservations.Option) *reservations.Client {
	w.t.Helper()
	return w.client(name, w.limiter(w.connect(), w.config()), opts...)
}

func (w *world) client(name string, limiter *sharedlimit.Limiter, opts ...reservations.Option) *reservations.Client {
	w.t.Helper()
	opts = append([]reservations.Option{reservations.WithHTTPClient(&http.Client{Transport: w.service.as(name)}), limiter.Option()}, opts...)
	client, err := reservations.NewClient("https://api.example.com", reservationstest.Key, opts...)
	if err != nil {
		w.t.Fatal(err)
	}
	return client
}

// call sends one request.
func call(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) error {
	_, err := c.Guests.Get(ctx, 77, opts...)
	return err
}

// keepCalling calls from so many goroutines until the time is over.
func keepCalling(t *testing.T, all *sync.WaitGroup, c *reservations.Client, goroutines int, until time.Time) {
	for range goroutines {
		all.Go(func() {
			for time.Now().Before(until) {
				if err := call(t.Context(), c); err != nil {
					t.Errorf("after %v: %v", time.Until(until), err)
					return
				}
			}
		})
	}
}

// service accepts no more than limit requests within any window, and takes latency for each.
type service struct {
	*reservationstest.Server
	limit   int
	window  time.Duration
	latency time.Duration

	mu       sync.Mutex
	accepted []arrival
	refused  []arrival
	refuse   func(arrival) bool // refuses this one too
	after    string             // Retry-After of a 429
}

// arrival is a request as the service sees it.
type arrival struct {
	process string
	at      time.Time
	number  int // from 1
}

func newService() *service {
	return &service{
		Server:  reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(77))),
		limit:   10,
		window:  time.Second - time.Millisecond, // timers are late by some nanoseconds
		latency: 20 * time.Millisecond,
		refuse:  func(arrival) bool { return false },
		after:   "1",
	}
}

// refuses notes a request, and reports whether it is one too many.
func (s *service) refuses(process string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := arrival{process, time.Now(), len(s.accepted) + len(s.refused) + 1}
	recent := 0
	for _, earlier := range slices.Backward(s.accepted) {
		if a.at.Sub(earlier.at) > s.window {
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

// counts returns how many requests were accepted between two times, of all processes and
// of each.
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
		select {
		case <-time.After(s.latency):
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
		if refused {
			header := http.Header{"Content-Type": {"application/json"}}
			if s.after != "" {
				header.Set("Retry-After", s.after)
			}
			return &http.Response{StatusCode: http.StatusTooManyRequests, Header: header, Body: http.NoBody, Request: r}, nil
		}
		return s.Server.RoundTrip(r)
	})
}

// lockedBuffer is a buffer for several goroutines.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
