// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"

	"github.com/reservationkit/reservations-go/internal/redact"
)

// proxyError is a failure of a proxy on the way to the service. net/http would return only the reason,
// such as Forbidden, which looks like a response of the service.
type proxyError struct {
	status int // of its refusal; 0 when it gave none
	text   string
	cause  error
}

func (e *proxyError) Error() string { return e.text }
func (e *proxyError) Unwrap() error { return e.cause }

// refusedByProxy is called with the response of a proxy to a CONNECT request.
func refusedByProxy(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	return proxyRefusal(resp.StatusCode, nil)
}

func proxyRefusal(status int, cause error) error {
	text := fmt.Sprintf("the proxy refused the connection (%d %s)", status, http.StatusText(status))
	if status == http.StatusProxyAuthRequired {
		text += ": give the user name and password in the URL of the proxy"
	}
	return &proxyError{status, text, cause}
}

var (
	// The function that chooses a proxy may quote credentials in its error: in front of the host of a
	// URL, or in a URL that cannot be parsed because of them.
	credentials = regexp.MustCompile(`(?s)(://|").*@`)
	unreadable  = regexp.MustCompile(`(?s)(parse|invalid port) ".*"`)
)

func withoutCredentials(text string) string {
	text = unreadable.ReplaceAllString(text, "${1} "+redact.Marker)
	return credentials.ReplaceAllString(text, "${1}"+redact.Marker+"@")
}

// proxyPassword returns the password that next sends to the proxy for a request, or "".
func proxyPassword(req *http.Request, next http.RoundTripper) string {
	t, ok := next.(*http.Transport)
	if !ok || t.Proxy == nil {
		return ""
	}
	proxy, _ := t.Proxy(req) // its error was the error of the attempt
	if proxy == nil {
		return ""
	}
	password, _ := proxy.User.Password()
	return password
}

// ofProxy returns err, which next returned for req, as a proxyError if a proxy caused it.
func ofProxy(req *http.Request, next http.RoundTripper, err error) error {
	if clean, changed := redact.Error(err, withoutCredentials); changed {
		return clean
	}
	var op *net.OpError
	switch {
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return &proxyError{0, fmt.Sprintf("cannot connect to the proxy: %v", op.Err), err}
	case errors.As(err, &op) && op.Op == "socks connect":
		return &proxyError{0, fmt.Sprintf("cannot connect through the proxy: %v", err), err}
	}
	if t, ok := next.(*http.Transport); ok && t.Proxy != nil && req.URL.Scheme == "https" {
		for status := 400; status <= 599; status++ {
			if err.Error() == http.StatusText(status) {
				return proxyRefusal(status, err)
			}
		}
	}
	return err
}
