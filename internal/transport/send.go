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
func (a *attempts) sendRequest(ctx context.Context, end context.CancelFunc, req *http.Request) (*http.Response, error) {
	if base := a.t.Base; req.URL.Scheme != base.Scheme || req.URL.Host != base.Host {
		err := errors.New("refused to send the API key to an origin other than the base URL's")
		return nil, &sendError{err, false}
	}
	jar, next := a.t.http.Jar, a.t.http.roundTripper()
	if usesFetch(next) {
		next = fetching{next}
	}
	a.conn = &connection{
		base: a.t.Base, next: next, own: a.t.http.ownHTTP2 && next == a.t.http.tuned, end: end,
		signs: [...]string{a.key, a.request.Header.Get("User-Agent")},
	}
	sent, to := req.WithContext(a.conn.watch(ctx)), *req.URL
	sent.URL, sent.Header, sent.GetBody = &to, a.request.Header.Clone(), nil // see connection
	sent.Header.Set(keyHeader, a.key)
	if jar != nil {
		for _, cookie := range jar.Cookies(req.URL) {
			sent.AddCookie(cookie)
		}
	}
	resp, err := next.RoundTrip(sent)
	for _, secret := range a.conn.proxySecrets() { // a proxy may repeat them
		a.request.Scrub.Add(secret)
	}
	if err != nil {
		return resp, a.conn.explain(a.conn.asProxyError(sent, err))
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
	if _, err := url.Parse(h.Get("Location")); err != nil {
		h.Del("Location")
	}
}

// httpClient is the http.Client of the caller. Its Transport is looked up at every request. So one that is set later, for
// example by a mock, is used from the next request on.
type httpClient struct {
	*http.Client
	tuned    *http.Transport // is used if the Client has no Transport
	ownHTTP2 bool            // the HTTP/2 of tuned is that of net/http, and not of another package
}

// standard is http.DefaultTransport as it was when the program began.
var standard = http.DefaultTransport

// leastIdle is the least number of idle connections that are kept open, if the caller's http.Client has
// no Transport.
const leastIdle = 8

func newHTTPClient(client *http.Client, idleConns int) *httpClient {
	h := &httpClient{Client: client}
	if t, ok := standard.(*http.Transport); ok {
		h.tuned = t.Clone()
		h.tuned.MaxIdleConnsPerHost = idleConns
		h.tuned.MaxResponseHeaderBytes = 1 << 20
		h.tuned.OnProxyConnectResponse = refusedByProxy
		h.ownHTTP2 = h.tuned.TLSNextProto == nil
	}
	return h
}

func (h *httpClient) roundTripper() http.RoundTripper {
	switch {
	case h.Transport != nil:
		return h.Transport
	case http.DefaultTransport == standard && h.tuned != nil:
		return h.tuned
	}
	return http.DefaultTransport
}
