// SPDX-License-Identifier: MIT

// Package inmemory sends requests to a handler without a port, for tests in virtual time.
package inmemory

import (
	"context"
	"io"
	"net"
	"net/http"
)

// Transport sends each request to handler over a connection of its own that opens no port.
func Transport(handler http.Handler) http.RoundTripper {
	dial := func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		listener := make(oneConn, 1)
		listener <- server
		close(listener)
		one := &http.Server{Handler: handler} //nolint:gosec // its client is in this process
		go func() { _ = one.Serve(listener) }()
		return client, nil
	}
	return &http.Transport{DialContext: dial, DialTLSContext: dial, DisableKeepAlives: true}
}

// oneConn is a listener that accepts the connection it holds.
type oneConn chan net.Conn

func (l oneConn) Accept() (net.Conn, error) {
	if conn, ok := <-l; ok {
		return conn, nil
	}
	return nil, io.EOF
}

func (oneConn) Close() error   { return nil }
func (oneConn) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }
