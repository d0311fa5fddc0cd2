package reservations

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"reflect"

	"github.com/reservationkit/reservations-go/internal/repair"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// input is what a method of a service passes on: the id in the path, the params struct
// and the body. Each may be nil.
type input struct {
	id     any // int64 or string
	params any
	query  url.Values // replaces what params say
	body   any
}

// get makes a call that answers with one T.
func get[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) (*T, error) {
	a, err := c.call(ctx, op, in, opts)
	if err != nil {
		return nil, err
	}
	return decode[T](a)
}

// list makes a call that answers with a list of T.
func list[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption) ([]T, error) {
	a, err := c.call(ctx, op, in, opts)
	if err != nil {
		return nil, err
	}
	return decodeList[T](a)
}

// call checks what a call is made of, makes it, and returns its answer if that is a
// success.
func (c *Client) call(ctx context.Context, op Operation, in input, opts []CallOption) (*answer, error) {
	q, err := c.prepare(op, in, opts)
	if err != nil {
		return nil, op.named(err)
	}
	return c.roundTrip(ctx, q)
}

func (c *Client) prepare(op Operation, in input, opts []CallOption) (request, error) {
	o, err := newCallOptions(opts)
	if err != nil {
		return request{}, err
	}
	path, err := op.fill(in.id)
	if err != nil {
		return request{}, err
	}
	query, err := c.encode(in.params)
	if err != nil {
		return request{}, err
	}
	maps.Copy(query, in.query)
	if err := o.addQuery(query, in.params); err != nil {
		return request{}, err
	}
	policy := c.retry
	if o.retry != nil {
		if policy, err = o.retry.over(c.retry, "WithCallRetry"); err != nil {
			return request{}, err
		}
	}
	body, err := marshal(in.body)
	return request{op, c.prefix + path, query, body, policy.policy(), o}, err
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
	body    []byte // nil sends none
	policy  transport.Policy
	options callOptions
}

// answer is a successful response with what is needed to read it and to report on it.
type answer struct {
	*transport.Response
	request
	scrub  *transport.Scrubber
	report func([]repair.Oddity) // told of the oddities that decoding finds; nil when nobody listens
	strict bool                  // a value that cannot be read is never left out
}

// roundTrip sends one request and returns its answer if that is a success.
func (c *Client) roundTrip(ctx context.Context, q request) (*answer, error) {
	o := q.options
	ctx, cancel := o.bound(ctx)
	defer cancel()
	scrub := c.keys.Scrubber(secretsOf(q.query)...)
	resp, err := c.transport.Do(ctx, transport.Request{
		Method:  q.op.Method,
		URL:     c.url(q),
		Header:  c.header(o, q.body != nil),
		Body:    q.body,
		Class:   q.op.Class.transport(),
		Policy:  &q.policy,
		Scrub:   scrub,
		Observe: func(a transport.Attempt) { c.observe(ctx, q.attempt(a, scrub)) },
	})
	if err != nil {
		return nil, q.transportError(err, scrub)
	}
	status, refused := errorDocument(resp.Body)
	if !transport.IsSuccess(resp.Status) {
		status, refused = resp.Status, true
	}
	if refused {
		e := q.apiError(resp, status, scrub)
		o.record(resp, e.Header, e.Body, scrub)
		return nil, e
	}
	o.record(resp, resp.Header, resp.Body, scrub)
	a := &answer{Response: resp, request: q, scrub: scrub}
	if o.into != nil || c.logger != nil {
		a.report = func(found []repair.Oddity) { c.report(ctx, q.op, found, o.into) }
	}
	return a, nil
}

func (c *Client) url(q request) string {
	if len(q.query) == 0 {
		return c.origin + q.path
	}
	return c.origin + q.path + "?" + q.query.Encode()
}

func (c *Client) header(o callOptions, hasBody bool) http.Header {
	h := http.Header{"Accept": {"application/json"}, "User-Agent": {c.userAgent}}
	if hasBody {
		h.Set("Content-Type", "application/json")
	}
	maps.Copy(h, o.header)
	return h
}

func (q request) attempt(a transport.Attempt, scrub *transport.Scrubber) Attempt {
	return Attempt{
		Operation: q.op, URLPath: scrub.Text(q.path),
		Number: a.Number, StatusCode: a.Status, RequestID: requestID(a.Header, scrub), Err: scrub.Error(a.Err),
		Duration: a.Duration, WillRetry: a.Repeat, Wait: a.Wait, RateLimit: (*RateLimit)(a.RateLimit),
	}
}
