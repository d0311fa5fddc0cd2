// SPDX-License-Identifier: MIT

// Package pipe connects an HTTP client with a server in the same process, without a port. So it works in a
// testing/synctest bubble, where time would stand still while a goroutine waits for the network.
package pipe

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"
)

// NewTransport returns a transport that passes all requests to a handler, whatever their host. If closed returns an error,
// requests fail with that error.
func NewTransport(handler http.Handler, closed func() error) *http.Transport {
	var http1 http.Protocols
	http1.SetHTTP1(true)
	dial := func(context.Context, string, string) (net.Conn, error) {
		if err := closed(); err != nil {
			return nil, &net.OpError{Op: "dial", Net: "pipe", Err: err}
		}
		// One server for each connection, because a server's WaitGroup must not be used both inside and outside a synctest bubble.
		server := &http.Server{Handler: handler, Protocols: &http1} //nolint:gosec // its client is in this process
		return &conn{Conn: Connect(server)}, nil
	}
	return &http.Transport{
		DialContext:       dial,
		DialTLSContext:    dial, // an https URL needs no certificate here
		DisableKeepAlives: true,
		Protocols:         &http1,
	}
}

// Connect makes one connection to the server, and returns the client's end of the connection.
func Connect(server *http.Server) net.Conn {
	client, other := net.Pipe()
	one := make(listener, 1)
	one <- other
	close(one)
	go func() { _ = server.Serve(one) }()
	return client
}

// listener accepts the one connection that is in the channel.
type listener chan net.Conn

func (l listener) Accept() (net.Conn, error) {
	if conn, ok := <-l; ok {
		return conn, nil
	}
	return nil, io.EOF
}

func (l listener) Close() error   { return nil }
func (l listener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

// conn is the client's end of a connection. If the connection ends before the first byte of the response, Read fails with a
// connection reset, as it can over TCP.
type conn struct {
	net.Conn
	responded bool
}

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.responded = c.responded || n > 0
	if errors.Is(err, io.EOF) && !c.responded {
		err = &net.OpError{Op: "read", Net: "pipe", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
	}
	return n, err
}
