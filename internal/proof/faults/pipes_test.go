// SPDX-License-Identifier: MIT

package faults_test

import (
	"context"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go/internal/proof/faults"
)

// pipes is a network in memory, for one host and one synctest bubble, over which net/http
// uses its connections again as it does over TCP.
type pipes struct {
	host      string
	server    http.Server
	transport *http.Transport
	accepted  chan net.Conn
	closing   chan struct{}
	refuse    func(dial int64) bool // a connection, by its number from 1; or nil
	dialled   atomic.Int64
	open      atomic.Int64 // connections that the client has not closed
	received  atomic.Int64 // bytes that the client has read

	mu        sync.Mutex
	elsewhere []string // other hosts that the client wanted to connect to
}

// newPipes returns a network in which h serves the host.
func newPipes(host string, h http.Handler) *pipes {
	p := &pipes{host: host, accepted: make(chan net.Conn), closing: make(chan struct{})}
	var http1 http.Protocols
	http1.SetHTTP1(true)
	p.server = http.Server{Handler: h, Protocols: &http1}
	p.transport = &http.Transport{
		DialContext:            p.dial,
		DialTLSContext:         p.dial,
		MaxIdleConnsPerHost:    8,
		MaxResponseHeaderBytes: faults.MaxBytes,
		Protocols:              &http1,
	}
	go p.server.Serve(p)
	return p
}

func (p *pipes) dial(ctx context.Context, _, address string) (net.Conn, error) {
	if address != p.host {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.elsewhere = append(p.elsewhere, address)
		return nil, &net.OpError{Op: "dial", Net: "pipe", Err: net.UnknownNetworkError(address)}
	}
	if n := p.dialled.Add(1); p.refuse != nil && p.refuse(n) {
		return nil, &net.OpError{Op: "dial", Net: "pipe", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	}
	client, server := net.Pipe()
	select {
	case p.accepted <- server:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p.open.Add(1)
	return &countedPipe{Conn: client, pipes: p}, nil
}

// Accept returns the server's end of the next connection.
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.accepted:
		return conn, nil
	case <-p.closing:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: p.host, Net: "pipe"} }

// check fails the test when a connection is in use, or when another host was dialled.
func (p *pipes) check(t *testing.T) {
	t.Helper()
	p.transport.CloseIdleConnections()
	synctest.Wait()
	if n := p.open.Load(); n != 0 {
		t.Errorf("%d of %d connections are in use after the call", n, p.dialled.Load())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.elsewhere != nil {
		t.Errorf("the client connected to %q", p.elsewhere)
	}
}

// close ends the network. A goroutine that goes on makes the bubble panic.
func (p *pipes) close() {
	close(p.closing)
	p.server.Close()
}

// countedPipe is the client's end of a connection.
type countedPipe struct {
	net.Conn
	pipes  *pipes
	closed sync.Once
}

func (c *countedPipe) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.pipes.received.Add(int64(n))
	return n, err
}

func (c *countedPipe) Close() error {
	c.closed.Do(func() { c.pipes.open.Add(-1) })
	return c.Conn.Close()
}
