package transport

import (
	"bytes"
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// run is one call under way. Its methods named on... are the hooks of go-retryablehttp, which
// calls them in this order, all in the goroutine that makes the call:
//
//	send       admits the first attempt and starts the library
//	onResult   when an attempt has brought the header of a response, or an error
//	onFinal    only if onResult wants no retry and there is a response: reads its body
//	onResult   once more after onFinal, because a body that breaks off is an error as well
//	onWait     only before a retry: gives the time that onResult has chosen
//	onRetry    after that time: admits the next attempt
//	onFailure  in place of all these when the call ends with an error
//
// An attempt is admitted by the queue and the limiter, and then gets its key.
type run struct {
	t          *Transport
	q          Request
	policy     Policy
	start      time.Time
	idle       time.Time       // since then no attempt has been under way
	ctx        context.Context // of the current attempt; the library must not see it, because it ends with the attempt
	began      time.Time       // of the current attempt
	open       bool            // the current attempt has not been observed
	attempts   int
	failures   int // transient failures among them
	drawn      int // attempts before the last retry that was drawn from the budget; 0 without one
	notRetried string
	key        string // of the current attempt
	ticket     int
	permit     permit // of the current attempt, until it is given back
	holds      bool   // there is one
	refusedAt  int    // requests accepted by the throttle at the last refusal of this call
	wait       time.Duration
	last       *Response

	// The clients are made anew for every call, because their hooks see too little: they are
	// methods of the run, which knows the rest.
	retrying retryablehttp.Client
	sending  http.Client
}

// ErrUnfinished is the error of an attempt in which something panicked.
var ErrUnfinished = errors.New("ended by a panic or runtime.Goexit")

// send hands the call to go-retryablehttp.
func (r *run) send(ctx context.Context) (err error) {
	var body any // a nil []byte in an interface would send an empty body
	if r.q.Body != nil {
		body = r.q.Body
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, r.q.Method, r.q.URL, body)
	if err != nil {
		return err
	}
	req.Header = r.header()
	req.SetResponseHandler(r.onFinal)
	r.sending = http.Client{Transport: timed{r}, CheckRedirect: dontFollow, Jar: r.t.Client.Jar}
	r.retrying = retryablehttp.Client{
		HTTPClient:   &r.sending,
		RetryMax:     math.MaxInt, // onResult counts by itself, because a 429 does not count
		CheckRetry:   r.onResult,
		Backoff:      r.onWait,
		PrepareRetry: r.onRetry,
		ErrorHandler: onFailure,
	}
	r.ticket = r.t.queue.ticket()
	defer r.giveBack((*throttle).neutral) // after a panic too
	err = ErrUnfinished
	defer func() {
		if r.open {
			r.observe(err, false, 0)
		}
	}()
	if err := r.admit(ctx); err != nil {
		return err
	}
	_, err = r.retrying.Do(req) //nolint:bodyclose // onFinal has closed it
	return err
}

// onFailure ends a call that failed: without it the library would replace the error by
// one that holds the whole URL. The body of a response, if any, has been closed.
func onFailure(_ *http.Response, err error, _ int) (*http.Response, error) { return nil, err }

// admit waits until the next attempt may begin.
func (r *run) admit(ctx context.Context) error {
	entered := time.Now()
	if err := r.enter(ctx); err != nil {
		return err
	}
	var err error
	if r.key, err = r.askKey(ctx); err != nil { // last: a key may not live for as long as a pause
		return err
	}
	if _, progress := r.t.queue.pause(); progress.After(entered) {
		r.start = r.start.Add(time.Since(entered)) // it waited behind siblings that were served
	}
	r.attempts++
	r.began, r.open, r.last = time.Now(), true, nil
	if r.ctx = ctx; r.q.Begin != nil {
		r.ctx = r.q.Begin(ctx, r.attempts, time.Since(r.idle))
		r.began = time.Now() // the hooks are no part of it
	}
	return nil
}

// enter waits for the queue, and then for the limiter: what that allows is to be sent at
// once, or requests would pile up in the queue and be sent all together. A pause that
// begins while the limiter makes the call wait is for this call too.
func (r *run) enter(ctx context.Context) (err error) {
	for {
		r.permit, err = r.t.queue.enter(ctx, r.ticket, func(until, progress time.Time) string { return r.obstacle(ctx, until, progress) })
		if err != nil {
			return err
		}
		r.holds = true
		if r.t.Limiter == nil {
			return nil
		}
		if err := r.t.Limiter.Wait(ctx); err != nil {
			return err
		}
		if r.permit, r.holds = r.t.queue.renew(r.permit); r.holds {
			return nil
		}
	}
}

func (r *run) onRetry(req *http.Request) error {
	req.Header = r.header()
	return r.admit(req.Context())
}

// header returns the headers of the next attempt. With a Jar every attempt begins with them
// anew, because http.Client adds the cookies to them.
func (r *run) header() http.Header {
	if r.t.Client.Jar == nil {
		return r.q.Header
	}
	return r.q.Header.Clone()
}

// giveBack ends the current attempt for the throttle, if that has not been done.
func (r *run) giveBack(how func(*throttle, permit, time.Time)) {
	if r.holds {
		r.holds = false
		r.t.queue.do(func(t *throttle) { how(t, r.permit, time.Now()) })
	}
}

// onWait gives the wait that onResult has chosen. After a 429 onRetry looks again, because
// the shared pause may have grown meanwhile.
func (r *run) onWait(time.Duration, time.Duration, int, *http.Response) time.Duration { return r.wait }

// onFinal reads the body of a response inside the attempt, so that a body that breaks off
// is retried like any other broken connection.
func (r *run) onFinal(resp *http.Response) error {
	defer resp.Body.Close()
	r.last = r.response(resp)
	if !IsSuccess(resp.StatusCode) {
		r.last.Body = readRefusal(resp.Body)
		return nil
	}
	body := buffers.Get().(*bytes.Buffer)
	if err := readBody(body, resp, r.t.MaxBytes); err != nil {
		return err
	}
	r.last.Body, r.last.buffer = body.Bytes(), body
	return nil
}

func (r *run) response(resp *http.Response) *Response {
	after, _ := retryAfter(resp.Header)
	return &Response{Status: resp.StatusCode, Header: resp.Header, Attempts: r.attempts, RetryAfter: after}
}

func (r *run) observe(err error, retry bool, wait time.Duration) {
	r.open, r.idle = false, time.Now()
	if r.q.Observe == nil {
		return
	}
	a := Attempt{Number: r.attempts, Err: err, Duration: time.Since(r.began), Retry: retry, Wait: wait, NotRetried: r.notRetried}
	if r.last != nil {
		a.Status, a.Header = r.last.Status, r.last.Header
		a.RetryAfter, a.RateLimit = r.last.RetryAfter, rateLimit(r.last.Header)
	}
	r.q.Observe(a)
}
