// SPDX-License-Identifier: MIT

package doctor

import (
	"context"
	"crypto/tls"
	"net/http"
	"sync"
	"time"

	reservations "github.com/reservationkit/reservations-go"
)

// A Recorder notes how each request of a client went. One request runs at a time.
type Recorder struct {
	next http.RoundTripper

	mu   sync.Mutex
	last exchange
}

// An exchange is a request on the wire, and the header of its response.
type exchange struct {
	asked     []string // what the request had of the key, the host and the organization
	status    int      // 0 without a response
	header    http.Header
	protocol  string
	tls       *tls.ConnectionState // nil without TLS
	gzip      bool
	sent      time.Time
	took      time.Duration // until the header had arrived
	warnings  []reservations.WarningCount
	rateLimit *reservations.RateLimit
}

// NewRecorder returns a Recorder that sends by next.
func NewRecorder(next http.RoundTripper) *Recorder { return &Recorder{next: next} }

// Options are those of the client whose requests are noted. It sends each request once.
func (r *Recorder) Options() []reservations.Option {
	return []reservations.Option{
		reservations.WithHTTPClient(&http.Client{Transport: r}),
		reservations.WithRetry(reservations.NoRetry()),
		reservations.WithMaxConcurrency(1),
		reservations.WithHooks(reservations.Hooks{
			Warnings: func(_ context.Context, _ reservations.Call, warnings []reservations.WarningCount) {
				r.note(func(last *exchange) { last.warnings = warnings })
			},
			AttemptEnd: func(_ context.Context, attempt reservations.Attempt) {
				r.note(func(last *exchange) { last.rateLimit = attempt.RateLimit })
			},
		}),
	}
}

// RoundTrip sends a request.
func (r *Recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	sent := time.Now()
	response, err := r.next.RoundTrip(request)
	r.note(func(last *exchange) {
		*last = exchange{sent: sent, took: time.Since(sent), asked: []string{
			request.Header.Get("X-Api-Key"), request.URL.Host, request.URL.Hostname(), request.URL.Query().Get("organization"),
		}}
		if err == nil {
			last.status, last.header, last.protocol = response.StatusCode, response.Header.Clone(), response.Proto
			last.tls = response.TLS
			last.gzip = response.Uncompressed || response.Header.Get("Content-Encoding") == "gzip"
		}
	})
	return response, err
}

func (r *Recorder) note(change func(*exchange)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.last)
}

// take returns what is known of the last request, and forgets it.
func (r *Recorder) take() exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := r.last
	r.last = exchange{}
	return last
}
