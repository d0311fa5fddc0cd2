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

// A probe sends the requests of a plan, one at a time. Its client sends each once.
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

// run sends the requests, and waits between them. It returns an error when the context has ended, or when no request
// got a response that can be used.
func (p *probe) run(ctx context.Context, requests []request, pause time.Duration) (err error) {
	failures, usable := 0, false
	for _, r := range requests {
		if p.missing(r.After...) != "" {
			continue
		}
		if p.sent > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause):
			}
		}
		p.status(r)
		got := &reply{sent: time.Now()}
		got.value, got.err = r.send(ctx, p, reservations.WithResponseInto(&got.Response))
		got.took = time.Since(got.sent)
		p.replies[r.ID] = got
		if err == nil {
			err = got.err
		}
		if isNotAsked(got.err) {
			continue
		}
		p.sent++
		usable = usable || got.err == nil
		failures++
		if got.StatusCode >= 200 && got.StatusCode < 500 {
			failures = 0
		}
		if p.mustStop(got, failures) {
			break
		}
	}
	if usable {
		return ctx.Err()
	}
	return err
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
