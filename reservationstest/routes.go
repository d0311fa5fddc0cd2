// SPDX-License-Identifier: MIT

package reservationstest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/reservationkit/reservations-go"
)

// ServeHTTP handles one request: it finds the operation, records the request, applies the
// injected faults, checks the key, and then carries out the operation. So a Server is an
// [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	op, handler := s.route(r)
	call, number := s.logCall(op.Name, r)
	w = &headerHook{ResponseWriter: w, before: func(status int) { s.setStatus(call, status) }}
	r = r.WithContext(context.WithValue(r.Context(), checkedKey{}, new(bool)))
	for _, fault := range slices.Backward(s.faults(op.Name, number)) {
		handler = fault.around(handler)
	}
	handler.ServeHTTP(w, r)
}

// route returns the operation that a request matches, and its handler. Where there is none, the
// handler responds with 404 or 405. It sets the path value id of the request.
func (s *Server) route(r *http.Request) (reservations.Operation, http.Handler) {
	var allowed []string
	path, all := r.URL.EscapedPath(), reservations.Operations()
	isPath := func(op reservations.Operation) bool { return op.Path == path }
	literal := slices.ContainsFunc(all, isPath) // which wins over a path with {id}
	for _, op := range all {
		id, matches := match(op.Path, path)
		switch {
		case !matches || literal && id != "":
		case op.Method == r.Method:
			r.SetPathValue("id", id)
			return op, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.carryOut(op, w, r) })
		default:
			allowed = append(allowed, op.Method)
		}
	}
	return reservations.Operation{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		message := describe(r) + " matches no operation"
		if allowed == nil {
			respondError(w, http.StatusNotFound, message)
			return
		}
		methods := strings.Join(allowed, ", ")
		w.Header().Set("Allow", methods)
		respondError(w, http.StatusMethodNotAllowed, message+": this path takes "+methods)
	})
}

func (s *Server) carryOut(op reservations.Operation, w http.ResponseWriter, r *http.Request) {
	if problem := s.keyProblem(r); problem != "" {
		respondError(w, http.StatusUnauthorized, problem)
		return
	}
	known := operations[op.Name]
	if known == nil {
		respondError(w, http.StatusNotImplemented, op.Name+" is not served: add it to init in its file of reservationstest")
		return
	}
	value, failed := s.handle(known, &check{operation: op, http: r, responseHeader: w.Header(), organization: s.organization})
	*checked(r) = failed == nil || !failed.malformed
	switch {
	case failed != nil:
		respondError(w, failed.status, failed.messages...)
	case value == nil:
		w.WriteHeader(http.StatusOK)
	default:
		respond(w, http.StatusOK, value)
	}
}

// handle carries out an operation with the lock of the data held.
func (s *Server) handle(op *operation, c *check) (any, *failure) {
	var lock sync.Locker = &s.data
	if c.operation.Class == reservations.ClassRead {
		lock = s.data.RLocker()
	}
	lock.Lock()
	defer lock.Unlock()
	return op.handle(s, c)
}

// checkedKey is the key of a *bool in the context of a request.
type checkedKey struct{}

// checked returns the variable that becomes true when the request was found to be as documented.
func checked(r *http.Request) *bool {
	if found, ok := r.Context().Value(checkedKey{}).(*bool); ok {
		return found
	}
	return new(bool) // a fault has replaced the context
}

// keyProblem says what is wrong with the key of a request, or returns "".
func (s *Server) keyProblem(r *http.Request) string {
	switch keys := r.Header.Values("X-Api-Key"); {
	case len(keys) == 0:
		return "the header X-Api-Key is missing"
	case len(keys) > 1:
		return "the header X-Api-Key is given more than once"
	case keys[0] != s.key:
		return "the key in the header X-Api-Key is not known"
	}
	return ""
}

// secret matches the value of a key or token in the query of a URL.
var secret = regexp.MustCompile(`(?i)([?&][^=&]*(?:token|key)[^=&]*=)[^&]*`)

// describe returns the method and the URL of a request without the values of keys and
// tokens, and without the end of a very long one.
func describe(r *http.Request) string {
	return fmt.Sprintf("%s %.200s", r.Method, secret.ReplaceAllString(r.URL.RequestURI(), "${1}REDACTED"))
}

// match reports whether an escaped path has the form of a template, and returns the id in it.
func match(template, path string) (id string, matches bool) {
	before, after, hasID := strings.Cut(template, "{id}")
	if !hasID {
		return "", path == template
	}
	segment := strings.TrimSuffix(strings.TrimPrefix(path, before), after)
	if before+segment+after != path || strings.Contains(segment, "/") {
		return "", false
	}
	id, _ = url.PathUnescape(segment) // it is escaped as net/url does
	return id, id != ""
}
