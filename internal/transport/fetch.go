// SPDX-License-Identifier: MIT

package transport

import (
	"errors"
	"net/http"
	"slices"
)

// fetching sends through a Transport that sends by the fetch of JavaScript.
type fetching struct{ next http.RoundTripper }

// byFetch reports whether a Transport does. One with functions of its own for connections does not. One around another,
// such as a tracer, is taken for one that does.
func byFetch(next http.RoundTripper) bool {
	t, bare := next.(*http.Transport)
	return fetches && !(bare && (t.DialContext != nil || t.DialTLSContext != nil ||
		t.Dial != nil || t.DialTLS != nil)) //nolint:staticcheck // net/http looks at them too
}

// RoundTrip makes fetch return a redirect, which it would follow to another host with the key. The field is for net/http, which
// does not send it. A browser hides such a response. Fetch unpacks bodies, and leaves the header that says how they were packed.
func (f fetching) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("js.fetch:redirect", "manual")
	resp, err := f.next.RoundTrip(req)
	switch {
	case err != nil || resp == nil:
		return resp, err
	case resp.StatusCode == 0:
		resp.Body.Close()
		return nil, errors.New("the service responded with a redirect, which is not followed: check scheme, host and path of the base URL")
	case slices.Contains([]string{"br", "deflate", "gzip", "x-gzip", "zstd"}, Encoding(resp.Header)):
		asUnpacked(resp)
	}
	return resp, nil
}
