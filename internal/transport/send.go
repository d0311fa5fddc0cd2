// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"net/http"
	"net/url"
)

// sendRequest sends a copy of the request to the origin of the base URL, and to no other. Only the copy has the key and the
// cookies, because all attempts share one request. The body is in memory, so nothing has to be closed.
func (c *call) sendRequest(ctx context.Context, end context.CancelFunc, req *http.Request) (*http.Response, error) {
	if base := c.t.Base; req.URL.Scheme != base.Scheme || req.URL.Host != base.Host {
		err := errors.New("refused to send the API key to an origin other than the base URL's")
		return nil, &sendError{err, false}
	}
	jar, next := c.t.base.client.Jar, c.t.base.roundTripper()
	if usesFetch(next) {
		next = fetching{next}
	}
	c.conn = &connection{
		base: c.t.Base, next: next, own: c.t.base.ownHTTP2 && next == c.t.base.tuned, end: end,
		signs: [...]string{c.key, c.q.Header.Get("User-Agent")},
	}
	sent, to := req.WithContext(c.conn.watch(ctx)), *req.URL
	sent.URL, sent.Header, sent.GetBody = &to, c.q.Header.Clone(), nil // see connection
	sent.Header.Set(keyHeader, c.key)
	if jar != nil {
		for _, cookie := range jar.Cookies(req.URL) {
			sent.AddCookie(cookie)
		}
	}
	resp, err := next.RoundTrip(sent)
	for _, secret := range c.conn.proxySecrets() { // a proxy may repeat them
		c.q.Scrub.Add(secret)
	}
	if err != nil {
		return resp, c.conn.explain(c.conn.asProxyError(sent, err))
	}
	if resp == nil {
		return nil, nil
	}
	if jar != nil && len(resp.Header["Set-Cookie"]) > 0 {
		jar.SetCookies(req.URL, resp.Cookies())
	}
	dropBadLocation(resp.Header)
	if resp.Body == nil {
		resp.Body = http.NoBody
	}
	unpack(resp)
	return resp, nil
}

// dontFollow makes http.Client return a redirect as the response. Following the redirect would send the key and, in the
// Referer, a guest token to any host that it names, and would turn a PUT into a GET.
func dontFollow(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// dropBadLocation removes a Location that is no URL. In place of the response, http.Client would return an error that quotes
// the Location, with any token in it.
func dropBadLocation(h http.Header) {
	if location := h.Get("Location"); location != "" {
		if _, err := url.Parse(location); err != nil {
			h.Del("Location")
		}
	}
}

// base finds the Transport of the caller's http.Client at every request. So a Transport that is set later, for example by a
// mock, is used from the next request on.
type base struct {
	client *http.Client
	tuned  *http.Transport
	// ownHTTP2 is whether the HTTP/2 of tuned is that of net/http, and not of another package.
	ownHTTP2 bool
}

// standard is http.DefaultTransport as it was when the program began.
var standard = http.DefaultTransport

// leastIdle is the least number of idle connections that are kept open, if the caller's http.Client has
// no Transport.
const leastIdle = 8

func newBase(client *http.Client, idleConns int) *base {
	b := &base{client: client}
	if t, ok := standard.(*http.Transport); ok {
		b.tuned = t.Clone()
		b.tuned.MaxIdleConnsPerHost = idleConns
		b.tuned.MaxResponseHeaderBytes = 1 << 20
		b.tuned.OnProxyConnectResponse = refusedByProxy
		b.ownHTTP2 = b.tuned.TLSNextProto == nil
	}
	return b
}

func (b *base) roundTripper() http.RoundTripper {
	switch {
	case b.client.Transport != nil:
		return b.client.Transport
	case http.DefaultTransport == standard && b.tuned != nil:
		return b.tuned
	}
	return http.DefaultTransport
}
