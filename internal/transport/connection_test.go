// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"net"
	"net/http/httptrace"
	"net/url"
	"testing"
)

// TestASecondConnectionToTheServiceIsARepeat: when the request has been written, another connection is for the same request if it is to
// the same address, or to the service behind it, which HTTP/2 names where net/http names a proxy.
func TestASecondConnectionToTheServiceIsARepeat(t *testing.T) {
	t.Parallel()
	conn, _ := net.Pipe()
	for _, test := range []struct {
		base, first, then string
		ends              bool
	}{
		{"https://api.example.com", "api.example.com:443", "api.example.com:443", true},
		{"https://api.example.com", "proxy:3128", "api.example.com:443", true},
		{"https://api.example.com:8443", "proxy:3128", "api.example.com:8443", true},
		{"https://[::1]", "proxy:3128", "[::1]:443", true},
		{"http://api.example.com", "proxy:3128", "proxy:3128", true},
		{"https://api.example.com", "api.example.com:443", "api.example.com:8443", false},
		{"https://api.example.com", "proxy:3128", "login.example.com:443", false},
	} {
		base, _ := url.Parse(test.base)
		ctx, end := context.WithCancel(t.Context())
		c := &connection{base: base, end: end, signs: [...]string{"key", "agent"}}
		trace := httptrace.ContextClientTrace(c.withTrace(ctx))
		trace.GetConn(test.first)
		trace.GotConn(httptrace.GotConnInfo{Conn: conn})
		trace.WroteHeaderField("x-api-key", []string{"key"})
		trace.WroteHeaders()
		trace.GetConn(test.then)
		if trace.GotConn(httptrace.GotConnInfo{Conn: conn}); (ctx.Err() != nil) != test.ends {
			t.Errorf("%+v: the attempt has ended %t", test, ctx.Err() != nil)
		}
		end()
	}
}

// TestAnErrorDoesNotSpeakOfARepeat: what net/http says of a repeat is left out of the error that the caller gets.
func TestAnErrorDoesNotSpeakOfARepeat(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"http2: Transport: cannot retry err [stream error: stream ID 3; REFUSED_STREAM; received from peer] after Request.Body was written; " +
			"define Request.GetBody to avoid this error": "stream error: stream ID 3; REFUSED_STREAM; received from peer",
		"stream error: stream ID 3; CANCEL; received from peer": "stream error: stream ID 3; CANCEL; received from peer",
	} {
		if got := unwrapCannotRetry(errors.New(text)); got.Error() != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}
