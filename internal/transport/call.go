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

// call is one call under way. Its methods run in the goroutine of Send.
type call struct {
	t      *Transport
	q      Request
	policy Policy

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
	open  bool // it has begun, and finish has not reported it
	retry bool // decideNext allows another attempt

	last Result // of the last attempt that began
}

// ErrUnfinished is the error of an attempt in which something panicked.
var ErrUnfinished = errors.New("ended by a panic or runtime.Goexit")

// Send makes the call, with as many attempts as the policy allows. It returns the result of the last
// attempt that began. The result has the body of the response unless there is an error.
func (t *Transport) Send(ctx context.Context, q Request) (*Result, error) {
	c := &call{t: t, q: q, policy: t.Policy, start: time.Now(), turn: throttle.Turn{Throttle: t.throttle}}
	if c.idle = c.start; q.Policy != nil {
		c.policy = *q.Policy
	}
	refund := 0
	t.budget.begin()
	// These run after a panic too. The last two do nothing if the attempts ended as they should.
	defer func() { t.budget.end(refund) }()
	defer c.turn.Release()
	defer c.finish(ErrUnfinished, false)

	var body any // a nil []byte in an interface would send an empty body
	if q.Body != nil {
		body = q.Body
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, q.Method, q.URL, body)
	if err == nil {
		_, err = c.attempts().Do(req) //nolint:bodyclose // attempt has closed it
	}
	refund = c.refundDue(err)
	if err != nil {
		return &c.last, withContextEnd(ctx, redact.WithoutURL(err))
	}
	return &c.last, nil
}

// attempts returns the loop over the attempts of this call: RoundTrip and CheckRetry, until CheckRetry returns false.
// go-retryablehttp gives every attempt the whole body, and decides nothing.
func (c *call) attempts() *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient:   &http.Client{Transport: c, CheckRedirect: dontFollow},
		CheckRetry:   c.CheckRetry,
		RetryMax:     math.MaxInt,                                                                        // planRetry counts, because a 429 does not count
		Backoff:      func(time.Duration, time.Duration, int, *http.Response) time.Duration { return 0 }, // attempt waits
		ErrorHandler: retryablehttp.PassthroughErrorHandler,                                              // the default writes the URL into the error
	}
}

// RoundTrip is attempt under the name that http.Client calls.
func (c *call) RoundTrip(req *http.Request) (*http.Response, error) { return c.attempt(req) }

// CheckRetry finishes the attempt, and returns whether another follows. None follows if this one never began.
func (c *call) CheckRetry(ctx context.Context, _ *http.Response, err error) (another bool, _ error) {
	if !c.open {
		return false, nil
	}
	c.finish(err, c.retry || c.replaceKey(ctx))
	return c.last.WillRetry, nil
}

// attempt waits until an attempt may begin, makes it, and decides whether another follows. The attempt ends with the last
// byte of the response. The decision comes after the body of a success, which may break off, and before the body of
// an error response, because reading may take long, and the throttle should learn of a refusal at once.
func (c *call) attempt(req *http.Request) (*http.Response, error) {
	caller := req.Context()
	if err := c.wait(caller); err != nil {
		return nil, err
	}
	began := c.begin(caller)
	ctx, cancel := context.WithTimeout(began, c.t.Timeout)
	defer cancel()
	resp, err := c.sendRequest(ctx, cancel, req)
	if err == nil && resp != nil {
		defer resp.Body.Close()
		defer cancel() // runs before Close, which since Go 1.27 would read the rest of a body that is not wanted
		c.last.Status, c.last.Header = resp.StatusCode, resp.Header
		c.last.RetryAfter, _ = ratelimit.RetryAfter(resp.Header)
		if IsSuccess(resp.StatusCode) {
			err = c.conn.explain(c.last.readSuccess(resp, c.t.MaxBytes))
		}
	}
	err = c.t.asTimeout(ctx, began, err)
	c.retry = c.decideNext(caller, err)
	switch {
	case err != nil || resp == nil: // http.Client makes an error of nil and nil
		return nil, err
	case c.retry:
		drain(resp.Body, cancel, c.t.MaxBytes)
	case !IsSuccess(resp.StatusCode):
		c.last.readFailure(resp)
	}
	c.turn.Accept() // does nothing if decideNext has ended the turn
	resp.Body = http.NoBody
	return resp, nil
}

// wait waits until an attempt may begin: first the backoff of this call, then the throttle and the limiter. It asks for
// the key last, because a key can expire during a pause, unless there is one that replaces a refused one.
func (c *call) wait(ctx context.Context) error {
	if c.backoff > 0 {
		select {
		case <-time.After(c.backoff):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	behindOthers, err := c.turn.Wait(ctx, c.t.Limiter, func(until, lastAccepted time.Time) (string, error) {
		return c.whyNotWait(ctx, until, lastAccepted)
	})
	if err != nil {
		return err
	}
	c.start = c.start.Add(behindOthers) // which MaxElapsed does not count
	if c.key, c.newKey = c.newKey, ""; c.key == "" {
		c.key, err = c.askKey(ctx)
	}
	return err
}

// begin begins the attempt for the hooks, and returns its context.
func (c *call) begin(ctx context.Context) context.Context {
	c.last, c.open = Result{Attempts: c.last.Attempts + 1}, true
	if c.q.Begin != nil {
		ctx = c.q.Begin(ctx, c.last.Attempts, time.Since(c.idle))
	}
	c.began = time.Now() // the duration of an attempt does not include the hooks
	return ctx
}

// finish ends the current attempt for the hooks, if one is under way.
func (c *call) finish(err error, willRetry bool) {
	if !c.open {
		return
	}
	c.open, c.last.Err, c.last.WillRetry = false, redact.WithoutURL(err), willRetry
	c.setDuration()
	if c.q.Observe != nil {
		c.q.Observe(c.last)
	}
}
