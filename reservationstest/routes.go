package reservationstest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// ServeHTTP answers one call: it looks up the operation, records the call, lets the
// injected faults have it, checks the key, and only then handles it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found := findRoute(r)
	call, number := s.logCall(found.operation, r)
	w = &headerHook{ResponseWriter: w, before: func(status int) { s.setStatus(call, status) }}

	var handler http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if found.operation == "" || s.checkKey(w, r) {
			found.handler(s, w, r)
		}
	})
	for _, fault := range slices.Backward(s.faults(found.operation, number)) {
		handler = fault.around(handler)
	}
	handler.ServeHTTP(w, r)
}

// findRoute returns the route of the request, or one without an operation whose handler
// answers 404 or 405. It leaves what stands for {id} as a path value of the request.
func findRoute(r *http.Request) route {
	var allowed []string
	found, id := routesAt(r.URL.EscapedPath())
	for _, route := range found {
		if route.method == r.Method {
			r.SetPathValue("id", id)
			return route
		}
		allowed = append(allowed, route.method)
	}
	if allowed == nil {
		return route{handler: unknownPath}
	}
	return route{handler: func(_ *Server, w http.ResponseWriter, r *http.Request) {
		methods := strings.Join(allowed, ", ")
		w.Header().Set("Allow", methods)
		respondError(w, http.StatusMethodNotAllowed, fmt.Sprintf("%s %s: use %s", r.Method, r.URL.Path, methods))
	}}
}

// routesAt returns the routes of an escaped path, and what stands for their {id}. A path
// that is that of an operation to the letter is no other operation's with an id.
func routesAt(path string) (found []route, id string) {
	var exact []route
	for _, r := range routes {
		segment, matches := r.match(path)
		switch {
		case matches && segment == "":
			exact = append(exact, r)
		case matches:
			found, id = append(found, r), segment
		}
	}
	if exact != nil {
		return exact, ""
	}
	return found, id
}

// match reports whether an escaped path is that of the route, and with which id.
func (r route) match(path string) (id string, matches bool) {
	want, got := strings.Split(r.path, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return "", false
	}
	for i := range want {
		segment, err := url.PathUnescape(got[i])
		switch {
		case err != nil:
			return "", false
		case want[i] == "{id}" && segment != "":
			id = segment
		case want[i] != segment:
			return "", false
		}
	}
	return id, true
}

func unknownPath(_ *Server, w http.ResponseWriter, r *http.Request) {
	respondError(w, http.StatusNotFound, fmt.Sprintf("there is no operation at %s", r.URL.Path))
}

// checkKey reports whether the call carries the key, and answers it if it does not.
func (s *Server) checkKey(w http.ResponseWriter, r *http.Request) bool {
	switch keys := r.Header.Values("X-Api-Key"); {
	case len(keys) == 0:
		respondError(w, http.StatusUnauthorized, "the header X-Api-Key is missing")
	case len(keys) > 1:
		respondError(w, http.StatusUnauthorized, "the header X-Api-Key is given more than once")
	case keys[0] != s.key:
		respondError(w, http.StatusUnauthorized, "the key in the header X-Api-Key is not known")
	default:
		return true
	}
	return false
}
