// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
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
//	guests.go           and the other families: a method names its operation, of operations.go, and passes on its input
//	call.go             makeCall makes a call; it sends the request through internal/transport
//	call_options.go     the options of the call
//	hooks.go            callStart, callEnd and watchAttempts call the hooks; logging.go logs
//	errors.go           an error for each way to fail; may_have_written.go says what a caller may do after it
//	response.go         readResponse decodes a success; warnings.go reports what was not as documented
//	lists.go            makes such calls for the pages of a list, and reports.go for those of the register
//
// do.go has Client.Do, client.go and options.go the Client, and presence_csv.go writes the register as CSV. The tests of the calls
// are in internal/proof/calls, and those of the walks in internal/proof/walks.

// input is what a method of a service passes on to makeCall. Every field may be left out.
type input struct {
	id     any // int64 or string; a []any of these if the path has several
	params any
	body   any
	wrong  error // what the method has found wrong with its arguments
	noBody bool  // the response is documented to have none, or the caller ignores it

	path  string     // of Client.Do, whose path and body the caller has written; otherwise ""
	extra url.Values // query parameters beside those of params, of Client.Do or of a page

	walk *apiWalk  // the walk that the call belongs to, or nil
	page *WalkPage // the page of the walk; nil if walk is nil
}

func (in input) isDo() bool { return in.path != "" }

// apiCall is one call: its input, the request made of it, and the result of the last attempt.
type apiCall struct {
	client  *Client
	in      input
	options callOptions
	query   url.Values // of in.params and in.extra, without the parameters of WithQuery
	path    string     // of the URL, with the prefix of the base URL
	request transport.Request
	scrub   *redact.Scrubber
	result  *transport.Result // of the last attempt; nil before the request is sent

	info       Call // what the hooks are given; it shows no secret once the request is made
	observed   observation[Call]
	began      time.Time
	onWarnings func([]lenient.Warning) // receives the warnings of decoding; nil when nobody wants them
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

// makeCall checks the input and builds the request (newCall), sends it between the hooks for the start and the end of the call, and
// decodes the body of a success. The hooks for the end (callEnd) are called after a panic too.
func makeCall[T any](
	ctx context.Context, c *Client, op Operation, in input, opts []CallOption, decode func(*apiCall) (T, error),
) (value T, err error) {
	a, err := c.newCall(ctx, op, in, opts)
	if err != nil {
		return value, err
	}
	ended := transport.ErrUnfinished // what callEnd gets if a function of the caller panics
	defer func() { a.callEnd(ctx, ended) }()
	started := a.callStart(ctx)
	err = a.send(started)
	if err == nil {
		value, err = readResponse(a, decode)
	}
	ended = err
	return value, err
}

// newCall returns a call whose input has been checked, with its request. It sends nothing.
func (c *Client) newCall(ctx context.Context, op Operation, in input, opts []CallOption) (*apiCall, error) {
	a := &apiCall{client: c, in: in, info: Call{Operation: op, Server: c.origin, Page: in.page}}
	if err := a.checkInput(ctx, opts); err != nil {
		return nil, c.logNotSent(ctx, op, err)
	}
	a.buildRequest()
	return a, nil
}

// checkInput checks the options and the input, and notes what the request is made of.
func (a *apiCall) checkInput(ctx context.Context, opts []CallOption) (err error) {
	c, in := a.client, a.in
	if a.options, err = newCallOptions(opts); err != nil { // first, because it empties the Response of WithResponseInto
		return err
	}
	switch {
	case ctx == nil:
		return params.Errorf("ctx", "must not be nil: use context.Background() where there is no other")
	case in.wrong != nil:
		return in.wrong
	}
	path, err := params.Path(cmp.Or(in.path, a.info.Path), in.id)
	if err != nil {
		return err
	}
	a.path = c.prefix + path
	if a.query, err = params.Query(in.params, c.organization); err != nil {
		return err
	}
	maps.Copy(a.query, in.extra)
	if err := a.options.checkQuery(a.query, in.params); err != nil {
		return err
	}
	if err := a.options.checkBody(a.info.Operation, in); err != nil {
		return err
	}
	if a.request.Body, err = params.JSON(in.body); err != nil {
		return err
	}
	a.options.strict = a.options.strict || c.strict
	a.request.Policy, err = a.options.policy(c.config.Policy)
	return err
}

// buildRequest makes the request of input that has been checked.
func (a *apiCall) buildRequest() {
	c, query := a.client, a.options.withQuery(a.query)
	a.scrub = c.keys.Scrubber(append(redact.Named(query), redact.InHeader(a.options.header)...)...)
	a.request.Method = a.info.Method
	a.request.URL = c.urlOf(a.path, query)
	a.request.Header = c.header(a.options, a.request.Body != nil)
	a.request.Write = a.info.mayWrite()
	a.request.Scrub = a.scrub
	a.scrubPaths()
}

// scrubPaths cuts secrets out of the paths that errors, hooks and logs show. It is called again for each attempt, and after the
// last one, because a key that the path may hold can be known only then.
func (a *apiCall) scrubPaths() {
	a.info.URLPath = a.scrub.Text(a.path)
	if a.in.isDo() {
		a.info.Path = a.scrub.Text(a.in.path)
	}
}

// urlOf returns a URL of the service. It joins all parts at once, which saves an allocation.
func (c *Client) urlOf(path string, query url.Values) string {
	parts := []string{c.origin, path}
	if len(query) > 0 {
		parts = []string{c.origin, path, "?", query.Encode()}
	}
	return strings.Join(parts, "")
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
	a.result, err = a.client.transport.Send(ctx, a.request)
	a.noteResult()
	if err != nil {
		return a.transportError(err)
	}
	if status, failed := a.failureStatus(); failed {
		e := a.apiError(status)
		a.fillResponse(e.Header, e.Body)
		return e
	}
	a.fillResponse(a.result.Header, a.result.Body)
	return nil
}

// noteResult notes for the hooks and the walk what is known of the last attempt.
func (a *apiCall) noteResult() {
	r := a.result
	a.scrubPaths()
	a.info.StatusCode, a.info.RequestID, a.info.Attempts = r.Status, content.RequestID(r.Header, a.scrub), r.Attempts
	if a.in.walk != nil {
		a.in.walk.sent.Add(int64(r.Attempts))
	}
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
