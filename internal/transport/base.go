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
	}
	return b
}

func (b *base) RoundTrip(req *http.Request) (*http.Response, error) {
	next := b.client.Transport
	if next == nil {
		next = http.DefaultTransport
		if next == standard && b.tuned != nil {
			next = b.tuned
		}
	}
	return next.RoundTrip(req)
}
