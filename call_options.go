// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// CallOption changes a single call. On a walk over pages it holds for the whole walk.
type CallOption func(*callOptions) error

type callOptions struct {
	op      Operation // of the call
	into    *Response
	header  http.Header
	query   url.Values
	retry   *RetryPolicy // nil means the client's
	timeout time.Duration

	emptyUpdate bool // is allowed
	repeatedIDs bool // are allowed
	strict      bool // also if the client is not
}

func newCallOptions(op Operation, opts []CallOption) (callOptions, error) {
	if len(opts) == 0 {
		return callOptions{op: op}, nil // without the memory that options write to
	}
	o := callOptions{op: op}
	err := apply(op, &o, opts)
	return o, err
}

// withTimeout applies the timeout of the call.
func (o callOptions) withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.timeout == 0 {
		return ctx, func() {}
	}
	end := &transport.TimeoutError{What: "call", After: o.timeout, Option: "WithCallTimeout"}
	return context.WithTimeoutCause(ctx, o.timeout, end)
}

// policy returns the retry policy of the call, nil for that of the client.
func (o callOptions) policy(client RetryPolicy) (*transport.Policy, error) {
	if o.retry == nil {
		return nil, nil
	}
	policy, err := completed(*o.retry, client)
	if err != nil {
		return nil, newParamError(o.op, "WithCallRetry", "%v", err)
	}
	return policy.policy(), nil
}

// WithCallRetry sets the retry policy of the call, or of every page of a walk. A zero field
// means the value that the client has. A policy that cannot be used is a [ParamError]. On a client with
// [NoRetry] this option switches retries on, and with NoRetry it switches them off for the call.
func WithCallRetry(p RetryPolicy) CallOption {
	return func(o *callOptions) error {
		o.retry = &p
		return nil
	}
}

// WithResponseInto fills r with the response, also when the call fails with an
// [APIError] or a [DecodeError]. The walk over the night register fills it with its first
// page, the other walks with the page whose records are being yielded, or that failed.
func WithResponseInto(r *Response) CallOption {
	return func(o *callOptions) error {
		o.into = r
		return require(r != nil, o.op, "WithResponseInto", "must not be nil")
	}
}

// withoutResponse cancels WithResponseInto for the pages of the night register after the first one,
// because only the first page fills the caller's Response.
func withoutResponse(o *callOptions) error {
	o.into = nil
	return nil
}

// WithHeader sets a header of the request, in place of the value that the SDK or an earlier
// WithHeader has set. The value must be printable ASCII. X-Api-Key cannot be set: it belongs
// to the client; see [WithAPIKeySource]. Neither can Host and the headers that belong to a connection,
// such as Content-Length, Transfer-Encoding and Upgrade. The value of a header whose name sounds like a
// secret, such as Authorization or X-Auth-Token, is cut out of errors, log records and hooks
// like the API key.
func WithHeader(key, value string) CallOption {
	return func(o *callOptions) error {
		switch {
		case !params.IsToken(key):
			return newParamError(o.op, "WithHeader", "needs a header name such as X-Request-Id")
		case http.CanonicalHeaderKey(key) == "X-Api-Key":
			return newParamError(o.op, "WithHeader", "cannot set X-Api-Key, which belongs to the client: "+
				"use WithAPIKeySource or Client.With")
		case ofConnection[http.CanonicalHeaderKey(key)] && (http.CanonicalHeaderKey(key) != "Te" || value != "trailers"):
			return newParamError(o.op, "WithHeader", "cannot set %s, which net/http sets or does not send", http.CanonicalHeaderKey(key))
		case !params.IsHeaderValue(value):
			return newParamError(o.op, "WithHeader", "needs a value of printable ASCII without blanks at its ends")
		}
		if o.header == nil {
			o.header = http.Header{}
		}
		o.header.Set(key, value)
		return nil
	}
}

// ofConnection lists headers that net/http leaves out without an error, or that HTTP/2 refuses.
var ofConnection = map[string]bool{
	"Host": true, "Content-Length": true, "Transfer-Encoding": true, "Trailer": true, "Connection": true, "Upgrade": true,
	"Keep-Alive": true, "Proxy-Connection": true, "Te": true, "Http2-Settings": true,
}

// WithQuery adds a value to the query of the request, for a parameter that this package does
// not know. If it is used several times with one key, all values are sent. An empty key is a
// [ParamError], and so is one that the operation sets itself, even if its field in the params is not
// set. Errors, log records and hooks show neither keys nor values, but proxies and servers may log them.
func WithQuery(key, value string) CallOption {
	return func(o *callOptions) error {
		if o.query == nil {
			o.query = url.Values{}
		}
		o.query.Add(key, value)
		if key == "" {
			return newParamError(o.op, "WithQuery", "needs the name of a parameter")
		}
		return require(params.IsUTF8(key, value), o.op, "WithQuery", params.NotUTF8)
	}
}

// addQuery adds the parameters of WithQuery to the query that was made of a params struct.
func (o callOptions) addQuery(query url.Values, of any) error {
	if len(o.query) == 0 { // sorting no keys allocates too
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(o.query)) {
		if query.Has(key) || params.Has(of, key) {
			return newParamError(o.op, "WithQuery", "cannot set %q, which the operation sets itself: use its params", key)
		}
		query[key] = o.query[key]
	}
	return nil
}

// WithEmptyUpdate allows an update that changes nothing, which is a [ParamError] otherwise: a nil
// body, which sends none, and a body in which no field is set, which sends {}. A Guest in which no
// field is set does not count as a field. How the service responds to either is not documented. The
// option has no effect on calls that are not updates.
func WithEmptyUpdate() CallOption {
	return func(o *callOptions) error {
		o.emptyUpdate = true
		return nil
	}
}

// WithRepeatedIDs lets the walk over a list go on when a page holds different records with the
// same id. The walk yields all of them. Without the option it fails with an [IncompleteError],
// because a program that stores records by their id would keep only one. The option has no effect on
// other calls.
func WithRepeatedIDs() CallOption {
	return func(o *callOptions) error {
		o.repeatedIDs = true
		return nil
	}
}

// WithCallStrict is [WithStrict] for one call, or one walk over a list.
func WithCallStrict() CallOption {
	return func(o *callOptions) error {
		o.strict = true
		return nil
	}
}

// WithCallTimeout bounds the whole call with its retries and waits, or the whole walk over a list or
// a register, in addition to the context. d must be positive; by default there is no bound. When the
// time is over, the call ends with a [TransportError] that names this option, and in which errors.Is
// finds context.DeadlineExceeded. If a wait before a retry would end after that time, the call does
// not wait, but fails at once with its last failure.
func WithCallTimeout(d time.Duration) CallOption {
	return func(o *callOptions) error {
		o.timeout = d
		return require(d > 0, o.op, "WithCallTimeout", "must be positive, not %v", d)
	}
}
