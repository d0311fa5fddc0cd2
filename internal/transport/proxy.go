// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strings"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/text"
)

// proxyError is a failure of a proxy on the way to the service. net/http would return only a reason such as "Forbidden",
// which looks like a response of the service.
type proxyError struct {
	status int // the status of the proxy's response; 0 if there was no response
	text   string
	cause  error
}

func (e *proxyError) Error() string { return e.text }
func (e *proxyError) Unwrap() error { return e.cause }

// checkProxyResponse is called with the response to a CONNECT request. It returns an error if the proxy made no tunnel.
func checkProxyResponse(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	return proxyRefusal(resp.StatusCode, nil)
}

func proxyRefusal(status int, cause error) error {
	message := fmt.Sprintf("the proxy refused the connection (%d %s)", status, http.StatusText(status))
	if status == http.StatusProxyAuthRequired {
		message += ": give the user name and password in the URL of the proxy"
	}
	return &proxyError{status, message, cause}
}

var (
	// credentials finds the user name and password in an error of http.Transport.Proxy, as in "http://user:secret@proxy".
	// unreadable finds a URL that cannot be parsed and may hold them.
	credentials = regexp.MustCompile(`(?s)(://|").*@`)
	unreadable  = regexp.MustCompile(`(?s)(parse|invalid port) ".*"`)
)

func withoutCredentials(message string) string {
	message = unreadable.ReplaceAllString(message, "${1} "+text.Redacted)
	return credentials.ReplaceAllString(message, "${1}"+text.Redacted+"@")
}

// proxySecrets returns the secrets that were sent to a proxy, if any: the password, and user name and password in base64.
func (c *connection) proxySecrets() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.proxyAuth == "" {
		return nil
	}
	_, encoded, _ := strings.Cut(c.proxyAuth, " ")
	decoded, _ := base64.StdEncoding.DecodeString(encoded)
	_, password, _ := strings.Cut(string(decoded), ":")
	return []string{password, encoded}
}

// asProxyError returns a proxyError if a proxy caused err, and otherwise err. Credentials that err shows are cut out.
func (c *connection) asProxyError(req *http.Request, err error) error {
	if clean, changed := redact.Error(err, withoutCredentials); changed {
		return clean
	}
	op, failed := errors.AsType[*net.OpError](err)
	switch {
	case failed && op.Op == "proxyconnect":
		return &proxyError{0, fmt.Sprintf("cannot connect to the proxy: %v", op.Err), err}
	case failed && op.Op == "socks connect":
		return &proxyError{0, fmt.Sprintf("cannot connect through the proxy: %v", err), err}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t, bare := c.next.(*http.Transport)
	if bare && t.Proxy == nil || req.URL.Scheme != "https" || c.wanted == "" || len(c.conns) > 0 {
		return err // no tunnel was refused: only https uses tunnels, and a request gets a connection only after its tunnel is made
	}
	return asTunnelError(err, c.dialled)
}

// asTunnelError returns a proxyError if a proxy refused a tunnel, and otherwise err. net/http gives only the words of the
// proxy. A status text, such as "Forbidden", is kept. Other words are left out, because they may show the proxy's password.
func asTunnelError(err error, connected bool) error {
	root := err
	for next := root; next != nil; next = errors.Unwrap(next) {
		root = next
	}
	for status := 400; status <= 599; status++ {
		if reason := http.StatusText(status); reason != "" && strings.EqualFold(root.Error(), reason) {
			return proxyRefusal(status, err)
		}
	}
	plain := reflect.TypeOf(errors.New("")) // the type of the error that net/http makes of a proxy's words
	if connected && reflect.TypeOf(root) == plain && !strings.HasPrefix(root.Error(), "tls: ") {
		return &proxyError{0, "the connection was refused, perhaps by a proxy, in words that may hold its password and are left out", nil}
	}
	return err
}
