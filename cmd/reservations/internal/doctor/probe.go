// SPDX-License-Identifier: MIT

package doctor

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// The service gets at most maxRequests requests, and no more after maxFailures failures in a row.
const (
	maxRequests = 40
	maxFailures = 3
)

// A probe sends the requests of a plan, one at a time.
type probe struct {
	client   *reservations.Client
	recorder *Recorder
	today    types.Date
	replies  map[string]*reply
	leftOut  map[string]finding // for requests that could not be made, what checks say about it
	texts    texts
	sent     int
	stopped  phrase // why the plan was not carried out to its end; zero if it was
}

// run sends the steps. From the start of one request to the start of the next, it waits at least pause. It
// returns an error when the context has ended, or when no request got a response that can be used.
func (p *probe) run(ctx context.Context, steps []step, pause time.Duration, status func(step)) error {
	failures := 0
	var firstErr error
	var last time.Time
	for _, s := range steps {
		if wait := pause - time.Since(last); !last.IsZero() && wait > 0 {
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if p.sent == maxRequests {
			p.stopped = say("%d requests were sent, and no more are allowed", count(p.sent))
			return nil
		}
		status(s)
		began := time.Now()
		r := p.send(ctx, s)
		if r == nil {
			continue
		}
		last = began
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if firstErr == nil {
			firstErr = r.err
		}
		if r.status >= 200 && r.status < 500 && !isKeyRefused(r.status) {
			failures = 0
		} else {
			failures++
		}
		if p.mustStop(r, failures) {
			break
		}
	}
	return p.outcome(firstErr)
}

// send sends the request of a step. It returns nil if there was nothing to ask, so that nothing was sent.
func (p *probe) send(ctx context.Context, s step) *reply {
	var response reservations.Response
	value, err := s.send(ctx, p, reservations.WithResponseInto(&response))
	var param *reservations.ParamError
	switch {
	case errors.Is(err, errNothingToAsk):
		p.leftOut[s.id] = undetermined(say("the service shows nothing that could be asked about"))
		return nil
	case errors.As(err, &param):
		p.leftOut[s.id] = finding{verdict: NotTested, observed: say("an organization is needed: set --organization")}
		return nil
	}
	p.sent++
	r := &reply{exchange: p.recorder.take(), body: response.Body, err: err, value: value}
	var refusal *reservations.APIError
	if errors.As(err, &refusal) {
		r.body = refusal.Body
	}
	r.leaves = leavesOf(r.body)
	p.replies[s.id] = r
	p.texts.addResponse(r)
	return r
}

// mustStop reports whether no further request may be sent, and then notes why in stopped.
func (p *probe) mustStop(r *reply, failures int) bool {
	switch {
	case r.status == http.StatusTooManyRequests, r.status == http.StatusServiceUnavailable:
		p.stopped = say("the service refused request %d with status %d, so no other was sent", count(p.sent), count(r.status))
	case isKeyRefused(r.status):
		p.stopped = say("the service refused the key at request %d with status %d", count(p.sent), count(r.status))
	case failures == maxFailures:
		p.stopped = say("%d requests in a row failed", count(failures))
	default:
		return false
	}
	return true
}

func isKeyRefused(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// outcome returns err when no response can be used, and nil otherwise.
func (p *probe) outcome(err error) error {
	for _, r := range p.replies {
		if r.err == nil {
			return nil
		}
	}
	return err
}

// page returns the page of the register that a step got, or nil.
func (p *probe) page(id string) *registerPage { return p.replies[id].register() }

// pages returns all pages of the register, in the order of the plan.
func (p *probe) pages(ids ...string) (pages []*registerPage) {
	for _, id := range ids {
		if page := p.page(id); page != nil {
			pages = append(pages, page)
		}
	}
	return pages
}

// withNeeded returns the steps with these ids and those whose replies they need, in the order of the plan.
func withNeeded(ids []string) []step {
	var needed []step
	for _, s := range plan {
		if slices.Contains(ids, s.id) {
			needed = append(needed, s)
		}
	}
	for _, s := range needed {
		if missing := slices.DeleteFunc(slices.Clone(s.after), func(id string) bool { return slices.Contains(ids, id) }); len(missing) > 0 {
			return withNeeded(append(ids, missing...))
		}
	}
	return needed
}
