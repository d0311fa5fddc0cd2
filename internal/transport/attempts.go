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

// attempts makes the attempts of one call. Its methods run in the goroutine of Send, in this order:
//
//	Send              calls Do of go-retryablehttp, which calls the next three in turn
//	  RoundTrip       waitAndSetKey, beginAttempt, sendRequest, decideNext
//	  CheckRetry      replaceKey after a 401, endAttempt
//	  Backoff         returns the wait before the next RoundTrip
//
// The request of an attempt ends at the throttle once: with Refused or Release in decideNext, or with Accepted in RoundTrip.
type attempts struct {
	t       *Transport
	request Request

	start       time.Time // MaxElapsed counts from here: the start of the call, moved on by every wait for other calls
	idleSince   time.Time // the end of the last attempt, or the start of the call; zero during an attempt
	turn        throttle.Turn
	failures    int           // failed attempts that count for MaxAttempts
	paidRetry   paidRetry     // the last retry that takeRetry has taken from the budget
	backoff     time.Duration // the wait before the next attempt
	askedForKey bool          // a key was refused, and the source was asked for another key
	newKey      string        // the key of the next attempt if a key was refused; otherwise ""

	key   string    // of the current attempt
	began time.Time // when the current attempt began
	open  bool      // the current attempt has not ended
	last  Result    // the result of the last attempt that began
}

// ErrUnfinished is the error of an attempt that ended with a panic or runtime.Goexit.
var ErrUnfinished = errors.New("ended by a panic or runtime.Goexit")

// Send makes the call, with at most as many attempts as the policy allows. It returns the result of the last attempt that began,
// also with an error. Without an error, the result has the body of the response.
func (t *Transport) Send(ctx context.Context, q Request) (*Result, error) {
	a := &attempts{t: t, request: q, start: time.Now(), turn: throttle.Turn{Throttle: t.throttle}}
	a.idleSince = a.start
	refund := 0
	t.budget.beginCall()
	// The deferred calls run after a panic too. Release and endAttempt do nothing if the attempt has ended.
	defer func() { t.budget.endCall(refund) }()
	defer a.turn.Release()
	defer a.endAttempt(ErrUnfinished, false)

	var body any // stays nil if q.Body is nil, because an interface with a nil []byte sends an empty body
	if q.Body != nil {
		body = q.Body
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, q.Method, q.URL, body)
	if err == nil {
		_, err = a.retryClient().Do(req) //nolint:bodyclose // RoundTrip has closed the body
	}
	refund = a.refundDue(err)
	if err != nil {
		return &a.last, a.scrubbed(withContextEnd(ctx, redact.WithoutURL(err)))
	}
	return &a.last, nil
}

// retryClient returns a client that makes one attempt after another, each with the whole body.
func (a *attempts) retryClient() *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient:   &http.Client{Transport: a, CheckRedirect: dontFollow},
		CheckRetry:   a.CheckRetry,
		RetryMax:     math.MaxInt, // planRetry bounds the attempts
		Backoff:      func(time.Duration, time.Duration, int, *http.Response) time.Duration { return a.backoff },
		ErrorHandler: retryablehttp.PassthroughErrorHandler, // the default handler returns an error that shows the URL
	}
}

// RoundTrip makes one attempt, and decides whether another follows. It decides after it has read the body of a success,
// because the body may break off. But it decides before it reads the body of an error response, such as a 429, so that the
// throttle learns of a refusal at once.
func (a *attempts) RoundTrip(req *http.Request) (*http.Response, error) {
	caller := req.Context()
	if err := a.waitAndSetKey(caller); err != nil {
		return nil, err
	}
	attemptCtx := a.beginAttempt(caller)
	ctx, cancel := context.WithTimeout(attemptCtx, a.t.Timeout)
	defer cancel()
	resp, conn, err := a.sendRequest(ctx, cancel, req)
	if err == nil {
		defer resp.Body.Close()
		defer cancel() // runs before Close, because from Go 1.27 on Close would read the rest of an unwanted body
		a.last.Status, a.last.Header = resp.StatusCode, resp.Header
		a.last.RetryAfter, _ = ratelimit.RetryAfter(resp.Header)
		if IsSuccess(resp.StatusCode) {
			err = conn.correctError(a.last.readSuccessBody(resp, a.t.MaxBytes))
		}
	}
	err = a.t.asTimeout(ctx, attemptCtx, err)
	a.last.WillRetry = a.decideNext(caller, err)
	switch {
	case err != nil:
		return nil, err
	case a.last.WillRetry:
		drain(resp.Body, cancel, a.t.MaxBytes)
	case !IsSuccess(resp.StatusCode):
		a.last.readErrorBody(resp)
	}
	a.turn.Accepted() // does nothing after Refused or Release
	resp.Body = http.NoBody
	return resp, nil
}

// CheckRetry ends the attempt, and returns whether another follows. RoundTrip has decided that, except after a 401: CheckRetry asks
// for another key, so that the call holds no response and no permit of the throttle while the source of keys answers.
func (a *attempts) CheckRetry(ctx context.Context, _ *http.Response, err error) (another bool, _ error) {
	if !a.open {
		return false, nil
	}
	another = a.last.WillRetry || a.replaceKey(ctx)
	a.endAttempt(err, another)
	return another, nil
}

// waitAndSetKey waits for the throttle and the limiter, and then sets the key of the attempt. The key is asked for after the
// wait, because it could expire during the wait.
func (a *attempts) waitAndSetKey(ctx context.Context) error {
	behindOthers, err := a.turn.Wait(ctx, a.t.Limiter, func(until, lastAccepted time.Time) error {
		return a.whyNotAt(ctx, until, a.startOfElapsed(lastAccepted))
	})
	if err != nil {
		return err
	}
	a.start = a.start.Add(behindOthers) // so that MaxElapsed does not count the wait for other calls
	a.key, a.newKey = a.newKey, ""
	if a.key == "" {
		a.key, err = a.getKey(ctx)
	}
	return err
}

// beginAttempt opens an attempt, calls the hook Begin, and returns the context of the attempt.
func (a *attempts) beginAttempt(ctx context.Context) context.Context {
	a.last, a.open = Result{Attempts: a.last.Attempts + 1}, true
	if a.paidRetry == waits {
		a.paidRetry = begun
	}
	if a.request.Begin != nil {
		ctx = a.request.Begin(ctx, a.last.Attempts, time.Since(a.idleSince))
	}
	a.began, a.idleSince = time.Now(), time.Time{} // the duration of an attempt does not include the hook
	return ctx
}

// endAttempt completes the result of the attempt and calls End. It does nothing if no attempt is open.
func (a *attempts) endAttempt(err error, willRetry bool) {
	if !a.open {
		return
	}
	a.open, a.last.Err, a.last.WillRetry = false, a.scrubbed(err), willRetry
	a.stopClock()
	if a.request.End != nil {
		a.request.End(a.last)
	}
}

// scrubbed returns err without secrets. A *sendError keeps what is known of the request, because errors.As does not find the
// causes of err whose text shows a secret.
func (a *attempts) scrubbed(err error) error {
	if err == nil {
		return nil
	}
	return &sendError{a.request.Scrub.Error(err), stateOf(err)}
}

// stopClock notes the end and the duration of the current attempt. It does nothing if replaceKey has called it before.
func (a *attempts) stopClock() {
	if a.idleSince.IsZero() {
		a.idleSince = time.Now()
		a.last.Duration = a.idleSince.Sub(a.began)
	}
}
