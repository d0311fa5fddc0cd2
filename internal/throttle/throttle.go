// SPDX-License-Identifier: MIT

// Package throttle decides when a client may send its next request. internal/transport/retry.go, which sees a 429, tells it how
// each request ended, and so it learns how much the service allows. It knows nothing of HTTP. Tests in internal/proof/limits show
// what it does for services with limits.
//
//	throttle.go  what a call uses: it waits for its turn, sends a request, and says how the request ended
//	queue.go     the queue in which the calls wait
//	gate.go      whether a request may be sent: not in a pause, not beyond the window, not faster than the pace
//	window.go    how many requests may be in flight at a time
//	pace.go      how fast requests may be sent
//	learn.go     what a refusal says about the limit of the service: on requests at a time, or on requests per second
package throttle

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Throttle is shared by all calls of a client. It admits their requests in the order in which the calls began to wait. It is
// safe for concurrent use.
type Throttle struct {
	lastTicket atomic.Int64

	mu      sync.Mutex
	gate    *gate
	waiting []*waiter // in the order of their tickets
	timer   *time.Timer
}

// New returns a throttle that allows maxInFlight requests at a time. After a refusal that names no time, the pause lasts as
// long as first says. If the service goes on refusing, the pauses become longer, up to longest, or to 7.5 s if longest is shorter.
func New(maxInFlight int, first, longest time.Duration) *Throttle {
	return &Throttle{gate: newGate(maxInFlight, first, longest)}
}

// Pause returns the end of the last pause, which may have passed, and when a request was last accepted.
func (t *Throttle) Pause() (until, lastAccepted time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.gate.notBefore, t.gate.lastAccepted
}

// Turn is the place of one call in the throttle. The call sends one request after another: Wait begins each request, and
// Accepted, Release or Refused ends it. These three do nothing if no request is in flight. A Turn is used by one goroutine.
type Turn struct {
	Throttle *Throttle

	ticket              int // the place in the queue, kept for all requests of the call; 0 if the call needs a new place
	acceptedWhenRefused int // how many requests of all calls had been accepted when this call was last refused; 0 at first
	permit              permit
	inFlight            bool
}

// A Limiter delays requests: its Wait is called before every request. It may also have a method Check, which returns at
// once the error that Wait would return later.
type Limiter interface {
	Wait(context.Context) error
}

// A WhyNot returns why a call cannot wait until the end of a pause, or nil if it can.
type WhyNot func(until, lastAccepted time.Time) error

// Wait waits until the call may send a request: first in the queue, and then for the limiter, which may be nil. If a pause
// begins while the call waits for the limiter, the call queues again. Wait fails if ctx ends, if the limiter fails, or if
// whyNot returns a reason. behindOthers is how long Wait took, or 0 if no request of another call was accepted meanwhile.
func (t *Turn) Wait(ctx context.Context, limiter Limiter, whyNot WhyNot) (behindOthers time.Duration, err error) {
	began := time.Now()
	if t.ticket == 0 {
		t.ticket = int(t.Throttle.lastTicket.Add(1)) // the last place in the queue
	}
	for !t.inFlight {
		if l, ok := limiter.(interface{ Check(context.Context) error }); ok {
			if err := l.Check(ctx); err != nil {
				return 0, err
			}
		}
		if t.permit, err = t.Throttle.waitForPermit(ctx, t.ticket, whyNot); err != nil {
			return 0, err
		}
		t.inFlight = true
		if limiter == nil {
			break
		}
		if err := limiter.Wait(ctx); err != nil {
			return 0, err
		}
		t.inFlight = t.Throttle.recheckPermit(t.permit)
	}
	if _, lastAccepted := t.Throttle.Pause(); lastAccepted.After(began) {
		behindOthers = time.Since(began)
	}
	return behindOthers, nil
}

// Accepted ends a request that was not refused.
func (t *Turn) Accepted() { t.endRequest((*gate).endAccepted) }

// Release ends a request that says nothing about the limit of the service, such as one that was not sent, or timed out.
func (t *Turn) Release() { t.endRequest((*gate).release) }

func (t *Turn) endRequest(how func(*gate, permit, time.Time)) {
	if t.inFlight {
		t.inFlight = false
		t.Throttle.changeGate(func(g *gate) { how(g, t.permit, time.Now()) })
	}
}

// Refusal is a response, or a closed connection, by which a service may have asked for fewer requests.
type Refusal struct {
	After   time.Duration // how long to wait before the next request
	Named   bool          // the service has named that time
	Certain bool          // the service certainly asks for fewer requests; if false, it may be down
}

// Refused ends a request that was refused. The result is true if the service accepts other requests: then the call waits for the
// end of the pause, and the refusal is no failed attempt. But if 3 requests were accepted since this call was last refused, the
// call itself may be the reason, and the result is false.
func (t *Turn) Refused(r Refusal) (joinsPause bool) {
	t.endRequest(func(g *gate, p permit, now time.Time) {
		acceptsOthers := now.Sub(g.lastAccepted) <= 4*g.longestBackoff
		if !r.Certain && !acceptsOthers { // the service is taken to be down
			g.release(p, now)
			return
		}
		joinsPause = acceptsOthers && (t.acceptedWhenRefused == 0 || g.total < t.acceptedWhenRefused+provenAfter)
		g.endRefused(p, now, r)
		t.acceptedWhenRefused = g.total
	})
	if !r.Certain && t.permit.probe {
		t.ticket = 0 // this call goes to the end of the queue, so that another call sends the next probe
	}
	return joinsPause
}
