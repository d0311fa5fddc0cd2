package transport

import (
	"errors"
	"net/http"
	"net/url"
)

// keyHeader carries the API key.
const keyHeader = "X-Api-Key"

// keyed sets the key on every request to the origin of the base URL and sends no
// request anywhere else.
type keyed struct {
	origin url.URL
	set    func(http.Header) // a closure, so that no way of printing the client shows the key
	next   http.RoundTripper
}

func newKeyed(base *url.URL, key string, next http.RoundTripper) *keyed {
	return &keyed{
		origin: url.URL{Scheme: base.Scheme, Host: base.Host},
		set:    func(h http.Header) { h.Set(keyHeader, key) },
		next:   next,
	}
}

// RoundTrip sets the key on a copy: the request that others hold never shows it.
func (k *keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme != k.origin.Scheme || req.URL.Host != k.origin.Host {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, errors.New("refused to send the API key to an origin other than the base URL's")
	}
	req = req.Clone(req.Context())
	k.set(req.Header)
	return k.next.RoundTrip(req)
}

// CloseIdleConnections lets http.Client reach the connections through the key.
func (k *keyed) CloseIdleConnections() {
	if next, ok := k.next.(interface{ CloseIdleConnections() }); ok {
		next.CloseIdleConnections()
	}
}
