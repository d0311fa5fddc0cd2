// SPDX-License-Identifier: MIT

package mirror_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	gosync "sync"
	"testing"
)

// proxy is between a program and a PostgreSQL server, until it swallows all that both send.
type proxy struct {
	listener  net.Listener
	swallowed chan struct{} // is closed when it begins to

	mu   gosync.Mutex
	isOn bool
	at   []byte // what it begins at, nil for nothing
}

// newProxy returns a proxy, and the address of a database through it.
func newProxy(t *testing.T, dsn string) (*proxy, string) {
	t.Helper()
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, swallowed: make(chan struct{})}
	t.Cleanup(func() { listener.Close() })
	go p.serve(address.Host)
	address.Host = listener.Addr().String()
	return p, address.String()
}

func (p *proxy) serve(server string) {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		if forward, err := net.Dial("tcp", server); err == nil {
			go p.copy(forward, client)
			go p.copy(client, forward)
		}
	}
}

// copy forwards what is not swallowed.
func (p *proxy) copy(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	data := make([]byte, 1<<16)
	for {
		n, err := from.Read(data)
		if err != nil {
			return
		}
		if p.swallows(data[:n]) {
			_, _ = io.Copy(io.Discard, from)
			return
		}
		if _, err := to.Write(data[:n]); err != nil {
			return
		}
	}
}

func (p *proxy) swallows(data []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.isOn && p.at != nil && bytes.Contains(data, p.at) {
		p.isOn = true
		close(p.swallowed)
	}
	return p.isOn
}

// swallowFrom begins to swallow with the next data that contain a text, or with the next of all.
func (p *proxy) swallowFrom(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = []byte(text)
}
