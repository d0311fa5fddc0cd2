// SPDX-License-Identifier: MIT

package throttle

import (
	"cmp"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// world is a service in memory with one limit.
type world struct {
	scenario
	start   time.Time
	mu      sync.Mutex
	limit   limit
	random  *rand.Rand
	refused int
	served  int
}

// eachSeed runs a test with a new world for every seed, in virtual time.
func eachSeed(t *testing.T, s scenario, test func(*world)) {
	for seed := range *seeds {
		synctest.Test(t, func(*testing.T) { test(newWorld(s, uint64(seed))) })
	}
}

func newWorld(s scenario, seed uint64) *world {
	w := &world{scenario: s, start: time.Now(), limit: s.limit(), random: rand.New(rand.NewPCG(seed, 1))}
	if c, ok := w.limit.(*chance); ok {
		c.random = w.random
	}
	return w
}

// over returns how long the test has taken so far, as a multiple of a bound.
func (w *world) over(bound time.Duration) float64 {
	return time.Since(w.start).Seconds() / bound.Seconds()
}

const guest = `{"id":7,"uuid":"u","locale":"nl","created":"2026-01-02T03:04:05+01:00","attachments":[],"displayName":"A","subscribed":false}`

// RoundTrip serves or refuses a request.
func (w *world) RoundTrip(req *http.Request) (*http.Response, error) {
	w.mu.Lock()
	latency := time.Duration((0.75 + w.random.Float64()/2) * float64(w.latency))
	w.mu.Unlock()
	const way = 8 // the way there, and the way back, take an eighth of the latency each
	if err := sleep(req, latency/way); err != nil {
		return nil, err
	}
	w.mu.Lock()
	after := w.limit.wait(time.Now())
	ok := after == 0
	if ok {
		w.limit.take(time.Now())
	}
	w.mu.Unlock()
	var err error
	if ok {
		err = sleep(req, latency*(way-2)/way)
	}
	w.mu.Lock()
	if ok {
		w.limit.leave()
		w.served++
	} else {
		w.refused++
	}
	w.mu.Unlock()
	if err == nil {
		err = sleep(req, latency/way)
	}
	switch {
	case err != nil:
		return nil, err
	case ok:
		return respond(req, http.StatusOK, http.Header{"Content-Type": {"application/json"}}, guest), nil
	}
	return w.refuse(req, after)
}

// refuse answers a request that was sent too early. early is by how much.
func (w *world) refuse(req *http.Request, early time.Duration) (*http.Response, error) {
	if w.resets {
		return nil, &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	}
	h := http.Header{}
	switch w.says {
	case wholeSeconds:
		h.Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(early.Seconds())))))
	case fiveSeconds:
		h.Set("Retry-After", "5")
	case exactly:
		h.Set("Retry-After", strconv.FormatFloat(math.Ceil(early.Seconds()*1000)/1000, 'f', 3, 64))
	}
	return respond(req, cmp.Or(w.status, http.StatusTooManyRequests), h, `{}`), nil
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

func respond(req *http.Request, status int, h http.Header, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: req}
}
