// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// fragile is a way to a Redis that can be broken.
type fragile struct {
	redis *miniredis.Miniredis

	mu      sync.Mutex
	err     error         // of dialling
	hanging chan struct{} // closed when it no longer hangs; nil when it does not
	far     time.Duration // how long each response takes, and a connection
	conns   []net.Conn
}

func (f *fragile) dial(context.Context, string, string) (net.Conn, error) {
	if _, far, err := f.state(); err == nil {
		time.Sleep(far)
	} else {
		return nil, err
	}
	conn, err := f.redis.Dial()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.conns = append(f.conns, conn)
	return &slowConn{conn, f}, err
}

func (f *fragile) state() (hanging chan struct{}, far time.Duration, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.hanging, f.far, f.err
}

// refuse closes all connections and refuses new ones with err, or with nil accepts them again.
func (f *fragile) refuse(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err = err; err == nil {
		return
	}
	for _, conn := range f.conns {
		conn.Close()
	}
	f.conns = nil
}

// delay sets how far away Redis is.
func (f *fragile) delay(by time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.far = by
}

// hang holds back what is sent, until it is called with false.
func (f *fragile) hang(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if on {
		f.hanging = make(chan struct{})
	} else if f.hanging != nil {
		close(f.hanging)
		f.hanging = nil
	}
}

// slowConn sends nothing while its way hangs, and receives everything later.
type slowConn struct {
	net.Conn
	f *fragile
}

func (c *slowConn) Write(p []byte) (int, error) {
	if hanging, _, _ := c.f.state(); hanging != nil {
		<-hanging
	}
	return c.Conn.Write(p)
}

func (c *slowConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	_, far, _ := c.f.state()
	time.Sleep(far)
	return n, err
}
