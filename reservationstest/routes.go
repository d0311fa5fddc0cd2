// SPDX-License-Identifier: MIT

package reservationstest

import (
	"net/http"
	"net/url"
	"strings"

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
func route(r *http.Request) reservations.Operation {
	escaped := r.URL.EscapedPath()
	for _, op := range reservations.Operations() {
		before, after, hasID := strings.Cut(op.Path, "{id}")
		id, isLonger := strings.CutPrefix(escaped, before)
		id, ends := strings.CutSuffix(id, after)
		if op.Method == r.Method && isLonger && ends && hasID == (id != "") && !strings.Contains(id, "/") {
			id, _ = url.PathUnescape(id) // it is escaped as net/url does
			r.SetPathValue("id", id)
			return op
		}
	}
	return reservations.Operation{}
}

func (s *Server) carryOut(op reservations.Operation, w http.ResponseWriter, r *http.Request) {
	known := operations[op.Name]
	keys := r.Header.Values("X-Api-Key")
	var value any
	var failed *failure
	switch {
	case op.Name == "":
		failed = refused(http.StatusNotFound, "%s %s matches no operation", r.Method, r.URL.EscapedPath())
	case len(keys) != 1 || keys[0] != s.key:
		failed = refused(http.StatusUnauthorized, "the header X-Api-Key is missing, given twice, or not the key of this server")
	case known == nil:
		failed = refused(http.StatusNotImplemented, "%s is not served: add it to init in its file of reservationstest", op.Name)
	default:
		value, failed = known(s, &check{http: r, responseHeader: w.Header(), organization: s.organization})
	}
	switch {
	case failed != nil:
		respondError(w, failed.status, failed.messages...)
	case value == nil:
		w.WriteHeader(http.StatusOK)
	default:
		respond(w, http.StatusOK, value)
	}
}
