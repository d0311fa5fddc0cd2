// SPDX-License-Identifier: MIT

package params

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
)

// Request checks a request that the caller has written by hand, and out, the pointer into which its response is decoded.
func Request(method, path string, query url.Values, body, out any) error {
	if v := reflect.ValueOf(out); out != nil && (v.Kind() != reflect.Pointer || v.IsNil()) {
		return Errorf("out", "must be nil or a pointer to a value, not %T", out)
	}
	if !isToken(method) {
		return Errorf("Method", "must be the method of a request, such as GET")
	}
	u, err := url.Parse(path)
	if err != nil || !strings.HasPrefix(path, "/") || u.Host != "" || strings.ContainsAny(path, "?#") {
		return Errorf("Path", "must be a path such as /api/guests/7; the query belongs in Query")
	}
	switch body.(type) {
	case []byte, io.Reader: // encoding/json would write base64 for a []byte, and {} for a Reader
		return Errorf("Body", "must be a value for encoding/json, not %T; text that is JSON is a json.RawMessage", body)
	}
	if hasDotSegment(u.Path) {
		return Errorf("Path", "must not hold the segments . and ..")
	}
	if !IsUTF8(u.Path) {
		return Errorf("Path", NotUTF8)
	}
	for key, values := range query {
		if !IsUTF8(key) || !IsUTF8(values...) {
			return Errorf("Query", NotUTF8)
		}
	}
	return nil
}

// Header rejects a header that cannot be sent, and a header that the client or net/http sets.
func Header(name, value string) error {
	switch {
	case !isToken(name):
		return Errorf("WithHeader", "needs a header name such as X-Request-Id")
	case http.CanonicalHeaderKey(name) == "X-Api-Key":
		return Errorf("WithHeader", "cannot set X-Api-Key, which belongs to the client: "+
			"use WithAPIKeySource or Client.With")
	case unsendable[http.CanonicalHeaderKey(name)] && (http.CanonicalHeaderKey(name) != "Te" || value != "trailers"):
		return Errorf("WithHeader", "cannot set %s, which net/http sets or does not send", http.CanonicalHeaderKey(name))
	case !IsHeaderValue(value):
		return Errorf("WithHeader", "needs a value of printable ASCII without blanks at its ends")
	}
	return nil
}

// unsendable has the headers that net/http leaves out without an error, and the headers that HTTP/2 refuses.
var unsendable = map[string]bool{
	"Host": true, "Content-Length": true, "Transfer-Encoding": true, "Trailer": true, "Connection": true, "Upgrade": true,
	"Keep-Alive": true, "Proxy-Connection": true, "Te": true, "Http2-Settings": true,
}

// Key rejects an API key that cannot be sent. Its error does not show the key.
func Key(key string) error {
	switch {
	case key == "":
		return errors.New("must not be empty")
	case !IsHeaderValue(key):
		return errors.New("must be printable ASCII without blanks at its ends")
	}
	return nil
}

// isToken reports whether s can be the name of a header or a method.
func isToken(s string) bool {
	const marks = "!#$%&'*+-.^_`|~"
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(marks, r))
	})
}

// IsHeaderValue reports whether s can be sent in a header as it is: printable ASCII without blanks at its ends, because
// servers cut these blanks off.
func IsHeaderValue(s string) bool {
	return strings.TrimSpace(s) == s && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}
