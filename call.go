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
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// A call goes through the files of this folder in this order:
//
//	guests.go           and the other families name the operation and the input
//	call.go             makeCall checks the input, makes the request, and sends it through internal/transport
//	call_options.go     the options of the call
//	hooks.go            begin and end call the hooks of the call, attemptWatch those of an attempt; logging.go logs
//	errors.go           an error for each way to fail; failures.go says what a caller may do after it
//	response.go         decodeRecord and decodeList read a success; warnings.go reports what was not as documented
//	lists.go            makes such calls for the pages of a list, and reports.go for those of the register
//
// Their tests are in internal/proof/calls.

// input is what a method of a service passes on to makeCall. Every field may be left out.
type input struct {
	id     any // int64 or string; a []any of these if the path has several
	params any
	extra  url.Values // query parameters beside those of params
	body   any
	wrong  error     // what the method has found wrong with its arguments
	noBody bool      // the response is documented to have none, or the caller ignores it
	walk   *walk     // the walk that the call belongs to, or nil
	page   *WalkPage // the page of the walk, or nil
}

// apiCall is one call: its input, the request made of it, and the result of the last attempt.
type apiCall struct {
	client  *Client
	op      Operation // its path shows no secret once the request is made
	in      input
	options callOptions
	path    string            // of the URL with its id; makeRequest puts the prefix of the base URL before it
	query   url.Values        // of in.params and in.extra, without the parameters of WithQuery
	body    []byte            // of the request, or nil
	policy  *transport.Policy // of WithCallRetry, or nil
	request transport.Request
	scrub   *redact.Scrubber

	info     Call
	observed observation[Call]
	began    time.Time

	result *transport.Result // of the last attempt; nil before the request is sent
	// report receives the warnings of decoding. It is nil when neither the caller nor a hook nor a logger wants them.
	report func([]lenient.Warning)
	strict bool // a value that cannot be read is an error, also in an optional field
}

// one makes a call whose response is one T.
func one[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) (*T, error) {
	return makeCall(ctx, c, op, in, opts, decodeRecord[T])
}

// list makes a call whose response is a list of T.
func list[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) ([]T, error) {
	return makeCall(ctx, c, op, in, opts, decodeList[T])
}

// none makes a call whose response has no content.
func none(ctx context.Context, c *Client, op Operation, in input, opts []CallOption) error {
	in.noBody = true
	_, err := makeCall(ctx, c, op, in, opts, discardBody)
	return err
}

// makeCall makes one call: it checks the input, makes the request, sends it, and reads the response if that is a success.
func makeCall[T any](
	ctx context.Context, c *Client, op Operation, in input, opts []CallOption, read func(*apiCall) (T, error),
) (value T, err error) {
	a, err := c.newCall(ctx, op, in, opts)
	if err != nil {
		return value, err
	}
	err = transport.ErrUnfinished // what end gets if a function of the caller panics
	defer func() { a.end(ctx, err) }()
	return sendAndRead(a.begin(ctx), a, read)
}

// sendAndRead sends the request of a call and reads the response. If read fails, the error is a DecodeError.
func sendAndRead[T any](ctx context.Context, a *apiCall, read func(*apiCall) (T, error)) (value T, err error) {
	if err = a.send(ctx); err != nil {
		return value, err
	}
	if err = a.checkWhole(); err == nil {
		value, err = read(a)
	}
	if err != nil {
		err = a.decodeError(err)
	}
	if !a.op.isDo() { // the target of Client.Do may keep parts of the body; the types of this module copy them
		a.result.Release()
	}
	return value, err
}

// newCall checks the input of a call, and makes its request. It sends nothing.
func (c *Client) newCall(ctx context.Context, op Operation, in input, opts []CallOption) (*apiCall, error) {
	a := &apiCall{client: c, op: op, in: in}
	if err := a.check(ctx, opts); err != nil {
		return nil, c.logNotSent(ctx, asParamError(op, err))
	}
	a.makeRequest()
	return a, nil
}

func (a *apiCall) check(ctx context.Context, opts []CallOption) (err error) {
	a.options, err = newCallOptions(a.op, opts) // first, because it empties the Response of WithResponseInto
	switch {
	case ctx == nil:
		return newParamError(a.op, "ctx", "must not be nil: use context.Background() where there is no other")
	case a.in.wrong != nil:
		return a.in.wrong
	case err != nil:
		return err
	}
	if a.path, err = params.Path(a.op.Path, a.in.id); err != nil {
		return err
	}
	if a.query, err = params.Query(a.in.params, a.client.organization); err != nil {
		return err
	}
	maps.Copy(a.query, a.in.extra)
	if err := a.options.checkQuery(a.query, a.in.params); err != nil {
		return err
	}
	if err := a.options.checkBody(a.in.body); err != nil {
		return err
	}
	if a.body, err = params.JSON(a.in.body); err != nil {
		return err
	}
	a.policy, err = a.options.policy(a.client.retry)
	return err
}

// makeRequest makes the request of a call that has been checked.
func (a *apiCall) makeRequest() {
	c, o, query := a.client, a.options, a.query
	if len(o.query) > 0 {
		query = maps.Clone(query)
		maps.Copy(query, o.query)
	}
	a.path, a.strict = c.prefix+a.path, c.strict || o.strict
	a.scrub = c.keys.Scrubber(append(redact.Named(query), redact.InHeader(o.header)...)...)
	parts := []string{c.origin, a.path} // joined at once, which saves an allocation
	if len(query) > 0 {
		parts = []string{c.origin, a.path, "?", query.Encode()}
	}
	a.request = transport.Request{
		Method: a.op.Method,
		URL:    strings.Join(parts, ""),
		Header: c.header(o, a.body != nil),
		Body:   a.body,
		Write:  a.op.mayWrite(),
		Policy: a.policy,
		Scrub:  a.scrub,
	}
	a.info = Call{Server: c.origin, Page: a.in.page}
	a.hideSecrets()
}

// hideSecrets cuts secrets out of the paths that errors, hooks and logs show.
func (a *apiCall) hideSecrets() {
	a.info.URLPath = a.scrub.Text(a.path)
	if a.op.isDo() { // its path was written by the caller
		a.op.Path = a.scrub.Text(a.op.Path)
	}
	a.info.Operation = a.op
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
		a.request.Begin, a.request.End = watch.begin, watch.end
	}
	a.result, err = c.transport.Send(ctx, a.request)
	r := a.result
	a.hideSecrets() // the key is known only now
	a.info.Attempts, a.info.RequestID = r.Attempts, content.RequestID(r.Header, a.scrub)
	if a.in.walk != nil {
		a.in.walk.sent.Add(int64(r.Attempts))
	}
	if err != nil {
		return a.transportError(err)
	}
	a.info.StatusCode = r.Status
	if status, failed := a.failureStatus(); failed {
		e := a.apiError(status)
		a.record(e.Header, e.Body)
		return e
	}
	a.record(r.Header, r.Body)
	if a.options.into != nil || slices.ContainsFunc(c.hooks, Hooks.countWarnings) || c.logs(ctx, slog.LevelWarn) {
		a.report = func(found []lenient.Warning) { a.reportWarnings(ctx, found) }
	}
	return nil
}

// failureStatus returns true if the response is no success, or if its body says that the call has failed. It also returns the
// status that the error gets, such as 403 for a response with status 200 and the body {"statusCode":403}.
func (a *apiCall) failureStatus() (status int, failed bool) {
	r := a.result
	if !transport.IsSuccess(r.Status) {
		return r.Status, true
	}
	if len(r.Body) > transport.MaxErrorBytes { // it is no error document
		return r.Status, false
	}
	status, failed = content.Failure(r.Header.Get("Content-Type"), r.Body, a.in.noBody)
	return cmp.Or(status, r.Status), failed
}
