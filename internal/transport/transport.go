// SPDX-License-Identifier: MIT

// Package transport sends one call to the service: it adds the key, retries what may be retried, and bounds what comes
// back. It knows HTTP and nothing of reservations.
//
// go-retryablehttp makes the attempts of a call one after another, each with the whole body. It calls RoundTrip and CheckRetry
// in turn, until CheckRetry returns false. Its Backoff is 0, and its RetryMax is never reached. Everything else is here.
// Each file holds one role, in the order in which a call meets them:
//
//	attempts.go    Send makes a call; attempt makes one attempt: wait, sendRequest, read, decideNext
//	key.go         the key of an attempt, and the key that replaces a refused one
//	send.go        one request: the one origin it may go to, no redirect, and the caller's http.Client
//	connection.go  that it is written once, and what is known of it when it fails
//	fetch.go       what is different in JavaScript
//	proxy.go       the errors of a proxy on the way to the service
//	timeout.go     how long one attempt may take
//	retry.go       what follows an attempt: what is a refusal, such as a 429, and what is retried, and when
//	failure.go     which errors are transient, and after which the service may have acted
//	budget.go      how many retries all calls together may make until one succeeds
//	body.go        how large a response may be, and the memory for it
//	unpack.go      bodies in gzip, whoever asked for them
package transport

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/reservationkit/reservations-go/internal/ratelimit"
	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/throttle"
)

// Config is the configuration of one transport. All of it has been checked.
type Config struct {
	Base          *url.URL                              // the origin that the key may go to
	FixedKey      func() string                         // a function, so that no way of printing shows the key
	Key           func(context.Context) (string, error) // called instead of FixedKey, if not nil; it must obey its context
	Client        *http.Client                          // the caller's, read but never changed
	Timeout       time.Duration                         // of one attempt, from dialling to the last byte of the body
	TimeoutOption string                                // what sets Timeout, for the text of its error
	Policy        Policy
	MaxBytes      int64            // of the body of a successful response
	Limiter       throttle.Limiter // may be nil
	InFlight      int              // requests at a time
}

// Transport sends calls. It is safe for concurrent use.
type Transport struct {
	Config
	http     *httpClient
	throttle *throttle.Throttle
	budget   *budget
}

// New returns the transport of one client.
func New(c Config) *Transport {
	th := throttle.New(c.InFlight, c.Policy.MinWait/4, c.Policy.MaxWait/4)
	return &Transport{c, newHTTPClient(c.Client, max(c.InFlight, leastIdle)), th, new(budget)}
}

// With returns a transport that shares the connections, the throttle and the budget of t, and holds nothing else of it.
func (t *Transport) With(c Config) *Transport { return &Transport{c, t.http, t.throttle, t.budget} }

// Request is what Send sends in every attempt of one call, and how.
type Request struct {
	Method string
	URL    string
	Header http.Header      // is not written to
	Body   []byte           // nil sends none
	Write  bool             // is retried only when the service certainly did not act on it
	Policy *Policy          // of this call; nil means the one of the Transport
	Scrub  *redact.Scrubber // is given the key of every attempt
	// Begin, if not nil, is called at the start of every attempt with its number, from 1, and the time
	// since the call or the attempt before. It returns the context of the request.
	Begin   func(ctx context.Context, number int, waited time.Duration) context.Context
	Observe func(Result) // if not nil, is called at the end of every attempt, once
}

// Result is the result of an attempt. The result of the last attempt is the result of the call.
type Result struct {
	Attempts   int         // of the call until now
	Status     int         // 0 when there was no response
	Header     http.Header // of the response, even if its body broke off; nil when there was none
	Body       []byte      // of the response, if it was read
	RetryAfter time.Duration
	NotRetried string // why the call is not retried, although the policy retries what happened; or ""
	// MayHaveActed says whether the service may have acted on the request. If so, a write is not retried.
	MayHaveActed bool
	WillRetry    bool // another attempt follows; in the result of a call, the call ended before that attempt began

	// The following is for Observe.

	Err      error         // why there is no complete response
	Duration time.Duration // of the attempt
	Wait     time.Duration // the least time until the next attempt

	buffer *bytes.Buffer // holds the Body of a success until Release
}

// IsErrorResponse reports whether there was a response that is not a success.
func (r *Result) IsErrorResponse() bool { return r.Status != 0 && !IsSuccess(r.Status) }

// RateLimit returns what the response says of the rate limit, or nil.
func (r *Result) RateLimit() *ratelimit.Report { return ratelimit.Read(r.Header) }
