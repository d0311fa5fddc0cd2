// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// input is what a method of a service passes on to call. Every field may be left out.
type input struct {
	id     any // int64 or string
	params any
	query  url.Values // of a call without params
	body   any
	wrong  error            // what the method has found wrong with its arguments
	page   *WalkPage        // the page of a walk that the call reads; or nil
	warned *lenient.Overlap // which records of the list have been warned about; or nil
	noBody bool             // the response is documented to have none, or the caller ignores it
	sent   *atomic.Int64    // counts the requests of a walk; or nil
}

// exchange is one call: a request that has been checked, and the response of its last attempt.
type exchange struct {
	input
	client  *Client
	options callOptions
	path    string // of the URL, after the prefix of the base URL, with its id
	request transport.Request
	scrub   *redact.Scrubber

	about    Call
	observed observation[Call]
	began    time.Time

	*transport.Result // set when the request has been sent
	// report receives the warnings of decoding. It is nil when neither the caller nor a hook nor a logger wants them.
	report func([]lenient.Warning)
	strict bool // a value that cannot be read is an error, also in an optional field
}

// get makes a call whose response is one T.
func get[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) (*T, error) {
	return call(ctx, c, op, in, opts, decode[T])
}

// list makes a call whose response is a list of T.
func list[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) ([]T, error) {
	return call(ctx, c, op, in, opts, decodeList[T])
}

// call checks the input of a call, sends it, and reads its response if that is a success. An error of read becomes a
// DecodeError.
func call[T any](
	ctx context.Context, c *Client, op Operation, in input, opts []CallOption, read func(*exchange) (T, error),
) (value T, err error) {
	x, err := c.prepare(ctx, op, in, opts)
	if err != nil {
		return value, err
	}
	err = transport.ErrUnfinished // what x.end gets if send or read panics
	defer func() { x.end(ctx, err) }()
	failure := x.send(x.begin(ctx))
	if in.sent != nil {
		in.sent.Add(int64(x.about.Attempts))
	}
	if failure != nil {
		return value, failure
	}
	if part := x.isWhole(); part != nil {
		err = part
	} else {
		value, err = read(x)
	}
	if err != nil {
		err = x.decodeError(err)
	}
	if op.Name != doName { // the target of a Do may keep parts of the body; the types of this module copy them
		x.Release()
	}
	return value, err
}

// prepare checks the input of a call, and makes its request. It sends nothing.
func (c *Client) prepare(ctx context.Context, op Operation, in input, opts []CallOption) (*exchange, error) {
	x, err := c.newExchange(ctx, op, in, opts)
	return x, c.notSent(ctx, err)
}

func (c *Client) newExchange(ctx context.Context, op Operation, in input, opts []CallOption) (*exchange, error) {
	o, err := newCallOptions(op, opts) // first, because it empties the Response of WithResponseInto
	switch {
	case ctx == nil:
		return nil, newParamError(op, "ctx", "must not be nil: use context.Background() where there is no other")
	case in.wrong != nil:
		return nil, in.wrong
	case err != nil:
		return nil, err
	}
	path, err := params.Path(op.Path, in.id)
	if err != nil {
		return nil, asParamError(op, err)
	}
	query, err := c.queryOf(op, in.params)
	if err != nil {
		return nil, err
	}
	maps.Copy(query, in.query)
	if err := o.addQuery(query, in.params); err != nil {
		return nil, err
	}
	if err := o.checkBody(in.body); err != nil {
		return nil, err
	}
	body, err := params.JSON(in.body)
	if err != nil {
		return nil, asParamError(op, err)
	}
	x := &exchange{input: in, client: c, options: o, path: c.prefix + path, strict: c.strict || o.strict}
	x.scrub = c.keys.Scrubber(append(redact.Named(query), redact.InHeader(o.header)...)...)
	if x.request.Policy, err = o.policy(c.retry); err != nil {
		return nil, err
	}
	x.request.Method, x.request.URL, x.request.Class = op.Method, c.origin+x.path, transport.Class(op.Class)
	x.request.Header, x.request.Body, x.request.Scrub = c.header(o, body != nil), body, x.scrub
	if len(query) > 0 {
		x.request.URL += "?" + query.Encode()
	}
	if op.Name == doName { // its path was written by the caller, and may hold a secret
		op.Path = x.scrub.Text(op.Path)
	}
	x.about = Call{Operation: op, Server: c.origin, URLPath: x.scrub.Text(x.path), Page: in.page}
	return x, nil
}

// header returns the headers of a request. All attempts share them, so they are never written to.
func (c *Client) header(o callOptions, hasBody bool) http.Header {
	if !hasBody && len(o.header) == 0 {
		return c.headers
	}
	h := c.headers.Clone()
	if hasBody {
		h.Set("Content-Type", "application/json")
	}
	maps.Copy(h, o.header)
	return h
}

// send sends the request, and fails unless the response is a success.
func (x *exchange) send(ctx context.Context) (err error) {
	ctx, cancel := x.options.withTimeout(ctx)
	defer cancel()
	c := x.client
	if len(c.hooks) > 0 || c.logs(ctx, slog.LevelInfo) {
		about := Attempt{Operation: x.about.Operation, Server: c.origin, URLPath: x.about.URLPath}
		watch := &attemptWatch{client: c, scrub: x.scrub, about: about}
		x.request.Begin, x.request.Observe = watch.begin, watch.end
	}
	x.Result, err = c.transport.Send(ctx, x.request)
	x.about.Attempts, x.about.RequestID = x.Attempts, content.RequestID(x.Header, x.scrub)
	if err != nil {
		return x.transportError(err)
	}
	x.about.StatusCode = x.Status
	status, refused := x.Status, !transport.IsSuccess(x.Status)
	if !refused && len(x.Body) <= transport.MaxErrorBytes { // a larger body is no error document
		status, refused = content.Failure(x.Header.Get("Content-Type"), x.Body, x.noBody)
	}
	if refused {
		e := x.apiError(cmp.Or(status, x.Status))
		x.record(e.Header, e.Body)
		return e
	}
	x.record(x.Header, x.Body)
	if x.options.into != nil || slices.ContainsFunc(c.hooks, Hooks.countWarnings) || c.logs(ctx, slog.LevelWarn) {
		x.report = func(found []lenient.Warning) { x.reportWarnings(ctx, found) }
	}
	return nil
}

// A validator checks params in ways that need several fields.
type validator interface{ validate(op Operation) error }

// checkRange refuses a range that ends before it begins.
func checkRange(op Operation, from, to time.Time) error {
	return require(to.IsZero() || !to.Before(from), op, "dateTo", "must not be before dateFrom")
}

// queryOf checks a params struct, which may be nil, and returns its query.
func (c *Client) queryOf(op Operation, of any) (url.Values, error) {
	query, err := params.Query(of, c.organization)
	if v, ok := of.(validator); ok && err == nil {
		err = v.validate(op)
	}
	return query, asParamError(op, err)
}
