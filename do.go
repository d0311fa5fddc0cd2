package reservations

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Do makes a call that this package has no method for, with the same key, repeats,
// pause and errors as all others. path begins with a slash, is put behind the base URL
// as it is, and so must be escaped already; in errors it stands as the operation. A
// body that is not nil is sent as JSON. The answer is decoded into out as encoding/json
// does; a nil out ignores it.
//
// GET and HEAD are repeated after passing failures, other methods only when the service
// certainly did not act.
func (c *Client) Do(ctx context.Context, method, path string, query url.Values, body, out any, opts ...CallOption) error {
	op := operation{name: "do", method: method, path: path, class: write}
	if method == http.MethodGet || method == http.MethodHead {
		op.class = read
	}
	if err := checkPath(path); err != nil {
		return err
	}
	o, err := newCallOptions(op, opts)
	if err != nil {
		return err
	}
	data, err := op.marshal(body)
	if err != nil {
		return err
	}
	a, err := c.roundTrip(ctx, request{op, path, query, data}, o)
	if err != nil || out == nil {
		return err
	}
	document, err := a.document()
	if err == nil {
		err = json.Unmarshal(document, out)
	}
	if err != nil {
		return a.undecodable(err)
	}
	return nil
}

func checkPath(path string) error {
	u, err := url.Parse(path)
	if err != nil || !strings.HasPrefix(path, "/") || u.Host != "" || strings.ContainsAny(path, "?#") {
		return &ParamError{"do", "path", "must be a path such as /api/guests/7; the query goes into its own argument"}
	}
	segments := strings.Split(u.Path, "/")
	if slices.Contains(segments, ".") || slices.Contains(segments, "..") {
		return &ParamError{"do", "path", "must not hold the segments . and .."}
	}
	return nil
}
