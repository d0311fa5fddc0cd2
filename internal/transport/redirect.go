package transport

import (
	"net/http"
	"net/url"
)

// dontFollow returns a redirect as the response. Following it would send the key and, in
// the Referer, a guest token to whatever host it names, and would turn a PUT into a GET.
func dontFollow(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// dropBadLocation removes a Location that is no URL. http.Client would return an error that
// quotes it, with any token in it, in place of the response.
func dropBadLocation(h http.Header) {
	if _, err := url.Parse(h.Get("Location")); err != nil {
		h.Del("Location")
	}
}
