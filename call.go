package reservations

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"sync/atomic"

	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// input is what a method of a service passes on: the id in the path, the params struct
// and the body. Each may be nil.
type input struct {
	id     any // int64 or string
	params any
	query  url.Values // replaces what params say
	body   any
	page   *Page         // of a walk
	sent   *atomic.Int64 // counts the requests of a walk; or nil
}

// get makes a call whose response is one T.
func get[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) (*T, error) {
	return call(ctx, c, op, in, opts, decode[T])
}

// list makes a call whose response is a list of T.
func list[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) ([]T, error) {
	return call(ctx, c, op, in, opts, decodeList[T])
}

// call checks what a call is made of, makes it, and reads its response if that is a
// success.
func call[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption, read func(*response) (T, error)) (value T, err error) {
	q, err := c.prepare(op, in, opts)
	if err != nil {
		return value, op.named(err)
	}
	scrub := c.keys.Scrubber(append(redact.Named(q.query), redact.InHeader(q.options.header)...)...)
	if op.Name == doName { // its path is the caller's, and can hold what the query holds
		q.op.Path = scrub.Text(op.Path)
	}
	c.observeCall(ctx, Call{Operation: q.op, Server: c.origin, URLPath: scrub.Text(q.path), Page: in.page}, func(ctx context.Context, about *Call) error {
		var r *response
		if r, err = c.roundTrip(ctx, q, scrub, about); err == nil {
			value, err = read(r)
		}
		if in.sent != nil {
			in.sent.Add(int64(about.Attempts))
		}
		return err
	})
	return value, err
}

// ignore accepts any body but HTML or XML: that comes from something between the
// client and the service, such as the login page of a proxy, and says nothing about the call.
func ignore(r *response) (struct{}, error) {
	defer r.Release()
	if bytes.HasPrefix(trim(r.Body), []byte("<")) {
		return struct{}{}, r.undecodable(errors.New("the body is HTML or XML and not a response of the service"))
	}
	return struct{}{}, nil
}

func (c *Client) prepare(op Operation, in input, opts []CallOption) (request, error) {
	o, err := newCallOptions(opts)
	if err != nil {
		return request{}, err
	}
	path, err := op.expandPath(in.id)
	if err != nil {
		return request{}, err
	}
	query, err := c.queryOf(in.params)
	if err != nil {
		return request{}, err
	}
	maps.Copy(query, in.query)
	if err := o.addQuery(query, in.params); err != nil {
		return request{}, err
	}
	policy, err := o.policy(c.retry)
	if err != nil {
		return request{}, err
	}
	body, err := marshal(in.body)
	return request{op, c.prefix + path, query, body, policy, o}, err
}

// marshal returns the JSON of a body, and nil for one that is not given.
func marshal(body any) ([]byte, error) {
	if v := reflect.ValueOf(body); body == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	data, err := json.Marshal(body)
	var marshaler *json.MarshalerError
	for errors.As(err, &marshaler) { // it names a Go type, which tells the caller nothing
		err = marshaler.Err
	}
	if err != nil {
		return nil, invalid("body", "cannot be written as JSON: %v", err)
	}
	return data, nil
}

// request is one call, checked and ready to be sent.
type request struct {
	op      Operation
	path    string // of the URL: behind the prefix of the base URL, the template with its id filled in
	query   url.Values
	body    []byte            // nil sends none
	policy  *transport.Policy // nil means the client's
	options callOptions
}

// response is a success with what is needed to read it and to report on it.
type response struct {
	*transport.Response
	request
	scrub  *redact.Scrubber
	report func([]lenient.Warning) // receives the oddities that decoding finds; nil when neither the caller nor a logger wants them
	strict bool                    // a value that cannot be read is never left out
}

// roundTrip sends one request, returns its response if that is a success, and says of the
// call what came of it.
func (c *Client) roundTrip(ctx context.Context, q request, scrub *redact.Scrubber, about *Call) (*response, error) {
	o := q.options
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	resp, err := c.transport.Send(ctx, c.transportRequest(ctx, q, scrub, about.URLPath))
	if err != nil {
		e := q.transportError(err, scrub)
		about.Attempts, about.RequestID = e.Attempts, e.RequestID
		return nil, e
	}
	about.Attempts, about.StatusCode, about.RequestID = resp.Attempts, resp.Status, requestID(resp.Header, scrub)
	status, refused := errorDocument(resp.Header.Get("Content-Type"), resp.Body)
	if !transport.IsSuccess(resp.Status) {
		status, refused = resp.Status, true
	}
	if refused {
		e := q.apiError(resp, status, scrub)
		o.record(resp, e.Header, e.Body, scrub)
		return nil, e
	}
	o.record(resp, resp.Header, resp.Body, scrub)
	r := &response{Response: resp, request: q, scrub: scrub}
	if o.into != nil || c.logs(ctx, slog.LevelWarn) {
		r.report = func(found []lenient.Warning) { c.report(ctx, *about, found, o.into) }
	}
	return r, nil
}

func (c *Client) transportRequest(ctx context.Context, q request, scrub *redact.Scrubber, urlPath string) transport.Request {
	request := transport.Request{
		Method: q.op.Method,
		URL:    c.url(q),
		Header: c.header(q.options, q.body != nil),
		Body:   q.body,
		Class:  q.op.Class.transport(),
		Policy: q.policy,
		Scrub:  scrub,
	}
	if len(c.hooks.attempts) > 0 || c.logs(ctx, slog.LevelInfo) {
		watch := &attemptWatch{client: c, scrub: scrub, about: Attempt{Operation: q.op, Server: c.origin, URLPath: urlPath}}
		request.Begin, request.Observe = watch.begin, watch.end
	}
	return request
}

func (c *Client) url(q request) string {
	if len(q.query) == 0 {
		return c.origin + q.path
	}
	return c.origin + q.path + "?" + q.query.Encode()
}

// header returns the headers of a request. Nobody writes to them: every attempt sends a copy.
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
