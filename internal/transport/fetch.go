// SPDX-License-Identifier: MIT

package transport

import (
	"errors"
	"net/http"
	"slices"
)

// fetching is an http.RoundTripper that sends requests through a Transport that uses the fetch of JavaScript.
type fetching struct{ next http.RoundTripper }

// usesFetch reports whether a Transport uses fetch. An http.Transport with a dial function, such as DialContext, does not
// use fetch. Any other Transport, such as a tracer around an http.Transport, is assumed to use it.
func usesFetch(next http.RoundTripper) bool {
	t, bare := next.(*http.Transport)
	return fetches && !(bare && (t.DialContext != nil || t.DialTLSContext != nil ||
		t.Dial != nil || t.DialTLS != nil)) //nolint:staticcheck // net/http looks at Dial and DialTLS too
}

// RoundTrip tells fetch not to follow a redirect, because fetch would send the key to another host.
func (f fetching) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("js.fetch:redirect", "manual") // net/http reads this field, and does not send it
	resp, err := f.next.RoundTrip(req)
	switch {
	case err != nil || resp == nil:
		return resp, err
	case resp.StatusCode == 0: // the status of a redirect in a browser
		resp.Body.Close()
		return nil, errors.New("the service responded with a redirect, which is not followed: check scheme, host and path of the base URL")
	case slices.Contains([]string{"br", "deflate", "gzip", "x-gzip", "zstd"}, Encoding(resp.Header)): // fetch has unpacked the body
		dropHeadersOfPackedBody(resp)
	}
	return resp, nil
}
