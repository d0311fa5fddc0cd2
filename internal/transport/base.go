package transport

import "net/http"

// base sends with the Transport that the caller's http.Client has at that moment, so
// one swapped in later, by a mock for example, is used from the next request on.
type base struct {
	client *http.Client
	tuned  *http.Transport
}

// standard is what http.DefaultTransport was before anybody replaced it.
var standard = http.DefaultTransport

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

func (b *base) RoundTrip(req *http.Request) (*http.Response, error) {
	next := b.next()
	resp, err := next.RoundTrip(req)
	if err != nil {
		err = ofProxy(req, next, err)
	}
	return resp, err
}

func (b *base) CloseIdleConnections() {
	if next, ok := b.next().(interface{ CloseIdleConnections() }); ok {
		next.CloseIdleConnections()
	}
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
