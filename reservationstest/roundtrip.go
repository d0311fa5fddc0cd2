// SPDX-License-Identifier: MIT

package reservationstest

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"
)

// RoundTrip responds to a request in memory, whatever its host, so a Server is an [http.RoundTripper],
// and srv.RoundTrip a responder for httpmock. A pipe of its own connects each request to a net/http
// server, also in a testing/synctest bubble. A request without Accept-Encoding asks for gzip, which
// only a Fault sends.
// net/http never retries a request itself.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) { return s.memory.RoundTrip(r) }

func (s *Server) newMemoryTransport() *http.Transport {
	dial := func(context.Context, string, string) (net.Conn, error) {
		if s.closed.Load() {
			return nil, &net.OpError{Op: "dial", Net: "pipe", Err: errors.New("the reservationstest.Server is closed")}
		}
		client, server := net.Pipe()
		// One server for each connection: an http.Server holds a WaitGroup, which must not be shared
		// between a synctest bubble and the world outside.
		one := &http.Server{Handler: s, Protocols: s.memory.Protocols} //nolint:gosec // its client is in this process
		listener := make(pipeListener, 1)
		listener <- server
		close(listener)
		go one.Serve(listener)
		return &pipeConn{Conn: client}, nil
	}
	var http1 http.Protocols
	http1.SetHTTP1(true)
	return &http.Transport{
		DialContext:       dial,
		DialTLSContext:    dial, // an https URL needs no certificate here
		DisableKeepAlives: true,
		Protocols:         &http1,
	}
}

// pipeListener accepts the one connection that it holds.
type pipeListener chan net.Conn

func (l pipeListener) Accept() (net.Conn, error) {
	if conn, ok := <-l; ok {
		return conn, nil
	}
	return nil, io.EOF
}

func (l pipeListener) Close() error   { return nil }
func (l pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

// pipeConn is the client's end of a pipe. If the pipe ends before the first byte of a response, the handler
// has aborted the request. Read then fails with a reset, as it does over TCP.
type pipeConn struct {
	net.Conn
	responded bool
}

func (c *pipeConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.responded = c.responded || n > 0
	if errors.Is(err, io.EOF) && !c.responded {
		err = &net.OpError{Op: "read", Net: "pipe", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
	}
	return n, err
}
