package transport

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// onResult decides whether an attempt is followed by another.
func (r *run) onResult(ctx context.Context, resp *http.Response, err error) (bool, error) {
	bodyRead := r.last != nil // it is the second time
	status := 0
	if err == nil {
		status = resp.StatusCode
	}
	if ctx.Err() != nil {
		return false, nil //nolint:nilerr // the library returns the error of the context
	}
	retry := false
	verdict := judge(r.q.Class, status, err)
	if f, ok := r.refusal(resp, err); ok && !bodyRead {
		if refused, counts := r.refused(f); refused && !counts && verdict == transient {
			verdict = limited
		}
	}
	switch { // unless refused has done it
	case err != nil || verdict == limited || status == http.StatusServiceUnavailable:
		r.giveBack((*throttle).neutral)
	case bodyRead || verdict == transient:
		r.giveBack((*throttle).accept)
	}
	if bodyRead && err == nil {
		return false, nil
	}
	switch verdict {
	case limited:
		var h http.Header
		if resp != nil {
			h = resp.Header
		}
		retry = r.pause(ctx, h)
	case transient:
		retry = r.failed(ctx, resp)
	}
	if retry {
		if err == nil {
			r.last = r.response(resp)
			drain(resp, r.t.MaxBytes)
		}
		r.observe(err, true, r.wait)
		if verdict == limited {
			r.wait = 0 // the rest of the pause is for the queue
		}
	}
	return retry, nil
}

// pause reports whether this call can sit out the shared pause after a refusal. One beyond
// MaxRetryAfter is nobody's to wait for, so it is not shared.
func (r *run) pause(ctx context.Context, h http.Header) bool {
	after, _ := retryAfter(h)
	if r.policy.Off || r.tooLong(after) {
		return false
	}
	until, progress := r.t.queue.pause()
	r.wait = max(0, time.Until(until))
	r.notRetried = r.obstacle(ctx, until, progress)
	return r.notRetried == ""
}

// failed handles a transient failure: it sets the wait before the next attempt and
// reports whether there is one.
func (r *run) failed(ctx context.Context, resp *http.Response) bool {
	r.failures++
	if r.policy.Off || r.failures >= r.policy.MaxAttempts {
		return false
	}
	r.wait = r.policy.delay(r.failures - 1)
	if resp != nil {
		after, _ := retryAfter(resp.Header)
		if r.tooLong(after) {
			return false
		}
		r.wait = max(r.wait, after)
	}
	if r.notRetried = r.obstacle(ctx, time.Now().Add(r.wait), r.start); r.notRetried == "" {
		r.notRetried = r.draw()
	}
	return r.notRetried == ""
}

// tooLong reports whether the service asks to wait for longer than the policy allows.
func (r *run) tooLong(after time.Duration) bool {
	if after <= r.policy.MaxRetryAfter {
		return false
	}
	r.notRetried = fmt.Sprintf("its Retry-After of %v is longer than RetryPolicy.MaxRetryAfter, which is %v", rounded(after), r.policy.MaxRetryAfter)
	return true
}

// obstacle tells why no attempt may begin at the given time, when the client has made
// progress until another. It returns "" when one may.
func (r *run) obstacle(ctx context.Context, at, progress time.Time) string {
	wait := rounded(time.Until(at))
	if deadline, ok := ctx.Deadline(); ok && !at.Before(deadline) {
		return fmt.Sprintf("the next wait of %v would pass the deadline of the call", wait)
	}
	if min(at.Sub(r.start), at.Sub(progress)) > r.policy.MaxElapsed {
		return fmt.Sprintf("the next wait of %v would pass RetryPolicy.MaxElapsed, which is %v", wait, r.policy.MaxElapsed)
	}
	return ""
}

// rounded leaves out what nobody reads of a wait.
func rounded(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Second / 10)
}
