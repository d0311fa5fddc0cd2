// SPDX-License-Identifier: MIT

package reservationstest

import (
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/reservationkit/reservations-go"
)

// ServeHTTP responds to a request, so a Server is an [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	op := route(r)
	request, number := s.record(op.Name, r)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.carryOut(op, w, r) })
	s.broken(handler, op.Name, number).ServeHTTP(&headerHook{ResponseWriter: w, before: func(status int) {
		s.log.Lock()
		defer s.log.Unlock()
		request.Status = status
	}}, r)
}

// route returns the operation that a request matches, and sets the path value id of the request.
func route(r *http.Request) (found reservations.Operation) {
	for _, op := range reservations.Operations() {
		id, matches := match(op.Path, r.URL.EscapedPath())
		if matches && op.Method == r.Method && (found.Name == "" || id == "") { // a path with {id} yields to one without
			found = op
			r.SetPathValue("id", id)
		}
	}
	return found
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

func (s *Server) carryOut(op reservations.Operation, w http.ResponseWriter, r *http.Request) {
	known := operations[op.Name]
	keys := r.Header.Values("X-Api-Key")
	switch {
	case op.Name == "":
		respondError(w, http.StatusNotFound, r.Method+" "+r.URL.EscapedPath()+" matches no operation")
		return
	case len(keys) != 1 || keys[0] != s.key:
		respondError(w, http.StatusUnauthorized, "the header X-Api-Key is missing, given twice, or not the key of this server")
		return
	case known == nil:
		respondError(w, http.StatusNotImplemented, op.Name+" is not served: add it to init in its file of reservationstest")
		return
	}
	c := &check{operation: op, http: r, responseHeader: w.Header(), organization: s.organization}
	value, failed := s.handle(known, c)
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
func (s *Server) handle(known handler, c *check) (any, *failure) {
	var lock sync.Locker = &s.data
	if c.operation.Class == reservations.ClassRead {
		lock = s.data.RLocker()
	}
	lock.Lock()
	defer lock.Unlock()
	return known(s, c)
}
