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
func (r *run) refusal(resp *http.Response, err error) (f tooMany, ok bool) {
	switch {
	case r.policy.Off:
		return f, false
	case err != nil:
		return f, wasReset(err)
	case resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode != http.StatusServiceUnavailable:
		return f, false
	}
	f.after, f.named = retryAfter(resp.Header)
	f.certain = f.named || resp.StatusCode == http.StatusTooManyRequests
	if limit := rateLimit(resp.Header); !f.named && limit != nil && limit.Reset > 0 && limit.Reset <= r.policy.MaxRetryAfter {
		f.after, f.named = limit.Reset, true
	}
	return f, f.after <= r.policy.MaxRetryAfter
}

// wasReset reports whether a connection was closed instead of a response.
func wasReset(err error) bool {
	return !neverConnected(err) && (errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF))
}

// refused tells the throttle of an attempt that may be a refusal, and reports whether it is
// one, and whether it counts as an attempt all the same if its status is not 429: when nothing
// is accepted, and when the call is refused again although others were accepted.
func (r *run) refused(f tooMany) (ok, counts bool) {
	r.giveBack(func(t *throttle, p permit, now time.Time) {
		serves := t.serves(now)
		if ok = f.certain || serves; !ok {
			t.neutral(p, now)
			return
		}
		counts = !serves || r.refusedAt > 0 && t.total >= r.refusedAt+provenAfter
		t.refuse(p, now, f.after, f.named)
		r.refusedAt = t.total
	})
	if !f.certain && r.permit.probe {
		r.ticket = r.t.queue.ticket() // the next probe is another call's
	}
	return ok, counts
}
