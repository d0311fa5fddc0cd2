// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
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

// delay is the wait before retry n, counted from 0: doubling from MinWait up to
// MaxWait, a quarter more or less so that clients do not march in step.
func (p Policy) delay(n int) time.Duration {
	if n < 0 {
		return 0
	}
	wait := min(p.MaxWait, forever) // so that no sum overflows
	if p.MinWait < p.MaxWait>>n {
		wait = p.MinWait << n
	}
	return time.Duration(float64(wait) * (0.75 + rand.Float64()/2))
}

// canPause reports whether this call can wait for the end of the pause after a refusal, which all
// calls share.
func (c *call) canPause(ctx context.Context) bool {
	if c.policy.off || c.tooLong(c.last.RetryAfter) {
		return false
	}
	until, progress := c.t.queue.pause()
	c.last.Wait, c.backoff = max(0, time.Until(until)), 0
	c.last.NotRetried = c.whyNotWait(ctx, until, progress)
	return c.last.NotRetried == ""
}

// canRetry notes a transient failure: it sets the wait before the next attempt and reports whether
// there is one.
func (c *call) canRetry(ctx context.Context) bool {
	c.failures++
	if c.policy.off || c.failures >= c.policy.MaxAttempts || c.tooLong(c.last.RetryAfter) {
		return false
	}
	c.backoff = max(c.policy.delay(c.failures-1), c.last.RetryAfter)
	c.last.Wait = c.backoff
	if c.last.NotRetried = c.whyNotWait(ctx, time.Now().Add(c.backoff), c.start); c.last.NotRetried == "" {
		c.last.NotRetried = c.draw()
	}
	return c.last.NotRetried == ""
}

// tooLong reports whether the service asks to wait for longer than the policy allows.
func (c *call) tooLong(after time.Duration) bool {
	if after <= c.policy.MaxRetryAfter {
		return false
	}
	c.last.NotRetried = fmt.Sprintf("its Retry-After of %v is longer than RetryPolicy.MaxRetryAfter, which is %v",
		rounded(after), c.policy.MaxRetryAfter)
	return true
}

// whyNotWait tells why the next attempt may not begin at the given time, or returns "" if it
// may. A request of the client was last accepted at the time progress.
func (c *call) whyNotWait(ctx context.Context, at, progress time.Time) string {
	wait := rounded(time.Until(at))
	if deadline, ok := ctx.Deadline(); ok && !at.Before(deadline) {
		return fmt.Sprintf("the next wait of %v would pass the deadline of the call", wait)
	}
	if min(at.Sub(c.start), at.Sub(progress)) > c.policy.MaxElapsed {
		return fmt.Sprintf("the next wait of %v would pass RetryPolicy.MaxElapsed, which is %v", wait, c.policy.MaxElapsed)
	}
	return ""
}

// rounded leaves out the digits of a wait that say nothing to a reader.
func rounded(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Second / 10)
}
