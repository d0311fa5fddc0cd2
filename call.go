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

// input is what a method of a service passes on to makeCall. Every field may be left out.
type input struct {
	id     any // int64 or string; a []any of these if the path has several
	params any
	extra  url.Values // query parameters beside those of params
	body   any
	wrong  error            // what the method has found wrong with its arguments
	page   *WalkPage        // the page of a walk that the call reads; or nil
	warned *lenient.Overlap // which records of the list have been warned about; or nil
	noBody bool             // the response is documented to have none, or the caller ignores it
	sent   *atomic.Int64    // counts the requests of a walk; or nil
}

// apiCall is one call: its input, the request made of it, and the response to the last attempt.
type apiCall struct {
	input
	client  *Client
	options callOptions
	path    string     // of the URL, after the prefix of the base URL, with its id
	query   url.Values // of the params and extra; makeRequest adds the parameters of WithQuery
	request transport.Request
	scrub   *redact.Scrubber

	info     Call
	observed observation[Call]
	began    time.Time

	*transport.Result // set when the request has been sent
	// report receives the warnings of decoding. It is nil when neither the caller nor a hook nor a logger wants them.
	report func([]lenient.Warning)
	strict bool // a value that cannot be read is an error, also in an optional field
}

// one makes a call whose response is one T.
func one[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) (*T, error) {
	return makeCall(ctx, c, op, in, opts, decode[T])
}

// list makes a call whose response is a list of T.
func list[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) ([]T, error) {
	return makeCall(ctx, c, op, in, opts, decodeList[T])
}

// makeCall checks the input of a call, sends its request, and reads the response if that is a success. If read fails, the
// error is a DecodeError.
func makeCall[T any](
	ctx context.Context, c *Client, op Operation, in input, opts []CallOption, read func(*apiCall) (T, error),
) (value T, err error) {
	a, err := c.prepare(ctx, op, in, opts)
	if err != nil {
		return value, err
	}
	a.makeRequest(op)
	err = transport.ErrUnfinished // what a.end gets if send or read panics
	defer func() { a.end(ctx, err) }()
	begun := a.begin(ctx) // with what the hooks have added
	failure := a.send(begun)
	if in.sent != nil {
		in.sent.Add(int64(a.info.Attempts))
	}
	if failure != nil {
		return value, failure
	}
	if failure = a.checkWhole(); failure == nil {
		value, failure = read(a)
	}
	if failure != nil {
		failure = a.decodeError(failure)
	}
	if op.Name != doName { // the target of Client.Do may keep parts of the body; the types of this module copy them
		a.Release()
	}
	return value, failure
}

// prepare checks the input of a call. It makes no request.
func (c *Client) prepare(ctx context.Context, op Operation, in input, opts []CallOption) (*apiCall, error) {
	a := &apiCall{input: in, client: c}
	err := a.check(ctx, op, opts)
	return a, c.logNotSent(ctx, asParamError(op, err))
}

func (a *apiCall) check(ctx context.Context, op Operation, opts []CallOption) (err error) {
	a.options, err = newCallOptions(op, opts) // first, because it empties the Response of WithResponseInto
	switch {
	case ctx == nil:
		return newParamError(op, "ctx", "must not be nil: use context.Background() where there is no other")
	case a.wrong != nil:
		return a.wrong
	case err != nil:
		return err
	}
	if a.path, err = params.Path(op.Path, a.id); err != nil {
		return err
	}
	query, err := params.Query(a.params, a.client.organization)
	if v, ok := a.params.(validator); ok && err == nil {
		err = v.validate(op)
	}
	if err != nil {
		return err
	}
	maps.Copy(query, a.extra)
	a.query = query
	if err := a.options.checkQuery(query, a.params); err != nil {
		return err
	}
	if err := a.options.checkBody(a.body); err != nil {
		return err
	}
	if a.request.Body, err = params.JSON(a.body); err != nil {
		return err
	}
	a.request.Policy, err = a.options.policy(a.client.retry)
	return err
}

// makeRequest makes the request of a call that has been checked.
func (a *apiCall) makeRequest(op Operation) {
	c, o, query := a.client, a.options, a.query
	maps.Copy(query, o.query)
	a.path, a.strict = c.prefix+a.path, c.strict || o.strict
	a.scrub = c.keys.Scrubber(append(redact.Named(query), redact.InHeader(o.header)...)...)
	a.request.Method, a.request.URL, a.request.Write = op.Method, c.origin+a.path, op.mayWrite()
	a.request.Header, a.request.Scrub = c.header(o, a.request.Body != nil), a.scrub
	if len(query) > 0 {
		a.request.URL += "?" + query.Encode()
	}
	if op.Name == doName { // its path was written by the caller, and may hold a secret
		op.Path = a.scrub.Text(op.Path)
	}
	a.info = Call{Operation: op, Server: c.origin, URLPath: a.scrub.Text(a.path), Page: a.page}
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
func (a *apiCall) send(ctx context.Context) (err error) {
	ctx, cancel := a.options.withTimeout(ctx)
	defer cancel()
	c := a.client
	if len(c.hooks) > 0 || c.logs(ctx, slog.LevelInfo) {
		watch := &attemptWatch{call: a}
		a.request.Begin, a.request.Observe = watch.begin, watch.end
	}
	a.Result, err = c.transport.Send(ctx, a.request)
	a.info.Attempts, a.info.RequestID = a.Attempts, content.RequestID(a.Header, a.scrub)
	if err != nil {
		return a.transportError(err)
	}
	a.info.StatusCode = a.Status
	status, refused := a.Status, !transport.IsSuccess(a.Status)
	if !refused && len(a.Body) <= transport.MaxErrorBytes { // a larger body is no error document
		status, refused = content.Failure(a.Header.Get("Content-Type"), a.Body, a.noBody)
	}
	if refused {
		e := a.apiError(cmp.Or(status, a.Status))
		a.record(e.Header, e.Body)
		return e
	}
	a.record(a.Header, a.Body)
	if a.options.into != nil || slices.ContainsFunc(c.hooks, Hooks.countWarnings) || c.logs(ctx, slog.LevelWarn) {
		a.report = func(found []lenient.Warning) { a.reportWarnings(ctx, found) }
	}
	return nil
}

// A validator checks params in ways that need several fields.
type validator interface{ validate(op Operation) error }

// checkRange refuses a range that ends before it begins.
func checkRange(op Operation, from, to time.Time) error {
	return require(to.IsZero() || !to.Before(from), op, "dateTo", "must not be before dateFrom")
}
