// SPDX-License-Identifier: MIT

package limited

import (
	"cmp"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// RetryAfter is what a service writes into the header Retry-After when it refuses a request.
type RetryAfter string

// If the limit asks for 1.2341 seconds, WholeSeconds sends 2, and Milliseconds sends 1.235.
const (
	Nothing      RetryAfter = "nothing"
	WholeSeconds RetryAfter = "seconds"
	Milliseconds RetryAfter = "milliseconds"
	FiveSeconds  RetryAfter = "five seconds"
	Zero         RetryAfter = "zero"
)

// Service is a service with a limit.
type Service struct {
	Limit        func() Limit
	Latency      time.Duration // how long a response takes, up to a quarter more or less
	Slow         int           // until this many requests are served, each request takes SlowBy longer
	SlowBy       time.Duration
	RetryAfter   RetryAfter
	Status       int  // the status of a refusal; 0 means 429
	FirstRefused bool // refuses the first request of each path
	Resets       bool // refuses by closing the connection without a response
}

// Bound estimates the least time for n requests, with inFlight of them at a time: one latency, plus the time for the limit
// alone or the time for the latencies alone, whichever is longer. Bound ignores Slow.
func (s Service) Bound(n, inFlight int) time.Duration {
	limited := Service{Limit: s.Limit}.Least(n, n)
	return max(limited, s.Latency*time.Duration(n)/time.Duration(s.servedAtATime(inFlight))) + s.Latency
}

// servedAtATime returns how many requests the service serves at a time, if inFlight are sent at a time.
func (s Service) servedAtATime(inFlight int) int {
	if p, ok := s.Limit().(*Parallel); ok && p.Most > 0 {
		return min(inFlight, p.Most)
	}
	return inFlight
}

// Least returns the least time for n requests, with inFlight of them at a time: each is sent as early as the limit and the
// latency of earlier requests allow. Unlike Bound, Least adds SlowBy to the first requests.
func (s Service) Least(n, inFlight int) time.Duration {
	l, parallel := s.idealLimit(), s.servedAtATime(inFlight)
	now := time.Unix(0, 0)
	ends := make([]time.Time, 0, n) // when each request ends, sorted
	for i := range n {
		if i >= parallel && now.Before(ends[i-parallel]) {
			now = ends[i-parallel]
		}
		for wait := l.waitAskedFor(now); wait > 0; wait = l.waitAskedFor(now) {
			now = now.Add(wait)
		}
		l.beginServing(now)
		l.endServing()
		end := now.Add(s.Latency)
		if s.Slow > i || s.Slow > 0 && now.Before(ends[s.Slow-1]) {
			end = end.Add(s.SlowBy)
		}
		at, _ := slices.BinarySearchFunc(ends, end, time.Time.Compare)
		ends = slices.Insert(ends, at, end)
	}
	return ends[n-1].Sub(time.Unix(0, 0))
}

// idealLimit returns the limit, changed so that refusals cost nothing: no penalty, no ban, and no count of refused requests.
func (s Service) idealLimit() Limit {
	l := s.Limit()
	switch l := l.(type) {
	case *Bucket:
		l.Penalty = 0
	case *Frequency:
		l.ideal = true
	case *Ban:
		return l.Limit
	}
	return l
}

// Running is a service that responds to requests, and counts them.
type Running struct {
	Service
	Served, Refused int
	limit           Limit
	start           time.Time
	mu              sync.Mutex
	random          *rand.Rand
	seen            map[string]bool // for FirstRefused: the paths that were requested
}

// Run starts a service. With the same seed, its responses take the same times.
func (s Service) Run(seed uint64) *Running {
	r := &Running{Service: s, limit: s.Limit(), start: time.Now(), random: rand.New(rand.NewPCG(seed, 1)), seen: map[string]bool{}}
	if c, ok := r.limit.(*Chance); ok {
		c.random = r.random
	}
	return r
}

// Over returns the time since the start as a multiple of a bound: 2 when twice the bound has passed.
func (s *Running) Over(bound time.Duration) float64 {
	return time.Since(s.start).Seconds() / bound.Seconds()
}

const guest = `{"id":7,"uuid":"u","locale":"nl","created":"2026-01-02T03:04:05+01:00","attachments":[],"displayName":"A","subscribed":false}`

// RoundTrip serves or refuses a request.
func (s *Running) RoundTrip(req *http.Request) (*http.Response, error) {
	s.mu.Lock()
	latency := time.Duration((0.75 + s.random.Float64()/2) * float64(s.Latency))
	if s.Served < s.Slow {
		latency += s.SlowBy
	}
	s.mu.Unlock()
	const parts = 8 // a request takes an eighth of the latency to reach the service, and so does the way back
	if err := sleep(req, latency/parts); err != nil {
		return nil, err
	}
	s.mu.Lock()
	after := s.limit.waitAskedFor(time.Now())
	ok := after == 0 && (!s.FirstRefused || s.seen[req.URL.Path])
	s.seen[req.URL.Path] = true
	if ok {
		s.limit.beginServing(time.Now())
	}
	s.mu.Unlock()
	var err error
	if ok {
		err = sleep(req, latency*(parts-2)/parts)
	}
	s.mu.Lock()
	if ok {
		s.limit.endServing()
		s.Served++
	} else {
		s.Refused++
	}
	s.mu.Unlock()
	if err == nil {
		err = sleep(req, latency/parts)
	}
	switch {
	case err != nil:
		return nil, err
	case ok:
		return Respond(req, http.StatusOK, http.Header{"Content-Type": {"application/json"}}, guest), nil
	}
	return s.refusal(req, after)
}

// refusal returns the response to a request that is refused, or the error of a connection that was reset.
func (s *Running) refusal(req *http.Request, wait time.Duration) (*http.Response, error) {
	if s.Resets {
		return nil, &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	}
	h := http.Header{}
	switch s.RetryAfter {
	case WholeSeconds:
		h.Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
	case FiveSeconds:
		h.Set("Retry-After", "5")
	case Zero:
		h.Set("Retry-After", "0")
	case Milliseconds:
		h.Set("Retry-After", strconv.FormatFloat(math.Ceil(wait.Seconds()*1000)/1000, 'f', 3, 64))
	}
	return Respond(req, cmp.Or(s.Status, http.StatusTooManyRequests), h, `{}`), nil
}

func sleep(req *http.Request, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-req.Context().Done():
		return req.Context().Err()
	}
}

// Respond returns a response to a request.
func Respond(req *http.Request, status int, h http.Header, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: req}
}
