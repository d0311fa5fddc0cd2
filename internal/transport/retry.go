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

// Policy bounds the retries of one call. All fields except Off must be set.
type Policy struct {
	MaxAttempts   int           // how many attempts of a call may fail; a 429 does not count
	MinWait       time.Duration // the wait before the first retry; doubles with each further retry
	MaxWait       time.Duration // the doubling ends at this wait
	MaxRetryAfter time.Duration // the longest Retry-After for which a call waits; after a longer one it fails
	MaxElapsed    time.Duration // the longest time from the start of the call to its last retry; see startOfElapsed
	Budget        int           // how many retries all calls together may make; a success gives some back (see budget); math.MaxInt for no bound
	Off           bool          // no retries and no pauses: after a 429, the next call is sent at once
}

// verdict says when the next attempt begins.
type verdict int

const (
	never        verdict = iota // the caller gets the result
	afterBackoff                // counts for MaxAttempts
	afterPause                  // after the pause of all calls; does not count for MaxAttempts, but MaxElapsed bounds it
)

// retryVerdict returns when the next attempt begins after this status or error. A write on which the service may have acted is
// not sent again.
func retryVerdict(write bool, status int, err error) verdict {
	switch {
	case err == nil && status == http.StatusTooManyRequests:
		return afterPause
	case err == nil && !isTransientStatus(status):
		return never
	case err != nil && !IsTransient(err):
		return never
	case write && mayHaveActed(status, err):
		return never
	}
	return afterBackoff
}

// isTransientStatus reports whether a status is transient, so that another attempt may succeed. It returns true for 500,
// because many services use 500 for every failure.
func isTransientStatus(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// decideNext tells the throttle how an attempt ended, and returns whether another attempt follows, if the policy allows it. A
// write that the service may have acted on is not sent again.
//
//	the attempt ended with                                   the next attempt begins       MaxAttempts
//	429                                                      after the pause of all calls  does not count it
//	503 or a reset connection, while other requests succeed  after the pause of all calls  does not count it
//	another 503, 408, 500, 502, 504 or transient error       after the backoff             counts it
//	anything else                                            never
func (a *attempts) decideNext(ctx context.Context, err error) (retry bool) {
	if ctx.Err() != nil { // the attempt may have failed because the call ended
		a.turn.Release()
		return false
	}
	return a.planRetry(ctx, a.reportToThrottle(retryVerdict(a.request.Write, a.last.Status, err), err))
}

// reportToThrottle returns the verdict v, but afterPause in place of afterBackoff after a refusal while the service accepts other
// requests. It reports a refusal (Refused), or that the result does not tell whether the service accepts requests (Release). After
// any other response, also a 404 or a 500, RoundTrip calls Accepted when it has read the body.
func (a *attempts) reportToThrottle(v verdict, err error) verdict {
	r, refused := a.refusal(err)
	switch {
	case refused:
		if joinsPause := a.turn.Refused(r); joinsPause && v == afterBackoff {
			return afterPause
		}
	case err != nil || v == afterPause || a.last.Status == http.StatusServiceUnavailable:
		a.turn.Release()
	}
	return v
}

// refusal returns a Refusal and true if the service may have asked for fewer requests. A 429, or a 503 with a Retry-After,
// certainly asks for fewer. Any other 503, or a connection that was closed before a response, may also be an outage.
func (a *attempts) refusal(err error) (r throttle.Refusal, ok bool) {
	status := a.last.Status
	switch {
	case a.request.Policy.Off:
		return r, false
	case err != nil: // a refusal only if the connection was closed before a response
		return r, status == 0 && !dialFailed(err) && (errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF))
	case status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable:
		return r, false
	}
	r.After, r.Named = ratelimit.RetryAfter(a.last.Header)
	r.Certain = r.Named || status == http.StatusTooManyRequests
	reset := ratelimit.Reset(a.last.Header)
	if !r.Named && reset > 0 && reset <= a.request.Policy.MaxRetryAfter {
		r.After, r.Named = reset, true
	}
	return r, r.After <= a.request.Policy.MaxRetryAfter // a longer wait, such as an hour, does not pause other calls
}

// planRetry returns whether the policy allows another attempt, and plans when it begins. If the wait would be too long, or
// the budget is used up, NotRetried says so.
func (a *attempts) planRetry(ctx context.Context, v verdict) bool {
	if v == afterBackoff {
		a.failures++
	}
	if v == never || a.request.Policy.Off || a.failures >= a.request.Policy.MaxAttempts {
		return false
	}
	var whyNot error
	switch after := a.last.RetryAfter; {
	case after > a.request.Policy.MaxRetryAfter:
		whyNot = fmt.Errorf("its Retry-After of %v is longer than RetryPolicy.MaxRetryAfter, which is %v",
			roundWait(after), a.request.Policy.MaxRetryAfter)
	case v == afterPause:
		whyNot = a.planAfterPause(ctx)
	default:
		whyNot = a.planAfterBackoff(ctx)
	}
	if whyNot != nil {
		a.last.NotRetried = whyNot.Error()
	}
	return whyNot == nil
}

// planAfterPause plans an attempt after the pause of all calls. The throttle makes the call wait, so there is no backoff.
func (a *attempts) planAfterPause(ctx context.Context) (whyNot error) {
	until, lastAccepted := a.t.throttle.Pause()
	a.backoff, a.last.Wait = 0, max(0, time.Until(until))
	return a.whyNotAt(ctx, until, a.startOfElapsed(lastAccepted))
}

// planAfterBackoff plans an attempt after the backoff or the Retry-After, whichever is longer. It takes a retry from the budget.
func (a *attempts) planAfterBackoff(ctx context.Context) (whyNot error) {
	a.backoff = max(a.request.Policy.backoffBefore(a.failures-1), a.last.RetryAfter)
	a.last.Wait = a.backoff
	if whyNot = a.whyNotAt(ctx, time.Now().Add(a.backoff), a.start); whyNot != nil {
		return whyNot
	}
	return a.takeRetry()
}

// backoffBefore returns the wait before retry n, counted from 0. The wait doubles from MinWait up to MaxWait, and is up to
// a quarter shorter or longer, so that clients do not all retry at once.
func (p Policy) backoffBefore(n int) time.Duration {
	wait := min(p.MaxWait, ratelimit.Forever) // so that the result does not overflow
	if p.MinWait < p.MaxWait>>n {
		wait = p.MinWait << n
	}
	return time.Duration(float64(wait) * (0.75 + rand.Float64()/2))
}

// whyNotAt returns why the next attempt may not begin at the given time, or nil if it may. MaxElapsed counts from start.
func (a *attempts) whyNotAt(ctx context.Context, at, start time.Time) error {
	wait := roundWait(time.Until(at))
	if deadline, ok := ctx.Deadline(); ok && !at.Before(deadline) {
		return &rewordedError{fmt.Sprintf("the next wait of %v would pass the deadline of the call", wait), context.DeadlineExceeded}
	}
	if at.Sub(start) > a.request.Policy.MaxElapsed {
		return fmt.Errorf("the next wait of %v would pass RetryPolicy.MaxElapsed, which is %v", wait, a.request.Policy.MaxElapsed)
	}
	return nil
}

// startOfElapsed returns the time from which MaxElapsed counts after a refusal: the start of the call, or the time when the
// service last accepted a request of any call, whichever is later. So a call does not fail because others are served before it.
func (a *attempts) startOfElapsed(lastAccepted time.Time) time.Time {
	if lastAccepted.After(a.start) {
		return lastAccepted
	}
	return a.start
}

// roundWait rounds a wait to the digits that matter to a reader: 1.4837s becomes 1.5s.
func roundWait(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Second / 10)
}
