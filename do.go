// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/reservationkit/reservations-go/internal/params"
)

// Request is a request that this package has no method for; see [Client.Do]. Printing,
// logging and marshalling it show neither its Query nor its Body.
type Request struct {
	Method string // such as "GET"; required
	// Path is appended to the base URL as it is, so it must begin with a slash and be
	// escaped already. Errors, hooks and log records show it as the path of the operation,
	// without the key and the secrets of the query; a ParamError does not show it at all.
	Path  string
	Query url.Values `json:"-"` // holds what must not be logged, such as tokens
	Body  any        `json:"-"` // is sent as JSON; nil sends no body
}

const doName = "Do" // Name of the Operation of a Do

// Do makes a call that this package has no method for, with the same key, retries, rate
// limit and errors as all others. The response is decoded into out as encoding/json does; the
// records of package types keep undocumented fields in their Extra. An empty body or null is then a
// [DecodeError]. With a nil out the body is ignored, unless it is HTML or XML, which is a DecodeError.
//
// GET and HEAD are retried after transient failures, other methods only when the service
// certainly did not act. Do fails with a [ParamError] when req cannot be sent, and when out
// is neither nil nor a pointer to a value.
func (c *Client) Do(ctx context.Context, req Request, out any, opts ...CallOption) error {
	op := Operation{Name: doName, Method: req.Method, Path: req.Path, Class: ClassWrite}
	if req.Method == http.MethodGet || req.Method == http.MethodHead {
		op.Class = ClassRead
	}
	if err := req.check(op); err != nil {
		return err
	}
	read := discardBody
	if out != nil {
		if v := reflect.ValueOf(out); v.Kind() != reflect.Pointer || v.IsNil() {
			return newParamError(op, "out", "must be nil or a pointer to a value, not %T", out)
		}
		read = func(x *exchange) (struct{}, error) { return struct{}{}, x.decodeAny(out) }
	}
	_, err := call(ctx, c, op, input{query: req.Query, body: req.Body, noBody: out == nil}, opts, read)
	return err
}

func (q Request) check(op Operation) error {
	if !isToken(q.Method) {
		return newParamError(op, "Method", "must be the method of a request, such as GET")
	}
	u, err := url.Parse(q.Path)
	if err != nil || !strings.HasPrefix(q.Path, "/") || u.Host != "" || strings.ContainsAny(q.Path, "?#") {
		return newParamError(op, "Path", "must be a path such as /api/guests/7; the query belongs in Query")
	}
	if hasDotSegment(u.Path) {
		return newParamError(op, "Path", "must not hold the segments . and ..")
	}
	if !params.IsUTF8(u.Path) {
		return newParamError(op, "Path", params.NotUTF8)
	}
	for key, values := range q.Query {
		if !params.IsUTF8(key) || !params.IsUTF8(values...) {
			return newParamError(op, "Query", params.NotUTF8)
		}
	}
	return nil
}

// Format prints the method and the path alone, whatever the verb: the query and the body may
// hold secrets and personal data.
func (q Request) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "Request(%s %s)", q.Method, q.Path) }

// LogValue logs the same as Format.
func (q Request) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(q)) }
