// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"syscall"
	"time"
)

// Class says what may be retried.
type Class string

const (
	// Read changes nothing, so it may be retried after any transient failure.
	Read Class = "read"
	// Write is retried only when the service certainly did not act on it.
	Write Class = "write"
)

// Policy bounds the retries of one call. Every field is set.
type Policy struct {
	MaxAttempts   int           // attempts that may fail, 429 not counted
	MinWait       time.Duration // before the first retry; doubles with each further one
	MaxWait       time.Duration // bounds that doubling
	MaxRetryAfter time.Duration // longest pause the service may ask for
	MaxElapsed    time.Duration // from the start of the call to the start of its last retry
	Budget        int           // retries of all calls without a success; math.MaxInt for any number

	off bool
}

// NoRetry returns the policy that retries nothing. Then no pause is shared either: a 429 goes to
// its caller, and the next call is sent at once.
func NoRetry() Policy { return Policy{off: true} }

type verdict int

const (
	final     verdict = iota // the caller gets it
	transient                // retry after a wait; counted
	limited                  // retry after the shared pause; bounded by time alone
)

// judge is the retry table. A write that the service may have acted on is never sent again.
func judge(class Class, status int, err error) verdict {
	switch {
	case err == nil && status == http.StatusTooManyRequests:
		return limited
	case err == nil && !statusMayPass(status) || err != nil && !MayPass(err):
		return final
	case class == Write && mayHaveActed(status, err):
		return final
	}
	return transient
}

// statusMayPass reports whether a response with this status may be followed by a success. A
// status of 500 is among them, because many services use it for every failure.
func statusMayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// follow decides what follows an attempt, once it has brought the header of a response or an
// error, and again when the body of a success broke off. The throttle learns it before the body
// is read, which may take long.
func (c *call) follow(ctx context.Context, err error) {
	c.last.MayHaveActed = mayHaveActed(c.last.Status, err)
	if ctx.Err() != nil { // the attempt may have failed because of that
		c.giveBack((*throttle).release)
		return
	}
	verdict := judge(c.q.Class, c.last.Status, err)
	if f, ok := c.refusal(err); ok && c.refused(f) && verdict == transient {
		verdict = limited
	}
	if err != nil || verdict == limited || c.last.Status == http.StatusServiceUnavailable {
		c.giveBack((*throttle).release) // unless refused has done it
	}
	c.last.WillRetry = c.canRetry(ctx, verdict)
}

// tooMany is a response by which a service asks for fewer requests: a 429, a 503 that
// names a time, or, while other requests are accepted, any 503 and a connection reset. A
// 503 to every request is an outage.
type tooMany struct {
	after   time.Duration // to wait before the next request
	named   bool          // the response says so
	certain bool          // also when no other request is accepted
}

// refusal reads an attempt as one, if it may be.
func (c *call) refusal(err error) (f tooMany, ok bool) {
	status := c.last.Status
	switch {
	case c.policy.off:
		return f, false
	case err != nil:
		return f, status == 0 && wasReset(err)
	case status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable:
		return f, false
	}
	f.after, f.named = retryAfter(c.last.Header)
	f.certain = f.named || status == http.StatusTooManyRequests
	if limit := c.last.RateLimit(); !f.named && limit != nil && limit.Reset > 0 && limit.Reset <= c.policy.MaxRetryAfter {
		f.after, f.named = limit.Reset, true
	}
	return f, f.after <= c.policy.MaxRetryAfter
}

// wasReset reports whether a connection was closed instead of a response.
func wasReset(err error) bool {
	return !neverDialled(err) && (errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF))
}

// refused tells the throttle of an attempt that may be a refusal, and reports whether it is one that
// does not count as a failed attempt. One other than a 429 counts all the same when no request is
// accepted, and when the call is refused again although others were accepted.
func (c *call) refused(f tooMany) (ok bool) {
	c.giveBack(func(t *throttle, p permit, now time.Time) {
		serves := t.serves(now)
		if !f.certain && !serves {
			t.release(p, now)
			return
		}
		ok = serves && (c.refusedAt == 0 || t.total < c.refusedAt+provenAfter)
		t.refuse(p, now, f.after, f.named)
		c.refusedAt = t.total
	})
	if !f.certain && c.permit.probe {
		c.ticket = 0 // it gets another one, so that the next probe is another call's
	}
	return ok
}

// canRetry reports whether another attempt follows, and sets the wait before it. A refusal does not
// count as a failure: its pause, which all calls share, is waited for in the queue.
func (c *call) canRetry(ctx context.Context, v verdict) bool {
	if v == transient {
		c.failures++
	}
	if v == final || c.policy.off || c.failures >= c.policy.MaxAttempts || c.tooLong() {
		return false
	}
	if v == limited {
		until, progress := c.t.queue.pause()
		c.backoff, c.last.Wait = 0, max(0, time.Until(until))
		c.last.NotRetried, _ = c.whyNotWait(ctx, until, progress)
		return c.last.NotRetried == ""
	}
	c.backoff = max(c.policy.delay(c.failures-1), c.last.RetryAfter)
	c.last.Wait = c.backoff
	c.last.NotRetried, _ = c.whyNotWait(ctx, time.Now().Add(c.backoff), c.start)
	if c.last.NotRetried == "" {
		c.last.NotRetried = c.draw()
	}
	return c.last.NotRetried == ""
}

// delay is the wait before retry n, counted from 0: doubling from MinWait up to
// MaxWait, a quarter more or less so that clients do not march in step.
func (p Policy) delay(n int) time.Duration {
	wait := min(p.MaxWait, forever) // so that no sum overflows
	if p.MinWait < p.MaxWait>>n {
		wait = p.MinWait << n
	}
	return time.Duration(float64(wait) * (0.75 + rand.Float64()/2))
}

// tooLong reports whether the service asks to wait for longer than the policy allows.
func (c *call) tooLong() bool {
	after := c.last.RetryAfter
	if after <= c.policy.MaxRetryAfter {
		return false
	}
	c.last.NotRetried = fmt.Sprintf("its Retry-After of %v is longer than RetryPolicy.MaxRetryAfter, which is %v",
		rounded(after), c.policy.MaxRetryAfter)
	return true
}

// whyNotWait tells why the next attempt may not begin at the given time, as the queue wants it. A
// request of the client was last accepted at the time progress.
func (c *call) whyNotWait(ctx context.Context, at, progress time.Time) (string, error) {
	wait := rounded(time.Until(at))
	if deadline, ok := ctx.Deadline(); ok && !at.Before(deadline) {
		return fmt.Sprintf("the next wait of %v would pass the deadline of the call", wait), context.DeadlineExceeded
	}
	if min(at.Sub(c.start), at.Sub(progress)) > c.policy.MaxElapsed {
		return fmt.Sprintf("the next wait of %v would pass RetryPolicy.MaxElapsed, which is %v", wait, c.policy.MaxElapsed), nil
	}
	return "", nil
}

// rounded leaves out the digits of a wait that say nothing to a reader.
func rounded(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Second / 10)
}
