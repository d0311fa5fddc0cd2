package reservationstest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go"
)

// A route is an operation with its handler. Its Path has {id} for one segment.
type route struct {
	reservations.Operation
	handler func(*Server, http.ResponseWriter, *http.Request)
}

// routes has the operations of package reservations. One without a handler says so.
var routes = func() (routes []route) {
	for _, op := range reservations.Operations() {
		handler := handlers[op.Name]
		if handler == nil {
			handler = func(_ *Server, w http.ResponseWriter, _ *http.Request) {
				respondError(w, http.StatusNotImplemented, op.Name+" has no handler: add one to handlers in reservationstest/operations.go")
			}
		}
		routes = append(routes, route{op, handler})
	}
	return routes
}()

// ServeHTTP handles one request: it finds the operation, records the request, applies the
// injected faults, checks the key, and then carries out the operation. So a Server is an
// [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found := findRoute(r)
	call, number := s.logCall(found.Name, r)
	w = &headerHook{ResponseWriter: w, before: func(status int) { s.setStatus(call, status) }}

	r = r.WithContext(context.WithValue(r.Context(), checkedKey{}, new(bool)))
	var handler http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if found.Name == "" || s.checkKey(w, r) {
			found.handler(s, w, r)
		}
	})
	for _, fault := range slices.Backward(s.faults(found.Name, number)) {
		handler = fault.around(handler)
	}
	handler.ServeHTTP(w, r)
}

// findRoute returns the route of the request, or one without an operation whose handler
// responds with 404 or 405. It sets the path value id of the request.
func findRoute(r *http.Request) route {
	var allowed []string
	found, id := routesAt(r.URL.EscapedPath())
	for _, route := range found {
		if route.Method == r.Method {
			r.SetPathValue("id", id)
			return route
		}
		allowed = append(allowed, route.Method)
	}
	if allowed == nil {
		return route{handler: func(_ *Server, w http.ResponseWriter, r *http.Request) {
			respondError(w, http.StatusNotFound, describe(r)+" matches no operation")
		}}
	}
	return route{handler: func(_ *Server, w http.ResponseWriter, r *http.Request) {
		methods := strings.Join(allowed, ", ")
		w.Header().Set("Allow", methods)
		respondError(w, http.StatusMethodNotAllowed, describe(r)+" matches no operation: this path takes "+methods)
	}}
}

// describe returns the method and the URL of a request without the values of keys and
// tokens, and without the end of a very long one.
func describe(r *http.Request) string {
	target := r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		query := strings.Split(r.URL.RawQuery, "&")
		for i, param := range query {
			name, _, _ := strings.Cut(param, "=")
			if lower := strings.ToLower(name); strings.Contains(lower, "token") || strings.Contains(lower, "key") {
				query[i] = name + "=REDACTED"
			}
		}
		target += "?" + strings.Join(query, "&")
	}
	return fmt.Sprintf("%s %.200s", r.Method, target)
}

// routesAt returns the routes of an escaped path, and the segment at their {id}. A literal
// path wins over a path with {id}.
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
	want, got := strings.Split(r.Path, "/"), strings.Split(path, "/")
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

// checkKey reports whether the request carries the key, and responds if it does not.
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
