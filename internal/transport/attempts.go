// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/reservationkit/reservations-go/internal/ratelimit"
	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/throttle"
)

// attempts makes the attempts of one call. Its methods run in the goroutine of Send.
type attempts struct {
	t       *Transport
	request Request
	policy  Policy

	start    time.Time // from here MaxElapsed counts
	idle     time.Time // when the last attempt ended, or the call began
	turn     throttle.Turn
	failures int           // attempts that failed and count
	spentAt  int           // number of attempts when the budget last allowed a retry; 0 if it never did
	backoff  time.Duration // before the next attempt
	askedKey bool          // a key was refused, and the source has been asked for another
	newKey   string        // replaces a refused key in the next attempt; or ""

	// Of the current attempt:

	key   string
	conn  *connection
	began time.Time
	open  bool // the attempt has begun, and finish has not reported it
	retry bool // decideNext allows another attempt

	last Result // of the last attempt that began
}

// ErrUnfinished is the error of an attempt in which something panicked.
var ErrUnfinished = errors.New("ended by a panic or runtime.Goexit")

// Send makes the call, with as many attempts as the policy allows. It returns the result of the last
// attempt that began. The result has the body of the response unless there is an error.
func (t *Transport) Send(ctx context.Context, q Request) (*Result, error) {
	a := &attempts{t: t, request: q, policy: t.Policy, start: time.Now(), turn: throttle.Turn{Throttle: t.throttle}}
	if a.idle = a.start; q.Policy != nil {
		a.policy = *q.Policy
	}
	refund := 0
	t.budget.begin()
	// These run after a panic too. The last two do nothing if the attempts ended as they should.
	defer func() { t.budget.end(refund) }()
	defer a.turn.Release()
	defer a.finish(ErrUnfinished, false)

	var body any // a nil []byte in an interface would send an empty body
	if q.Body != nil {
		body = q.Body
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, q.Method, q.URL, body)
	if err == nil {
		_, err = a.loop().Do(req) //nolint:bodyclose // attempt has closed it
	}
	refund = a.refundDue(err)
	if err != nil {
		return &a.last, withContextEnd(ctx, redact.WithoutURL(err))
	}
	return &a.last, nil
}

// loop returns the loop over the attempts: RoundTrip and CheckRetry, until CheckRetry returns false.
// go-retryablehttp gives every attempt the whole body, and decides nothing.
func (a *attempts) loop() *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient:   &http.Client{Transport: a, CheckRedirect: dontFollow},
		CheckRetry:   a.CheckRetry,
		RetryMax:     math.MaxInt,                                                                        // planRetry counts, because a 429 does not count
		Backoff:      func(time.Duration, time.Duration, int, *http.Response) time.Duration { return 0 }, // attempt waits
		ErrorHandler: retryablehttp.PassthroughErrorHandler,                                              // the default writes the URL into the error
	}
}

// RoundTrip is attempt under the name that http.Client calls.
func (a *attempts) RoundTrip(req *http.Request) (*http.Response, error) { return a.attempt(req) }

// CheckRetry finishes the attempt, and returns whether another follows. None follows if this one never began.
func (a *attempts) CheckRetry(ctx context.Context, _ *http.Response, err error) (another bool, _ error) {
	if !a.open {
		return false, nil
	}
	a.finish(err, a.retry || a.replaceKey(ctx))
	return a.last.WillRetry, nil
}

// attempt waits until an attempt may begin, makes it, and decides whether another follows. The attempt ends with the last
// byte of the response. The decision comes after the body of a success, which may break off, and before the body of
// an error response, because reading may take long, and the throttle should learn of a refusal at once.
func (a *attempts) attempt(req *http.Request) (*http.Response, error) {
	caller := req.Context()
	if err := a.wait(caller); err != nil {
		return nil, err
	}
	began := a.begin(caller)
	ctx, cancel := context.WithTimeout(began, a.t.Timeout)
	defer cancel()
	resp, err := a.sendRequest(ctx, cancel, req)
	if err == nil && resp != nil {
		defer resp.Body.Close()
		defer cancel() // runs before Close, which since Go 1.27 would read the rest of a body that is not wanted
		a.last.Status, a.last.Header = resp.StatusCode, resp.Header
		a.last.RetryAfter, _ = ratelimit.RetryAfter(resp.Header)
		if IsSuccess(resp.StatusCode) {
			err = a.conn.explain(a.last.readSuccess(resp, a.t.MaxBytes))
		}
	}
	err = a.t.asTimeout(ctx, began, err)
	a.retry = a.decideNext(caller, err)
	switch {
	case err != nil || resp == nil: // http.Client makes an error of nil and nil
		return nil, err
	case a.retry:
		drain(resp.Body, cancel, a.t.MaxBytes)
	case !IsSuccess(resp.StatusCode):
		a.last.readFailure(resp)
	}
	a.turn.Accept() // does nothing if decideNext has ended the turn
	resp.Body = http.NoBody
	return resp, nil
}

// wait waits until an attempt may begin: first the backoff of this call, then the throttle and the limiter. It asks for
// the key last, because a key can expire during a pause. A key that replaces a refused one it has already.
func (a *attempts) wait(ctx context.Context) error {
	if a.backoff > 0 {
		select {
		case <-time.After(a.backoff):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	behindOthers, err := a.turn.Wait(ctx, a.t.Limiter, func(until, lastAccepted time.Time) (string, error) {
		return a.whyNotWait(ctx, until, lastAccepted)
	})
	if err != nil {
		return err
	}
	a.start = a.start.Add(behindOthers) // which MaxElapsed does not count
	if a.key, a.newKey = a.newKey, ""; a.key == "" {
		a.key, err = a.askKey(ctx)
	}
	return err
}

// begin begins the attempt for the hooks, and returns its context.
func (a *attempts) begin(ctx context.Context) context.Context {
	a.last, a.open = Result{Attempts: a.last.Attempts + 1}, true
	if a.request.Begin != nil {
		ctx = a.request.Begin(ctx, a.last.Attempts, time.Since(a.idle))
	}
	a.began = time.Now() // the duration of an attempt does not include the hooks
	return ctx
}

// finish ends the current attempt for the hooks, if one is under way.
func (a *attempts) finish(err error, willRetry bool) {
	if !a.open {
		return
	}
	a.open, a.last.Err, a.last.WillRetry = false, redact.WithoutURL(err), willRetry
	a.setDuration()
	if a.request.Observe != nil {
		a.request.Observe(a.last)
	}
}

// setDuration sets the duration of the current attempt. It does nothing the second time.
func (a *attempts) setDuration() {
	if a.last.Duration == 0 {
		a.idle = time.Now()
		a.last.Duration = a.idle.Sub(a.began)
	}
}
