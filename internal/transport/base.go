// SPDX-License-Identifier: MIT

package transport

import (
	"net/http"
	"net/url"
)

// base sends with the Transport and the Jar that the caller's http.Client has at that moment, so
// one swapped in later, by a mock for example, is used from the next request on.
type base struct {
	client *http.Client
	tuned  *http.Transport
}

// standard is what http.DefaultTransport was before anybody replaced it.
var standard = http.DefaultTransport

// leastIdle is how many connections are kept open at least, where the caller's http.Client has no
// Transport.
const leastIdle = 8

func newBase(client *http.Client, idleConns int) *base {
	b := &base{client: client}
	if t, ok := standard.(*http.Transport); ok {
		b.tuned = t.Clone()
		b.tuned.MaxIdleConnsPerHost = idleConns
		b.tuned.MaxResponseHeaderBytes = 1 << 20
		b.tuned.OnProxyConnectResponse = refusedByProxy
	}
	return b
}

func (b *base) next() http.RoundTripper {
	switch {
	case b.client.Transport != nil:
		return b.client.Transport
	case http.DefaultTransport == standard && b.tuned != nil:
		return b.tuned
	}
	return http.DefaultTransport
}

func (b *base) closeIdleConnections() {
	if next, ok := b.next().(interface{ CloseIdleConnections() }); ok {
		next.CloseIdleConnections()
	}
}

// Cookies makes base an http.CookieJar.
func (b *base) Cookies(u *url.URL) []*http.Cookie {
	if b.client.Jar == nil {
		return nil
	}
	return b.client.Jar.Cookies(u)
}

// SetCookies makes base an http.CookieJar.
func (b *base) SetCookies(u *url.URL, cookies []*http.Cookie) {
	if b.client.Jar != nil {
		b.client.Jar.SetCookies(u, cookies)
	}
}
