package transport

import (
	"context"
	"math"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// run is one call on its way. Its methods are the hooks of go-retryablehttp, all
// called from the one goroutine that makes the call.
type run struct {
	t        *Transport
	q        Request
	start    time.Time
	began    time.Time // of the current attempt
	open     bool      // the current attempt has not been observed
	attempts int
	failures int // passing failures among them
	ticket   int
	permit   permit // of the current attempt, until it is given back
	holds    bool   // there is one
	wait     time.Duration
	last     *Response
}

// send hands the call to go-retryablehttp. Its client is made anew for every call
// because its hooks see too little: they are methods of the run, which knows the rest.
func (r *run) send(ctx context.Context) error {
	var body any // a nil []byte in an interface would send an empty body
	if r.q.Body != nil {
		body = r.q.Body
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, r.q.Method, r.q.URL, body)
	if err != nil {
		return err
	}
	req.Header = r.q.Header.Clone()
	req.SetResponseHandler(r.read)
	client := retryablehttp.Client{
		HTTPClient:   r.t.http,
		RetryMax:     math.MaxInt, // check counts by itself, because 429 does not count
		CheckRetry:   r.check,
		Backoff:      r.backoff,
		PrepareRetry: r.prepare,
		ErrorHandler: keepError,
	}
	r.ticket = r.t.queue.ticket()
	defer r.giveBack((*throttle).neutral) // after a panic too
	if err := r.admit(ctx); err != nil {
		return err
	}
	_, err = client.Do(req)
	if r.open {
		r.observe(err, false, 0)
	}
	return err
}

// keepError ends a call that failed: without it the library would replace the error by
// one that holds the whole URL. The body of a response, if any, has been closed.
func keepError(_ *http.Response, err error, _ int) (*http.Response, error) { return nil, err }

// admit waits until the next attempt may begin.
func (r *run) admit(ctx context.Context) error {
	if r.t.limiter != nil { // first: a pause may begin while it makes us wait
		if err := r.t.limiter.Wait(ctx); err != nil {
			return err
		}
	}
	entered := time.Now()
	permit, err := r.t.queue.enter(ctx, r.ticket, func(until, progress time.Time) bool { return r.fits(ctx, until, progress) })
	if err != nil {
		return err
	}
	r.permit, r.holds = permit, true
	if r.t.queue.progress().After(entered) {
		r.start = r.start.Add(time.Since(entered)) // it waited behind siblings that were served
	}
	r.attempts++
	r.began, r.open, r.last = time.Now(), true, nil
	return nil
}

// prepare runs after the backoff and before a repeat. It begins with the headers anew:
// http.Client has added the cookies of the attempt before to them.
func (r *run) prepare(req *http.Request) error {
	req.Header = r.q.Header.Clone()
	return r.admit(req.Context())
}

// giveBack ends the current attempt for the throttle, if that has not been done.
func (r *run) giveBack(how func(*throttle, permit, time.Time)) {
	if r.holds {
		r.holds = false
		r.t.queue.do(func(t *throttle) { how(t, r.permit, time.Now()) })
	}
}

// check decides whether an attempt is repeated. It is called when the header has come,
// and once more when read has dealt with the body of an answer it called final.
func (r *run) check(ctx context.Context, resp *http.Response, err error) (bool, error) {
	bodyRead := r.last != nil
	status := 0
	if err == nil {
		status = resp.StatusCode
	}
	if ctx.Err() != nil {
		return false, nil
	}
	repeat := false
	verdict := judge(r.q.Class, status, err)
	if verdict != limited {
		if err != nil {
			r.giveBack((*throttle).neutral)
		} else if bodyRead || verdict == passing {
			r.giveBack((*throttle).accept)
		}
	}
	if bodyRead && err == nil {
		return false, nil
	}
	switch verdict {
	case limited:
		repeat = r.pause(ctx, resp.Header)
	case passing:
		repeat = r.failed(ctx, resp)
	}
	if repeat {
		if err == nil {
			r.last = r.answer(resp)
		}
		r.observe(err, true, r.wait)
		if verdict == limited {
			r.wait = 0 // the rest of the pause is for the queue
		}
	}
	return repeat, nil
}

// pause handles a 429: it sets the shared pause and reports whether this call can
// sit it out. A pause beyond MaxRetryAfter is nobody's to wait for, so it is not shared.
func (r *run) pause(ctx context.Context, h http.Header) bool {
	after, given := retryAfter(h)
	if after > r.t.policy.MaxRetryAfter || r.t.policy.off() {
		r.giveBack((*throttle).neutral)
		return false
	}
	if limit := rateLimit(h); !given && limit != nil && limit.Reset > 0 && limit.Reset <= r.t.policy.MaxRetryAfter {
		after, given = limit.Reset, true
	}
	var until, progress time.Time
	r.giveBack(func(t *throttle, p permit, now time.Time) {
		until = t.refuse(p, now, after, given)
		progress = t.progress
	})
	r.wait = max(0, time.Until(until))
	return r.fits(ctx, until, progress)
}

// failed handles a passing failure: it sets the wait before the next attempt and
// reports whether there is one.
func (r *run) failed(ctx context.Context, resp *http.Response) bool {
	r.failures++
	if r.failures >= r.t.policy.MaxAttempts {
		return false
	}
	r.wait = r.t.policy.delay(r.failures - 1)
	if resp != nil {
		if after, given := retryAfter(resp.Header); given {
			if after > r.t.policy.MaxRetryAfter {
				return false
			}
			r.wait = max(r.wait, after)
		}
	}
	return r.fits(ctx, time.Now().Add(r.wait), r.start)
}

// fits reports whether an attempt may still begin at the given time, when the client has
// made progress until another.
func (r *run) fits(ctx context.Context, at, progress time.Time) bool {
	if min(at.Sub(r.start), at.Sub(progress)) > r.t.policy.MaxElapsed {
		return false
	}
	deadline, ok := ctx.Deadline()
	return !ok || at.Before(deadline)
}

// backoff is the wait that check settled on. After a 429 prepare looks again, because
// the shared pause may have grown meanwhile.
func (r *run) backoff(time.Duration, time.Duration, int, *http.Response) time.Duration { return r.wait }

// read takes in the body of a final answer, inside the attempt, so that a body that
// breaks off is repeated like any other broken connection.
func (r *run) read(resp *http.Response) error {
	defer resp.Body.Close()
	r.last = r.answer(resp)
	body, err := readBody(resp, r.t.maxBytes)
	r.last.Body = body
	return err
}

func (r *run) answer(resp *http.Response) *Response {
	after, _ := retryAfter(resp.Header)
	return &Response{Status: resp.StatusCode, Header: resp.Header, Attempts: r.attempts, RetryAfter: after}
}

func (r *run) observe(err error, repeat bool, wait time.Duration) {
	r.open = false
	a := Attempt{Number: r.attempts, Err: err, Duration: time.Since(r.began), Repeat: repeat, Wait: wait}
	if r.last != nil {
		a.Status, a.RateLimit = r.last.Status, rateLimit(r.last.Header)
	}
	r.q.Observe(a)
}
