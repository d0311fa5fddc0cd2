// SPDX-License-Identifier: MIT

// Package transport sends one call to the service: it adds the key, retries failures as the policy allows, and bounds the
// size of the response. It knows HTTP and nothing of reservations.
//
// go-retryablehttp makes the attempts of a call one after another, each with the whole body. It calls RoundTrip and
// CheckRetry in turn, until CheckRetry returns false, and waits for the Backoff in between. Everything else is in this
// package. The files, in the order in which a call meets them:
//
//	attempts.go    Send makes a call; RoundTrip makes one attempt: waits, sends, reads, and decides whether another follows
//	key.go         the key of an attempt, and the key that replaces a refused key
//	send.go        sends one request with the caller's http.Client, to one origin only, and follows no redirect
//	connection.go  stops a request that is to be written twice, and finds out whether a failed request was sent
//	fetch.go       what is different in JavaScript, where net/http uses fetch
//	proxy.go       the errors of a proxy on the way to the service
//	timeout.go     how long one attempt may take
//	retry.go       whether an attempt was refused, as with a 429, whether another attempt follows, and when
//	transient.go   which errors are transient, and after which errors the service may have acted
//	budget.go      how many retries all calls together may make until a call succeeds
//	body.go        how large the body of a response may be, and the memory for it
//	unpack.go      unpacks bodies in gzip, also if the caller has asked for gzip
package transport

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/throttle"
)

// Config is the configuration of one transport. New and With do not check it.
type Config struct {
	Base          *url.URL                              // the base URL; the key is sent to no other origin
	FixedKey      func() string                         // returns the key; is a function, so that %v shows no key
	Key           func(context.Context) (string, error) // if not nil, replaces FixedKey; must return when its context ends
	Client        *http.Client                          // the caller's http.Client, which is never changed
	Timeout       time.Duration                         // the longest time of one attempt, from dialling to the last byte
	TimeoutOption string                                // the name of the option that sets Timeout; errors show this name
	Policy        Policy                                // New takes the lengths of pauses from it; Send uses that of the Request
	MaxBytes      int64                                 // the largest body of a successful response
	Limiter       throttle.Limiter                      // its Wait is called before every request; may be nil
	MaxInFlight   int                                   // how many requests may be in flight at a time
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
	th := throttle.New(c.MaxInFlight, c.Policy.MinWait/4, c.Policy.MaxWait/4)
	return &Transport{c, newHTTPClient(c.Client, max(c.MaxInFlight, leastIdle)), th, new(budget)}
}

// With returns a transport with another configuration, which shares the connections, the throttle and the budget of t.
func (t *Transport) With(c Config) *Transport { return &Transport{c, t.http, t.throttle, t.budget} }

// Request is the request of one call, and how Send sends it. Every attempt sends the same request.
type Request struct {
	Method string
	URL    string
	Header http.Header      // is never changed
	Body   []byte           // nil if the request has no body
	Write  bool             // the request may change data, so it is retried only if the service cannot have acted on it
	Policy Policy           // bounds the retries
	Scrub  *redact.Scrubber // learns the key of every attempt, to cut it out of errors
	// Begin, if not nil, is called at the start of every attempt with its number, counted from 1, and the time since the
	// previous attempt ended or, for number 1, since the call began. It returns the context of the request.
	Begin func(ctx context.Context, number int, waited time.Duration) context.Context
	End   func(Result) // if not nil, is called once at the end of every attempt, with its result
}

// Result is the result of an attempt. The result of the last attempt is the result of the call.
type Result struct {
	Attempts   int         // how many attempts the call has made, including this one
	Status     int         // 0 when there was no response
	Header     http.Header // of the response, also if its body broke off; nil when there was no response
	Body       []byte      // what was read of the body of the response
	RetryAfter time.Duration
	NotRetried string        // why no retry follows: a wait that is too long, the Budget, or a key source that failed; "" for another reason
	WillRetry  bool          // another attempt is planned; the call may end before the attempt begins
	Err        error         // why there is no complete response; shows no secret
	Duration   time.Duration // of the attempt
	Wait       time.Duration // how long the call waits at least before the next attempt

	buffer *bytes.Buffer // holds the Body of a successful response until Release
}
