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
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// world is a service in memory with one limit. It counts the served requests by client.
type world struct {
	scenario
	mu      sync.Mutex
	limit   limit
	random  *rand.Rand
	refused int
	served  map[string]int
}

func newWorld(s scenario, seed uint64) *world {
	w := &world{scenario: s, limit: s.limit(), random: rand.New(rand.NewPCG(seed, 1)), served: map[string]int{}}
	if c, ok := w.limit.(*chance); ok {
		c.random = w.random
	}
	return w
}

const guest = `{"id":7,"uuid":"u","locale":"nl","created":"2026-01-02T03:04:05+01:00","attachments":[],"displayName":"A","subscribed":false}`

// as returns a transport that sends the requests of one client to the service.
func (w *world) as(client string) http.RoundTripper {
	return testkit.RoundTripper(func(req *http.Request) (*http.Response, error) {
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
			w.served[client]++
		} else {
			w.refused++
		}
		w.mu.Unlock()
		if err == nil {
			err = sleep(req, latency/way)
		}
		if err != nil {
			return nil, err
		}
		if ok {
			return respond(req, http.StatusOK, http.Header{"Content-Type": {"application/json"}}, guest), nil
		}
		return w.refuse(req, after)
	})
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

func (w *world) total() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, served := range w.served {
		n += served
	}
	return n
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
