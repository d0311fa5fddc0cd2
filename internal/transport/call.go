// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/throttle"
)

// call is one call under way. The context of its requests holds it, because all calls share the
// RoundTripper and the hooks of go-retryablehttp. These run in this order, in the goroutine that
// makes the call:
//
//	RoundTrip   waits until an attempt may begin, makes it, and decides what follows it
//	checkRetry  reports the attempt, and tells the library whether another follows
type call struct {
	t      *Transport
	q      Request
	policy Policy

	start    time.Time     // from here MaxElapsed counts
	idle     time.Time     // when the last attempt ended, or the call began
	turn     throttle.Turn // to send a request
	failures int           // attempts that failed and count
	drawn    int           // number of attempts when the budget last allowed a retry; 0 if it never did
	backoff  time.Duration // before the next attempt
	askedKey bool          // a key was refused, and the source has been asked for another
	newKey   string        // replaces a refused key in the next attempt; or ""

	// Of the current attempt:

	key   string
	conn  *connection
	began time.Time
	open  bool // it is to be reported

	last Result // of the last attempt that began
}

// retrying calls attempts for one attempt after the other, for all calls.
var retrying = &retryablehttp.Client{
	HTTPClient:   &http.Client{Transport: attempts{}, CheckRedirect: dontFollow},
	RetryMax:     math.MaxInt, // planRetry counts, because a 429 does not count
	CheckRetry:   checkRetry,
	Backoff:      func(time.Duration, time.Duration, int, *http.Response) time.Duration { return 0 },
	ErrorHandler: retryablehttp.PassthroughErrorHandler, // the default writes the URL into the error
}

type callKey struct{}

func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

// ErrUnfinished is the error of an attempt in which something panicked.
var ErrUnfinished = errors.New("ended by a panic or runtime.Goexit")

// Send makes the call, with as many attempts as the policy allows. It returns the result of the last
// attempt that began. The result has the body of the response unless there is an error.
func (t *Transport) Send(ctx context.Context, q Request) (*Result, error) {
	c := &call{t: t, q: q, policy: t.Policy, start: time.Now(), turn: throttle.Turn{Throttle: t.throttle}}
	if c.idle = c.start; q.Policy != nil {
		c.policy = *q.Policy
	}
	gain := 0
	t.budget.begin()
	// These run after a panic too. The last two do nothing if the attempts ended as they should.
	defer func() { t.budget.end(gain) }()
	defer c.turn.Release()
	defer c.report(ErrUnfinished)

	var body any // a nil []byte in an interface would send an empty body
	if q.Body != nil {
		body = q.Body
	}
	req, err := retryablehttp.NewRequestWithContext(context.WithValue(ctx, callKey{}, c), q.Method, q.URL, body)
	if err == nil {
		_, err = retrying.Do(req) //nolint:bodyclose // RoundTrip has closed it
	}
	gain = c.gain(err)
	if err != nil {
		return &c.last, withEnd(ctx, redact.WithoutURL(err))
	}
	return &c.last, nil
}

// attempts makes the attempts of all calls.
type attempts struct{}

// RoundTrip makes one attempt, which ends with the last byte of the response.
func (attempts) RoundTrip(req *http.Request) (*http.Response, error) {
	caller := req.Context()
	c := callOf(caller)
	if err := c.admit(caller); err != nil {
		return nil, err
	}
	began := c.begin(caller)
	ctx, cancel := context.WithTimeout(began, c.t.Timeout)
	defer cancel()
	resp, err := c.roundTrip(ctx, cancel, req)
	if err = c.t.timedOut(ctx, began, err); err != nil || resp == nil {
		c.follow(caller, err)
		return resp, err
	}
	defer resp.Body.Close()
	defer cancel() // runs before Close, which since Go 1.27 would read the rest of a body that is not wanted
	c.last.Status, c.last.Header = resp.StatusCode, resp.Header
	c.last.RetryAfter, _ = retryAfter(resp.Header)
	if c.follow(caller, nil); c.last.WillRetry {
		drain(resp.Body, cancel, c.t.MaxBytes)
	} else if err := c.t.timedOut(ctx, began, c.conn.explain(c.last.read(resp, c.t.MaxBytes))); err != nil {
		c.follow(caller, err)
		return nil, err
	}
	c.turn.Accept() // does nothing if follow has ended the request
	c.last.WillRetry = c.last.WillRetry || c.replaceKey(caller, resp.StatusCode)
	resp.Body = http.NoBody
	return resp, nil
}

// admit waits until an attempt may begin. It asks for the key last, because a key can expire during
// a pause, unless there is one that replaces a refused one.
func (c *call) admit(ctx context.Context) error {
	if c.backoff > 0 {
		select {
		case <-time.After(c.backoff):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	whyNotWait := func(until, lastAccepted time.Time) (string, error) { return c.whyNotWait(ctx, until, lastAccepted) }
	behindOthers, err := c.turn.Wait(ctx, c.t.Limiter, whyNotWait)
	if err != nil {
		return err
	}
	c.start = c.start.Add(behindOthers) // which MaxElapsed does not count
	if c.key, c.newKey = c.newKey, ""; c.key == "" {
		c.key, err = c.askKey(ctx)
	}
	return err
}

// begin begins the attempt that has been admitted, and returns its context.
func (c *call) begin(ctx context.Context) context.Context {
	c.last, c.open = Result{Attempts: c.last.Attempts + 1}, true
	if c.q.Begin != nil {
		ctx = c.q.Begin(ctx, c.last.Attempts, time.Since(c.idle))
	}
	c.began = time.Now() // the duration of an attempt does not include the hooks
	return ctx
}

// report ends the current attempt, if one is under way, for Observe. After a panic there is no retry.
func (c *call) report(err error) {
	if !c.open {
		return
	}
	c.open, c.last.Err = false, redact.WithoutURL(err)
	if err == ErrUnfinished { //nolint:errorlint // it is not wrapped
		c.last.WillRetry = false
	}
	c.stopTime()
	if c.q.Observe != nil {
		c.q.Observe(c.last)
	}
}

// checkRetry reports an attempt to Observe, and returns whether another follows. None follows if the
// attempt was never admitted.
func checkRetry(ctx context.Context, _ *http.Response, err error) (bool, error) {
	c := callOf(ctx)
	retry := c.open && c.last.WillRetry
	c.report(err)
	return retry, nil
}
