// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/reservationkit/reservations-go/internal/redact"
)

// call is one call under way. The context of its requests holds it, because all calls share the
// RoundTripper and the hooks of go-retryablehttp. These run in this order, in the goroutine that
// makes the call:
//
//	RoundTrip   waits until an attempt may begin, makes it, and decides what follows it
//	checkRetry  reports it, and tells the library whether another follows
type call struct {
	t      *Transport
	q      Request
	policy Policy

	start     time.Time     // from here MaxElapsed counts
	idle      time.Time     // when the last attempt ended, or the call began
	failures  int           // transient ones, among the attempts
	drawn     int           // number of attempts when the budget last allowed a retry; 0 if it never did
	ticket    int           // in the queue; 0 for a new one
	refusedAt int           // requests accepted by the throttle at the last refusal of this call; 0 before
	backoff   time.Duration // before the next attempt
	replaced  bool          // a refused key, or the source has been asked whether there is another
	newKey    string        // of the next attempt, in place of a refused one; or ""

	// Of the current attempt:

	key    string
	permit permit
	holds  bool // permit is to be given back
	began  time.Time
	open   bool // it is to be reported

	last Result // of the last attempt that began
}

type callKey struct{}

func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

// ErrUnfinished is the error of an attempt in which something panicked.
var ErrUnfinished = errors.New("ended by a panic or runtime.Goexit")

// Send makes the call, with as many attempts as the policy allows. Its result is what came of the
// last one that began, with the body of the response unless there is an error.
func (t *Transport) Send(ctx context.Context, q Request) (*Result, error) {
	c := &call{t: t, q: q, policy: t.Policy, start: time.Now()}
	if c.idle = c.start; q.Policy != nil {
		c.policy = *q.Policy
	}
	gain := 0
	t.budget.begin()
	defer func() { t.budget.end(gain) }() // the deferred calls run after a panic too
	defer c.giveBack((*throttle).release)
	defer c.report(ErrUnfinished)

	var body any // a nil []byte in an interface would send an empty body
	if q.Body != nil {
		body = q.Body
	}
	req, err := retryablehttp.NewRequestWithContext(context.WithValue(ctx, callKey{}, c), q.Method, q.URL, body)
	if err == nil {
		_, err = t.retrying.Do(req) //nolint:bodyclose // RoundTrip has closed it
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
	resp, err := c.exchange(ctx, req)
	if err = c.t.timedOut(ctx, began, err); err != nil || resp == nil {
		c.follow(caller, err)
		return resp, err
	}
	defer resp.Body.Close()
	defer cancel() // before it: since Go 1.27 net/http reads on to the end of a body that is not wanted
	c.last.Status, c.last.Header = resp.StatusCode, resp.Header
	c.last.RetryAfter, _ = retryAfter(resp.Header)
	if c.follow(caller, nil); c.last.WillRetry {
		drain(resp.Body, cancel, c.t.MaxBytes)
	} else if err := c.t.timedOut(ctx, began, c.last.read(resp, c.t.MaxBytes)); err != nil {
		c.follow(caller, err)
		return nil, err
	}
	c.giveBack((*throttle).accept) // unless follow has given it back
	c.last.WillRetry = c.last.WillRetry || c.replaceKey(caller, resp.StatusCode)
	resp.Body = http.NoBody
	return resp, nil
}

// admit waits until an attempt may begin, and asks for its key last, because a key may not live
// for as long as a pause.
func (c *call) admit(ctx context.Context) error {
	if c.backoff > 0 {
		select {
		case <-time.After(c.backoff):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	entered := time.Now()
	if err := c.enter(ctx); err != nil {
		return err
	}
	if c.permit.progress.After(entered) {
		c.start = c.start.Add(time.Since(entered)) // it waited while other calls were served
	}
	return c.takeKey(ctx)
}

// enter waits for the queue, and then for the limiter: what that allows is to be sent at once, or
// requests would pile up. A pause that begins while the limiter makes the call wait is for it too.
func (c *call) enter(ctx context.Context) (err error) {
	whyNotWait := func(until, progress time.Time) (string, error) { return c.whyNotWait(ctx, until, progress) }
	if c.ticket == 0 {
		c.ticket = int(c.t.queue.tickets.Add(1))
	}
	for {
		if l, ok := c.t.Limiter.(interface{ Check(context.Context) error }); ok {
			if err := l.Check(ctx); err != nil {
				return err // it would be in the queue until its deadline otherwise
			}
		}
		c.permit, err = c.t.queue.enter(ctx, c.ticket, whyNotWait)
		if err != nil {
			return err
		}
		if c.holds = true; c.t.Limiter == nil {
			return nil
		}
		if err := c.t.Limiter.Wait(ctx); err != nil {
			return err
		}
		if c.permit, c.holds = c.t.queue.renew(c.permit); c.holds {
			return nil
		}
	}
}

// giveBack ends the current attempt for the throttle, if that has not been done.
func (c *call) giveBack(how func(*throttle, permit, time.Time)) {
	if c.holds {
		c.holds = false
		c.t.queue.do(func(t *throttle) { how(t, c.permit, time.Now()) })
	}
}

// begin begins the attempt that has been admitted, and returns its context.
func (c *call) begin(ctx context.Context) context.Context {
	c.last, c.open = Result{Attempts: c.last.Attempts + 1}, true
	if c.q.Begin != nil {
		ctx = c.q.Begin(ctx, c.last.Attempts, time.Since(c.idle))
	}
	c.began = time.Now() // the hooks are no part of it
	return ctx
}

// report ends an attempt that is under way. An error of an attempt that panicked ends the call.
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

// checkRetry reports an attempt, and whether another follows. One that was not admitted ends the
// call.
func checkRetry(ctx context.Context, _ *http.Response, err error) (bool, error) {
	c := callOf(ctx)
	retry := c.open && c.last.WillRetry
	c.report(err)
	return retry, nil
}
