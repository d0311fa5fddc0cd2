package reservationstest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// The operations the server knows, by the names that [Server.Inject] takes and
// [Call] records.
const (
	// Presence is operation 10, the presence report.
	Presence = "reports.presence"
)

// route says which handler answers an operation. The handlers of a family of operations
// stand in a file of their own.
type route struct {
	operation string
	method    string
	path      string
	handler   func(*Server, http.ResponseWriter, *http.Request)
}

var routes = []route{
	{Presence, http.MethodGet, "/api/reports/presence", (*Server).presence},
}

// ServeHTTP answers one call: it looks up the operation, records the call, lets the
// injected faults have it, checks the key, and only then handles it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found := findRoute(r)
	call, number := s.record(found.operation, r)
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
// answers 404 or 405.
func findRoute(r *http.Request) route {
	var allowed []string
	for _, route := range routes {
		if route.path != r.URL.Path {
			continue
		}
		if route.method == r.Method {
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
		answerError(w, http.StatusMethodNotAllowed, fmt.Sprintf("%s %s: use %s", r.Method, r.URL.Path, methods))
	}}
}

func unknownPath(_ *Server, w http.ResponseWriter, r *http.Request) {
	answerError(w, http.StatusNotFound, fmt.Sprintf("there is no operation at %s", r.URL.Path))
}

// checkKey reports whether the call carries the key, and answers it if it does not.
func (s *Server) checkKey(w http.ResponseWriter, r *http.Request) bool {
	switch keys := r.Header.Values("X-Api-Key"); {
	case len(keys) == 0:
		answerError(w, http.StatusUnauthorized, "the header X-Api-Key is missing")
	case len(keys) > 1:
		answerError(w, http.StatusUnauthorized, "the header X-Api-Key is given more than once")
	case keys[0] != s.key:
		answerError(w, http.StatusUnauthorized, "the key in the header X-Api-Key is not known")
	default:
		return true
	}
	return false
}
