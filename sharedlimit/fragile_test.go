// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// fragile is a way to a Redis that can be broken.
type fragile struct {
	dial func() (net.Conn, error)

	mu      sync.Mutex
	err     error         // of dialling
	hanging chan struct{} // closed when it no longer hangs; nil when it does not
	far     time.Duration // how long each response takes, and a connection
	conns   []net.Conn
}

func (f *fragile) options(o *redis.Options) {
	o.Dialer = func(context.Context, string, string) (net.Conn, error) {
		f.mu.Lock()
		err, far := f.err, f.far
		f.mu.Unlock()
		if err != nil {
			return nil, err
		}
		time.Sleep(far)
		conn, err := f.dial()
		if err != nil {
			return nil, err
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.conns = append(f.conns, conn)
		return &slowConn{conn, f}, nil
	}
}

// refuse closes all connections and refuses new ones with err, if it is not nil.
func (f *fragile) refuse(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
	for _, conn := range f.conns {
		conn.Close()
	}
	f.conns = nil
}

// repair ends everything that can happen.
func (f *fragile) repair() {
	if f.err != nil {
		f.refuse(nil)
	}
	if f.hanging != nil {
		f.hang(false)
	}
	f.delay(0)
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
		return
	}
	close(f.hanging)
	f.hanging = nil
}

// slowConn sends nothing while its way hangs, and receives everything later.
type slowConn struct {
	net.Conn
	f *fragile
}

func (c *slowConn) Write(p []byte) (int, error) {
	c.f.mu.Lock()
	hanging := c.f.hanging
	c.f.mu.Unlock()
	if hanging != nil {
		<-hanging
	}
	return c.Conn.Write(p)
}

func (c *slowConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.f.mu.Lock()
	far := c.f.far
	c.f.mu.Unlock()
	time.Sleep(far)
	return n, err
}
