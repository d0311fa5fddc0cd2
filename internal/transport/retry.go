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

	"github.com/reservationkit/reservations-go/internal/ratelimit"
	"github.com/reservationkit/reservations-go/internal/throttle"
)

// Policy bounds the retries of one call. Every field but Off is set.
type Policy struct {
	MaxAttempts   int           // attempts that may fail, 429 not counted
	MinWait       time.Duration // before the first retry; doubles with each further one
	MaxWait       time.Duration // bounds that doubling
	MaxRetryAfter time.Duration // longest pause the service may ask for
	MaxElapsed    time.Duration // from the start of the call to its last retry; see whyNotWait
	Budget        int           // retries of all calls until one succeeds; math.MaxInt for any number
	Off           bool          // nothing is retried and no pause begins: the caller gets a 429, and the next call is sent at once
}

type verdict int

const (
	final     verdict = iota // the caller gets the result
	transient                // retry after a wait; counted
	limited                  // retry after the shared pause; not counted, bounded by time alone
)

// retryVerdict is the retry table. A write is never sent again if the service may have acted on it.
func retryVerdict(write bool, status int, err error) verdict {
	switch {
	case err == nil && status == http.StatusTooManyRequests:
		return limited
	case err == nil && !statusMayPass(status) || err != nil && !MayPass(err):
		return final
	case write && mayHaveActed(status, err):
		return final
	}
	return transient
}

// statusMayPass reports whether another attempt may succeed after a response with this status. A status of 500 is one of
// them, because many services use it for every failure.
func statusMayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// decideNext tells the throttle how an attempt ended, and returns whether the policy allows another.
func (a *attempts) decideNext(ctx context.Context, err error) (retry bool) {
	a.last.MayHaveActed = mayHaveActed(a.last.Status, err)
	if ctx.Err() != nil { // the end of the call may be why the attempt failed
		a.turn.Release()
		return false
	}
	verdict := retryVerdict(a.request.Write, a.last.Status, err)
	if r, ok := a.refusal(err); ok {
		free := a.turn.Refuse(r) // whatever the verdict: the throttle learns from every refusal
		if free && verdict == transient {
			verdict = limited
		}
	}
	if err != nil || verdict == limited || a.last.Status == http.StatusServiceUnavailable {
		a.turn.Release() // does nothing after Refuse
	}
	return a.planRetry(ctx, verdict)
}

// refusal returns the last attempt as a refusal, if it may be one: a sign that the service wants fewer requests. A 429 is
// one, and so is a 503 that names a time. While other requests are accepted, any 503 and a reset connection are refusals
// too; while none is accepted, they are an outage. If the service asks for a longer wait than the policy allows, the
// call fails and no pause begins.
func (a *attempts) refusal(err error) (r throttle.Refusal, ok bool) {
	status := a.last.Status
	switch {
	case a.policy.Off:
		return r, false
	case err != nil: // was a connection closed instead of a response?
		return r, status == 0 && !neverDialled(err) && (errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF))
	case status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable:
		return r, false
	}
	r.After, r.Named = ratelimit.RetryAfter(a.last.Header)
	r.Certain = r.Named || status == http.StatusTooManyRequests
	if report := a.last.RateLimit(); !r.Named && report != nil && report.Reset > 0 && report.Reset <= a.policy.MaxRetryAfter {
		r.After, r.Named = report.Reset, true
	}
	return r, r.After <= a.policy.MaxRetryAfter
}

// planRetry reports whether another attempt follows. It counts the failure, sets the wait before the next attempt, and takes
// the attempt from the budget. After a refusal there is no such wait: the call waits with all others for the end of the pause.
func (a *attempts) planRetry(ctx context.Context, v verdict) bool {
	if v == transient {
		a.failures++
	}
	if v == final || a.policy.Off || a.failures >= a.policy.MaxAttempts {
		return false
	}
	if after := a.last.RetryAfter; after > a.policy.MaxRetryAfter {
		a.last.NotRetried = fmt.Sprintf("its Retry-After of %v is longer than RetryPolicy.MaxRetryAfter, which is %v",
			rounded(after), a.policy.MaxRetryAfter)
		return false
	}
	if v == limited {
		until, lastAccepted := a.t.throttle.Pause()
		a.backoff, a.last.Wait = 0, max(0, time.Until(until))
		a.last.NotRetried, _ = a.whyNotWait(ctx, until, lastAccepted)
		return a.last.NotRetried == ""
	}
	a.backoff = max(a.policy.delay(a.failures-1), a.last.RetryAfter)
	a.last.Wait = a.backoff
	a.last.NotRetried, _ = a.whyNotWait(ctx, time.Now().Add(a.backoff), a.start) // what others get does not matter
	if a.last.NotRetried == "" {
		a.last.NotRetried = a.takeRetry()
	}
	return a.last.NotRetried == ""
}

// delay returns the wait before retry n, counted from 0. It doubles from MinWait up to MaxWait, and is up to a quarter shorter
// or longer, so that clients do not all retry at the same time.
func (p Policy) delay(n int) time.Duration {
	wait := min(p.MaxWait, ratelimit.Forever) // so that no sum overflows
	if p.MinWait < p.MaxWait>>n {
		wait = p.MinWait << n
	}
	return time.Duration(float64(wait) * (0.75 + rand.Float64()/2))
}

// whyNotWait returns why the next attempt may not begin at the given time, or "" if it may. MaxElapsed counts from the start of
// the call, or from the time when a request of any call was last accepted, if that is later: as long as others are
// accepted, waiting makes sense.
func (a *attempts) whyNotWait(ctx context.Context, at, lastAccepted time.Time) (string, error) {
	wait := rounded(time.Until(at))
	if deadline, ok := ctx.Deadline(); ok && !at.Before(deadline) {
		return fmt.Sprintf("the next wait of %v would pass the deadline of the call", wait), context.DeadlineExceeded
	}
	if min(at.Sub(a.start), at.Sub(lastAccepted)) > a.policy.MaxElapsed {
		return fmt.Sprintf("the next wait of %v would pass RetryPolicy.MaxElapsed, which is %v", wait, a.policy.MaxElapsed), nil
	}
	return "", nil
}

// rounded leaves out the digits of a wait that do not matter to a reader.
func rounded(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Second / 10)
}
