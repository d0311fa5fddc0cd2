// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
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
	Query  url.Values `json:"-"` // is not logged; what the service quotes of it is cut out if the key sounds like a secret, as token does
	Body   any        `json:"-"` // is sent as json.Marshal writes it; give JSON text as a json.RawMessage; nil sends no body
}

func (q Request) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "Request(%s %s)", q.Method, q.Path) }
func (q Request) LogValue() slog.Value       { return slog.StringValue(fmt.Sprint(q)) }

// Do makes a call that this package has no method for, with the key, retries, rate limit and errors of all others.
// GET and HEAD are reads, other methods are writes. The response is decoded into out, a pointer, as encoding/json does;
// an empty body or null is then a [DecodeError]. With a nil out the body is ignored, but HTML, XML, or a failure
// reported in JSON, is an error.
func (c *Client) Do(ctx context.Context, req Request, out any, opts ...CallOption) error {
	op := Operation{Name: "Do", Method: req.Method, Class: ClassWrite}
	if req.Method == http.MethodGet || req.Method == http.MethodHead {
		op.Class = ClassRead
	}
	wrong := params.Request(req.Method, req.Path, req.Query, req.Body, out)
	in := input{path: req.Path, extra: req.Query, body: req.Body, wrong: wrong}
	if out == nil {
		return none(ctx, c, op, in, opts)
	}
	_, err := makeCall(ctx, c, op, in, opts, func(a *apiCall) (struct{}, error) { return struct{}{}, a.decodeAny(out) })
	return err
}

// decodeAny reads the body into the target of Client.Do.
func (a *apiCall) decodeAny(target any) error {
	body, err := content.Document(a.result.Header.Get("Content-Type"), a.result.Body)
	if err != nil {
		return err
	}
	if warnings := lenient.ChangedText(body); len(warnings) > 0 {
		a.warn(warnings)
		if a.options.strict {
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
