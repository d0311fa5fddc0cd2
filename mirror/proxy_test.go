// SPDX-License-Identifier: MIT

package mirror_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
)

// proxy is between a program and a PostgreSQL server, until it swallows all that both send.
type proxy struct {
	at         atomic.Pointer[[]byte] // the data that it begins at, nil for none
	isOn       atomic.Bool
	onSwallows func() // is called once, when it begins
}

// newProxy returns a proxy, and the address of a database through it.
func newProxy(t *testing.T, dsn string) (*proxy, string) {
	t.Helper()
	address := must(url.Parse(dsn))
	server := address.Host
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { listener.Close() })
	p := new(proxy)
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			if forward, err := net.Dial("tcp", server); err == nil {
				go p.copy(forward, client)
				go p.copy(client, forward)
			}
		}
	}()
	address.Host = listener.Addr().String()
	return p, address.String()
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
		if at := p.at.Load(); at != nil && bytes.Contains(data[:n], *at) && !p.isOn.Swap(true) {
			p.onSwallows()
		}
		if p.isOn.Load() {
			_, _ = io.Copy(io.Discard, from)
			return
		}
		if _, err := to.Write(data[:n]); err != nil {
			return
		}
	}
}

// swallowFrom begins to swallow with the next data that contain a text, and calls a function then.
func (p *proxy) swallowFrom(text string, onSwallows func()) {
	at := []byte(text)
	p.onSwallows = onSwallows
	p.at.Store(&at)
}
