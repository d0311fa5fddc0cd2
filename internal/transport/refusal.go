// SPDX-License-Identifier: MIT

package transport

import (
	"errors"
	"io"
	"net/http"
	"syscall"
	"time"
)

// tooMany is a response by which a service asks for fewer requests: a 429, a 503 that
// names a time, or, while other requests are accepted, any 503 and a connection reset. A
// 503 to every request is an outage.
type tooMany struct {
	after   time.Duration // to wait before the next request
	named   bool          // the response says so
	certain bool          // also when no other request is accepted
}

// refusal reads an attempt as one, if it may be.
func (c *call) refusal(status int, header http.Header, err error) (f tooMany, ok bool) {
	switch {
	case c.policy.off:
		return f, false
	case err != nil:
		return f, wasReset(err)
	case status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable:
		return f, false
	}
	f.after, f.named = retryAfter(header)
	f.certain = f.named || status == http.StatusTooManyRequests
	if limit := rateLimit(header); !f.named && limit != nil && limit.Reset > 0 && limit.Reset <= c.policy.MaxRetryAfter {
		f.after, f.named = limit.Reset, true
	}
	return f, f.after <= c.policy.MaxRetryAfter
}

// wasReset reports whether a connection was closed instead of a response.
func wasReset(err error) bool {
	return !neverDialled(err) && (errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF))
}

// refused tells the throttle of an attempt that may be a refusal, and reports whether it is one.
// A refusal other than a 429 counts as a failed attempt all the same when no request is accepted,
// and when the call is refused again although others were accepted.
func (c *call) refused(f tooMany) (ok, counts bool) {
	c.giveBack(func(t *throttle, p permit, now time.Time) {
		serves := t.serves(now)
		if ok = f.certain || serves; !ok {
			t.release(p, now)
			return
		}
		counts = !serves || c.refusedAt > 0 && t.total >= c.refusedAt+provenAfter
		t.refuse(p, now, f.after, f.named)
		c.refusedAt = t.total
	})
	if !f.certain && c.permit.probe {
		c.ticket = c.t.queue.newTicket() // the next probe is another call's
	}
	return ok, counts
}
