// SPDX-License-Identifier: MIT

package transport

import (
	"errors"
	"net/http"
	"slices"
)

// fetching sends through a Transport that uses the fetch of JavaScript.
type fetching struct{ next http.RoundTripper }

// usesFetch reports whether a Transport uses fetch. An http.Transport with functions of its own for connections does not. A
// Transport around another one, such as a tracer, is taken to use it.
func usesFetch(next http.RoundTripper) bool {
	t, bare := next.(*http.Transport)
	return fetches && !(bare && (t.DialContext != nil || t.DialTLSContext != nil ||
		t.Dial != nil || t.DialTLS != nil)) //nolint:staticcheck // net/http looks at them too
}

// RoundTrip makes fetch return a redirect and not follow it, which would send the key to another host. net/http reads the
// header field js.fetch:redirect, and does not send it. A browser hides the redirect: its status is 0. Fetch unpacks bodies,
// but leaves the header that says how they were packed.
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
		dropPackedHeaders(resp)
	}
	return resp, nil
}
