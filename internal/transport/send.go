// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"net/http"
	"net/url"
)

// sendRequest sends a copy of req, and fails if req is not for the origin of the base URL. It also returns a connection,
// which knows whether the request was written, and where.
func (a *attempts) sendRequest(ctx context.Context, end context.CancelFunc, req *http.Request) (*http.Response, *connection, error) {
	if base := a.t.Base; req.URL.Scheme != base.Scheme || req.URL.Host != base.Host {
		err := errors.New("refused to send the API key to an origin other than the base URL's")
		return nil, nil, &sendError{err, neverSent}
	}
	jar, next := a.t.http.Jar, a.t.http.roundTripper()
	if usesFetch(next) {
		next = fetching{next}
	}
	conn := &connection{
		base: a.t.Base, next: next, own: a.t.http.ownHTTP2 && next == a.t.http.tuned, end: end,
		signs: [...]string{a.key, a.request.Header.Get("User-Agent")},
	}
	sent := a.copyWithKey(conn.withTrace(ctx), req, jar)
	resp, err := next.RoundTrip(sent)
	for _, secret := range conn.proxySecrets() { // a proxy may show its password in a response
		a.request.Scrub.Add(secret)
	}
	if err != nil {
		return resp, conn, conn.correctError(conn.asProxyError(sent, err))
	}
	if resp == nil {
		return nil, conn, errors.New("the Transport returned neither a response nor an error")
	}
	if jar != nil && len(resp.Header["Set-Cookie"]) > 0 {
		jar.SetCookies(req.URL, resp.Cookies())
	}
	dropBadLocation(resp.Header)
	if resp.Body == nil {
		resp.Body = http.NoBody
	}
	unpack(resp)
	return resp, conn, nil
}

// copyWithKey returns a copy of req with the key and the cookies. It does not change req, because all attempts share it.
func (a *attempts) copyWithKey(ctx context.Context, req *http.Request, jar http.CookieJar) *http.Request {
	sent, to := req.WithContext(ctx), *req.URL
	sent.URL, sent.Header, sent.GetBody = &to, a.request.Header.Clone(), nil // without GetBody, net/http cannot send a body again
	sent.Header.Set(keyHeader, a.key)
	if jar != nil {
		for _, cookie := range jar.Cookies(req.URL) {
			sent.AddCookie(cookie)
		}
	}
	return sent
}

// dontFollow makes http.Client return a redirect as the response. Following the redirect would send the key and, in the
// Referer, a guest token to the host that the redirect names, and would turn a PUT into a GET.
func dontFollow(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// dropBadLocation removes a Location that is no URL. Otherwise http.Client would return an error instead of the response,
// and the error would show the Location, which may hold a token.
func dropBadLocation(h http.Header) {
	if _, err := url.Parse(h.Get("Location")); err != nil {
		h.Del("Location")
	}
}

// httpClient is the http.Client of the caller. Its Transport is looked up for every request, so a Transport that is set
// later, for example by a mock, is used from the next request on.
type httpClient struct {
	*http.Client
	tuned    *http.Transport // is used if Client.Transport is nil and http.DefaultTransport was not replaced
	ownHTTP2 bool            // tuned uses the HTTP/2 of net/http, not of another package
}

// standard is http.DefaultTransport as it was when the program began.
var standard = http.DefaultTransport

// leastIdle is the MaxIdleConnsPerHost of the tuned Transport, unless Config.MaxInFlight is larger.
const leastIdle = 8

func newHTTPClient(client *http.Client, idleConns int) *httpClient {
	h := &httpClient{Client: client}
	if t, ok := standard.(*http.Transport); ok {
		h.tuned = t.Clone()
		h.tuned.MaxIdleConnsPerHost = idleConns
		h.tuned.MaxResponseHeaderBytes = 1 << 20
		h.tuned.OnProxyConnectResponse = checkProxyResponse
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
