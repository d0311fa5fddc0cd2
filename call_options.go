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

// CallOption changes a single call. On a walk it holds for the whole walk.
type CallOption func(*callOptions) error

type callOptions struct {
	into    *Response
	header  http.Header
	query   url.Values
	retry   *RetryPolicy // nil means the client's
	timeout time.Duration

	emptyUpdate bool // is allowed
	repeatedIDs bool // are allowed
	strict      bool // also if the client is not
}

// newCallOptions applies the options of a call. It empties the Response of WithResponseInto, so that nothing of an
// earlier call is left in it if this call fails before it is sent.
func newCallOptions(opts []CallOption) (callOptions, error) {
	if len(opts) == 0 {
		return callOptions{}, nil // without the memory that options write to
	}
	var o callOptions
	err := apply(&o, opts)
	if o.into != nil {
		*o.into = Response{}
	}
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

// policy returns the retry policy of the call, or that of the client if the call has none.
func (o callOptions) policy(client transport.Policy) (transport.Policy, error) {
	if o.retry == nil {
		return client, nil
	}
	return completed("WithCallRetry", *o.retry, client)
}

// WithCallRetry sets the retry policy of the call, or of every page of a walk. A zero field means the value that the
// client has. On a client with [NoRetry] it switches retries on; WithCallRetry(NoRetry()) switches them off.
func WithCallRetry(p RetryPolicy) CallOption { return setting(func(o *callOptions) { o.retry = &p }) }

// WithResponseInto fills r with the response, also when the call fails with an [APIError] or a [DecodeError]. After any
// other failure r is empty: it has nothing of an earlier call. A walk over a list fills it with the page whose records
// are yielded, or with the page that failed; the register with its first page. Calls at the same time need one each.
func WithResponseInto(r *Response) CallOption {
	return func(o *callOptions) error {
		o.into = r
		return params.Require(r != nil, "WithResponseInto", "must not be nil")
	}
}

// WithHeader sets a header of the request, in place of the value that the SDK or an earlier WithHeader has set. The
// value must be printable ASCII. X-Api-Key, Host and the headers of a connection, such as Content-Length and Upgrade,
// cannot be set. Where the name sounds like a secret, as Authorization does, the value is cut out of errors and log
// records.
func WithHeader(key, value string) CallOption {
	return func(o *callOptions) error {
		if err := params.Header(key, value); err != nil {
			return err
		}
		if o.header == nil {
			o.header = http.Header{}
		}
		o.header.Set(key, value)
		return nil
	}
}

// WithQuery adds a value to the query of the request, for a parameter that this package does not know. If it is used
// several times with one key, all values are sent. An empty key is a [ParamError], and so is one for which the params of
// the call have a field, such as limit. No error and no log record shows the query. What the service says may quote a value,
// which is cut out of it if key sounds like a secret, as voucherToken does.
func WithQuery(key, value string) CallOption {
	return func(o *callOptions) error {
		if o.query == nil {
			o.query = url.Values{}
		}
		o.query.Add(key, value)
		if key == "" {
			return params.Errorf("WithQuery", "needs the name of a parameter")
		}
		return params.Require(params.IsUTF8(key, value), "WithQuery", params.NotUTF8)
	}
}

// withQuery returns a query with the parameters of WithQuery added. It does not change the given query.
func (o callOptions) withQuery(query url.Values) url.Values {
	if len(o.query) > 0 {
		query = maps.Clone(query)
		maps.Copy(query, o.query)
	}
	return query
}

// checkQuery rejects a parameter of WithQuery that the query of the operation has, or that the params have a field for.
func (o callOptions) checkQuery(query url.Values, callParams any) error {
	if len(o.query) == 0 { // sorting no keys allocates too
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(o.query)) {
		if query.Has(key) || params.Has(callParams, key) {
			return params.Errorf("WithQuery", "cannot set %q, which the operation sets itself: use its params", key)
		}
	}
	return nil
}

// checkBody rejects the body of an update or a create in which no field is set, and one that holds an empty record: a
// service may clear the guest for {"guest":{}}, and add a line for {"lines":[{}]}.
func (o callOptions) checkBody(op Operation, in input) error {
	if in.body == nil || in.isDo() {
		return nil
	}
	part := params.EmptyPart(in.body)
	switch {
	case part != "":
		return params.Errorf("body", "must not have an empty %s: set a field of it, or leave it out", part)
	case !params.IsEmpty(in.body):
		return nil
	case !op.isUpdate():
		return params.Errorf("body", "must not be empty: set a field")
	}
	return params.Require(o.emptyUpdate, "body", "would change nothing: set a field, or allow it with WithEmptyUpdate")
}

// WithEmptyUpdate allows an update that changes nothing: a nil body, which is not sent, or a body in which no
// field is set. Without it that is a [ParamError], and a Guest or a line in which no field is set always is one. How
// the service responds is not documented.
func WithEmptyUpdate() CallOption { return setting(func(o *callOptions) { o.emptyUpdate = true }) }

// WithRepeatedIDs lets the walk over a list yield different records with the same id on one page, which is an
// [IncompleteError] otherwise, because a program that stores records by their id would keep only one.
func WithRepeatedIDs() CallOption { return setting(func(o *callOptions) { o.repeatedIDs = true }) }

// WithCallStrict is [WithStrict] for one call, or one walk over a list.
func WithCallStrict() CallOption { return setting(func(o *callOptions) { o.strict = true }) }

// WithCallTimeout bounds the whole call with its retries and waits, or the whole walk, in addition to the context. d
// must be positive; by default there is no bound. When the time is over, the call ends with a [TransportError] that
// names this option, and in which errors.Is finds context.DeadlineExceeded.
func WithCallTimeout(d time.Duration) CallOption {
	return func(o *callOptions) error {
		o.timeout = d
		return params.Require(d > 0, "WithCallTimeout", "must be positive, not %v", d)
	}
}
