// SPDX-License-Identifier: MIT

package doctor

import (
	"context"
	"net/http"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

const (
	// interval is the time from one request to the next.
	interval = time.Second
	// No request is sent after this many failures in a row.
	maxFailures = 3
)

// clientOptions are those of the client that asks: it sends each request once.
func clientOptions() []reservations.Option {
	return []reservations.Option{reservations.WithRetry(reservations.NoRetry()), reservations.WithMaxConcurrency(1)}
}

// A probe sends the requests of a plan, one at a time.
type probe struct {
	client  *reservations.Client
	today   types.Date
	status  func(request) // is called before each request
	replies map[string]*reply
	sent    int
	stopped phrase // why the plan was not carried out to its end; empty if it was
}

// A reply is what one request of the plan got.
type reply struct {
	reservations.Response // StatusCode is 0 if there was none
	value                 any
	err                   error // why there is no value
	sent                  time.Time
	took                  time.Duration
}

// run sends the requests. From the start of one to the start of the next, it waits at least pause. It
// returns an error when the context has ended, or when no request got a response that can be used.
func (p *probe) run(ctx context.Context, requests []request, pause time.Duration) error {
	failures := 0
	var next time.Time
	for _, r := range requests {
		if !p.canAsk(r) {
			continue
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Until(next)):
		}
		p.status(r)
		got := p.send(ctx, r)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case isNotAsked(got.err):
			continue
		case got.StatusCode >= 200 && got.StatusCode < 500:
			failures = 0
		default:
			failures++
		}
		if p.mustStop(got, failures) {
			break
		}
		next = got.sent.Add(pause)
	}
	return p.outcome(requests)
}

// outcome returns nil if a response can be used, and otherwise what the first request failed with.
func (p *probe) outcome(requests []request) (err error) {
	for _, r := range requests {
		got := p.replies[r.ID]
		if got != nil && got.err == nil {
			return nil
		}
		if got != nil && err == nil {
			err = got.err
		}
	}
	return err
}

// canAsk reports whether the pages are there that a request needs.
func (p *probe) canAsk(r request) bool {
	for _, id := range r.After {
		if p.page(id) == nil {
			return false
		}
	}
	return true
}

// send sends one request.
func (p *probe) send(ctx context.Context, r request) *reply {
	got := &reply{sent: time.Now()}
	got.value, got.err = r.send(ctx, p, reservations.WithResponseInto(&got.Response))
	got.took = time.Since(got.sent)
	if !isNotAsked(got.err) {
		p.sent++
	}
	p.replies[r.ID] = got
	return got
}

// mustStop reports whether no further request may be sent, and then notes why in stopped.
func (p *probe) mustStop(got *reply, failures int) bool {
	switch {
	case isBusy(got.StatusCode):
		p.stopped = say("the service refused request %d with status %d, so no other was sent", p.sent, got.StatusCode)
	case isKeyRefused(got.StatusCode):
		p.stopped = say("the service refused the key at request %d with status %d", p.sent, got.StatusCode)
	case failures == maxFailures:
		p.stopped = say("%d requests in a row failed", failures)
	}
	return p.stopped != ""
}

func isBusy(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

func isKeyRefused(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// responses returns the replies that have a response, in the order of the plan.
func (p *probe) responses() (all []*reply) {
	for _, r := range plan {
		if got := p.replies[r.ID]; got != nil && got.StatusCode != 0 {
			all = append(all, got)
		}
	}
	return all
}
