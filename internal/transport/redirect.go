package transport

import "net/http"

// dontFollow returns a redirect as the response. Following it would send the key and, in
// the Referer, a guest token to whatever host it names, and would turn a PUT into a GET.
func dontFollow(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
