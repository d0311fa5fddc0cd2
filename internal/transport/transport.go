// Package transport sends one call to the service: it adds the key, retries what may be
// retried, waits when the service asks for it, and bounds what comes back. It knows
// HTTP and nothing of reservations.
//
// Each file holds one role:
//
//	key.go       the API key, and the one origin it may go to
//	redirect.go  redirects are never followed
//	base.go      the caller's http.Client, read at each request
//	proxy.go     what a proxy on the way says
//	timeout.go   how long one attempt may take
//	run.go       one call, with its attempts and the waits between them
//	result.go    what follows an attempt: a retry, a wait, or the end of the call
//	retry.go     what is retried, and after which wait
//	budget.go    how many retries all calls may make without a success
//	hints.go     what a response says of the time to wait and of the rate limit
//	refusal.go   which responses ask for fewer requests
//	throttle.go  when the next request of a client may be sent
//	learn.go     what a refusal teaches about the limits of the service
//	window.go    how many requests may be in flight
//	pace.go      how fast they may be sent
//	queue.go     the line in which its calls wait for their turn
//	limits.go    how large a response may be, and the memory for it
package transport

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/reservationkit/reservations-go/internal/redact"
)

// Config is what one client's transport is made of. All of it has been checked.
type Config struct {
	Base          *url.URL                              // the origin that the key may go to
	FixedKey      func() string                         // a function, so that no way of printing shows the key
	Key           func(context.Context) (string, error) // asked in place of FixedKey, if it is not nil
	Client        *http.Client                          // the caller's, read but never changed
	Timeout       time.Duration                         // of one attempt, from dialling to the last byte of the body
	TimeoutOption string                                // what sets Timeout, for the text of its error
	Policy        Policy
	MaxBytes      int64   // of the body of a successful response
	Limiter       Limiter // may be nil
	InFlight      int     // requests at a time
	IdleConns     int     // kept open to the service when Client has no Transport of its own

	Connections *Transport // sends over the connections of this one, if it is not nil
	Throttle    *Transport // shares the throttle of this one, if it is not nil
}

// A Limiter is waited on before every attempt.
type Limiter interface {
	Wait(context.Context) error
}

// Transport sends calls. It is safe for concurrent use.
type Transport struct {
	Config
	base   *base
	queue  *queue
	budget *budget
}

// CloseIdleConnections closes the connections that no request is using. It reaches those
// of the caller's Transport too, if that has a method of this name.
func (t *Transport) CloseIdleConnections() { t.base.CloseIdleConnections() }

// New returns the transport of one client.
func New(c Config) *Transport {
	t := &Transport{Config: c}
	if c.Connections != nil {
		t.base = c.Connections.base
	} else {
		t.base = newBase(c.Client, c.IdleConns)
	}
	if c.Throttle != nil {
		t.queue, t.budget = c.Throttle.queue, c.Throttle.budget
	} else {
		t.budget = new(budget)
		t.queue = &queue{throttle: newThrottle(c.InFlight, c.Policy.MinWait/4, c.Policy.MaxWait/4)}
	}
	return t
}

// Request is one call.
type Request struct {
	Method string
	URL    string
	Header http.Header // is not written to
	Body   []byte      // nil sends none
	Class  Class
	Policy *Policy          // of this call; nil means the one of the Transport
	Scrub  *redact.Scrubber // is given the key of every attempt
	// Begin, if it is not nil, is told of the start of every attempt: its number, from 1, and
	// the time since the call or the attempt before. It returns the context of the request.
	Begin   func(ctx context.Context, number int, waited time.Duration) context.Context
	Observe func(Attempt) // told of the end of every attempt, once; or nil
}

// Response is the last one of a call, whatever its status.
type Response struct {
	Status     int
	Header     http.Header
	Body       []byte
	Attempts   int
	RetryAfter time.Duration // 0 when the response named none
	NotRetried string        // why the call was not retried, where the policy retries such a response; or ""

	buffer *bytes.Buffer // that holds the Body of a success
}

// Attempt describes one attempt of a call, once it is over.
type Attempt struct {
	Number   int         // from 1
	Status   int         // 0 when there was no response
	Header   http.Header // of the response; nil when there was none
	Err      error
	Duration time.Duration
	Retry    bool          // another attempt follows
	Wait     time.Duration // at least this long before it

	NotRetried string // as in Response; "" also when another attempt follows

	RetryAfter time.Duration // of the response; 0 when it has none
	RateLimit  *RateLimit    // what the response said of it; or nil
}

// Failure is a call that ended without a response to return.
type Failure struct { //nolint:errname // the errors that integrators see are made of it
	Err        error
	Attempts   int
	Header     http.Header // of the response that came, even if its body broke off; or nil
	Last       *Response   // the refusal after which it waited in vain, without its body; or nil
	NotRetried string      // why the call was not retried, where the policy retries such a failure; or ""
}

func (f *Failure) Error() string { return f.Err.Error() }
func (f *Failure) Unwrap() error { return f.Err }

// Send makes the call, with as many attempts as the policy allows, and returns the last
// response with its body read. Any error is a *Failure.
func (t *Transport) Send(ctx context.Context, q Request) (*Response, error) {
	r := &run{t: t, q: q, policy: *cmp.Or(q.Policy, &t.Policy), start: time.Now(), idle: time.Now()}
	t.budget.begin()
	gain := 0
	defer func() { t.budget.end(gain) }() // after a panic too
	err := redact.WithoutURL(r.send(ctx))
	gain = r.gain(err)
	if err == nil {
		r.last.NotRetried = r.notRetried
		return r.last, nil
	}
	failure := &Failure{Err: withEnd(ctx, err), Attempts: r.attempts, NotRetried: r.notRetried}
	if r.last != nil {
		failure.Header = r.last.Header
		if !IsSuccess(r.last.Status) {
			failure.Last = r.last
		}
	}
	return nil, failure
}

// withEnd adds to an error why its context has ended. Some give its error, and others,
// net/http among them, its cause in place of it; callers look for either.
func withEnd(ctx context.Context, err error) error {
	for _, end := range []error{ctx.Err(), context.Cause(ctx)} {
		if end != nil && !errors.Is(err, end) {
			err = fmt.Errorf("%w: %w", end, err)
		}
	}
	return err
}
