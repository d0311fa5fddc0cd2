// SPDX-License-Identifier: MIT

package reservations

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/params"
)

// Request is a request that this package has no method for; see [Client.Do]. Printing, logging and marshalling it
// show neither its Query nor its Body.
type Request struct {
	Method string     // such as "GET"; required
	Path   string     // appended to the base URL; begins with a slash, and is escaped already; errors, hooks and logs show it
	Query  url.Values `json:"-"` // holds what must not be logged, such as tokens
	Body   any        `json:"-"` // is sent as json.Marshal writes it; give JSON text as a json.RawMessage; nil sends no body
}

func (q Request) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "Request(%s %s)", q.Method, q.Path) }

func (q Request) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(q)) }

const doName = "Do" // Name of the Operation of a Do

// Do makes a call that this package has no method for, with the key, retries, rate limit and errors of all others.
// GET and HEAD are reads, other methods are writes. The response is decoded into out, a pointer, as encoding/json does;
// an empty body or null is then a [DecodeError]. With a nil out the body is ignored, but HTML, XML, or a failure
// reported in JSON, is an error.
func (c *Client) Do(ctx context.Context, req Request, out any, opts ...CallOption) error {
	op := Operation{Name: doName, Method: req.Method, Path: req.Path, Class: ClassWrite}
	if req.Method == http.MethodGet || req.Method == http.MethodHead {
		op.Class = ClassRead
	}
	read := discardBody
	if out != nil {
		read = func(x *exchange) (struct{}, error) { return struct{}{}, x.decodeAny(out) }
	}
	_, err := call(ctx, c, op, input{query: req.Query, body: req.Body, wrong: req.check(op, out), noBody: out == nil}, opts, read)
	return err
}

func (q Request) check(op Operation, out any) error {
	if v := reflect.ValueOf(out); out != nil && (v.Kind() != reflect.Pointer || v.IsNil()) {
		return newParamError(op, "out", "must be nil or a pointer to a value, not %T", out)
	}
	if !params.IsToken(q.Method) {
		return newParamError(op, "Method", "must be the method of a request, such as GET")
	}
	u, err := url.Parse(q.Path)
	if err != nil || !strings.HasPrefix(q.Path, "/") || u.Host != "" || strings.ContainsAny(q.Path, "?#") {
		return newParamError(op, "Path", "must be a path such as /api/guests/7; the query belongs in Query")
	}
	switch q.Body.(type) {
	case []byte, io.Reader: // encoding/json would write base64 or {}
		return newParamError(op, "Body", "must be a value for encoding/json, not %T; text that is JSON is a json.RawMessage", q.Body)
	}
	if params.HasDotSegment(u.Path) {
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

// decodeAny reads the body into the target of a Do.
func (x *exchange) decodeAny(target any) error {
	body, err := x.document()
	if err != nil {
		return err
	}
	if warnings := lenient.ChangedText(body); len(warnings) > 0 {
		if x.report != nil {
			x.report(warnings)
		}
		if x.strict {
			return &lenient.Error{Warning: warnings[0]}
		}
	}
	err = lenient.Unmarshal(body, target)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		wrong.Value, _, _ = strings.Cut(wrong.Value, " ") // the kind of value alone, because a number may be personal
		wrong.Struct, wrong.Field = "", ""                // a key of a map may be personal; Offset says where it is
	}
	return err
}

// discardBody accepts every body except HTML and XML. These do not come from the service, but from something in front
// of it, such as the login page of a proxy: the call may not have reached the service.
func discardBody(x *exchange) (struct{}, error) {
	if bytes.HasPrefix(content.Trim(x.Body), []byte("<")) {
		return struct{}{}, errors.New("the body is HTML or XML and not a response of the service")
	}
	return struct{}{}, nil
}
