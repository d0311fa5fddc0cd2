// SPDX-License-Identifier: MIT

package reservationstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Call is one request that reached the server, as it was sent. A call of the client that is
// retried appears once for each of its attempts.
//
// The maps and the body are shared with the server and must not be changed.
type Call struct {
	// Operation is the name of the operation, such as [OpPresence]. It is empty for a request
	// that matches no operation.
	Operation string
	Method    string      // such as GET
	Path      string      // of the URL, escaped
	ID        string      // the segment of the path at {id}, unescaped
	Query     url.Values  // with the tokens that were sent
	Header    http.Header // with the API key that was sent
	Body      []byte      // as it was sent; empty when there was none
	// Status is the status of the response. It is 0 while the request is under way, and when
	// a fault dropped the connection before a response.
	Status int
}

// BodyOf decodes the body of a request, for instance into a types.ReservationUpdate. It fails
// when there is no body and when the body is not JSON of a T. Fields that T does not have are
// ignored here, as the server ignores them.
func BodyOf[T any](c Call) (T, error) {
	var body T
	if err := json.Unmarshal(c.Body, &body); err != nil {
		return body, fmt.Errorf("reservationstest: the body of %s %s is no %T: %w", c.Method, c.Path, body, err)
	}
	return body, nil
}

// Calls returns all requests since the server was made or since [Server.ResetCalls], in
// the order in which they arrived.
func (s *Server) Calls() []Call {
	s.log.Lock()
	defer s.log.Unlock()
	calls := make([]Call, len(s.log.calls))
	for i, call := range s.log.calls {
		calls[i] = *call
	}
	return calls
}

// ResetCalls forgets all requests. The numbers that a [When] sees begin at 1 again.
func (s *Server) ResetCalls() {
	s.log.Lock()
	defer s.log.Unlock()
	s.log.calls = nil
	s.log.counts = map[string]int{}
}

// logCall records the request and returns it with its number among the requests of its
// operation. The handler can still read the body.
func (s *Server) logCall(operation string, r *http.Request) (call *Call, number int) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // the client has gone away and reads no response
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	call = &Call{
		Operation: operation,
		Method:    r.Method,
		Path:      r.URL.EscapedPath(),
		ID:        r.PathValue("id"),
		Query:     r.URL.Query(),
		Header:    r.Header.Clone(),
		Body:      body,
	}
	s.log.Lock()
	defer s.log.Unlock()
	s.log.calls = append(s.log.calls, call)
	s.log.counts[operation]++
	return call, s.log.counts[operation]
}

func (s *Server) setStatus(call *Call, status int) {
	s.log.Lock()
	defer s.log.Unlock()
	call.Status = status
}
