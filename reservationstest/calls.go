package reservationstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Call is one call that reached the server, as it was sent.
// Its maps and its body are shared with the server and must not be changed.
type Call struct {
	// Operation is the name of the operation, such as [Presence]. It is empty for a path
	// or a method that no operation has.
	Operation string
	Method    string
	// Path is the escaped path of the URL.
	Path string
	// ID is what stands for {id} in the path of the operation, unescaped.
	ID     string
	Query  url.Values
	Header http.Header
	Body   []byte
	// Status is the status that was answered, and 0 as long as none was: the call is
	// under way, or a fault ended it before.
	Status int
}

// BodyOf returns the body of a call as the type it was written from, such as
// types.ReservationUpdate. It fails when the call had no body or one that is not a T; it
// is not strict, the server is.
func BodyOf[T any](c Call) (T, error) {
	var body T
	if err := json.Unmarshal(c.Body, &body); err != nil {
		return body, fmt.Errorf("reservationstest: the body of %s %s is no %T: %w", c.Method, c.Path, body, err)
	}
	return body, nil
}

// Calls returns all calls so far in the order in which they arrived.
func (s *Server) Calls() []Call {
	s.log.Lock()
	defer s.log.Unlock()
	calls := make([]Call, len(s.log.calls))
	for i, call := range s.log.calls {
		calls[i] = *call
	}
	return calls
}

// ResetCalls forgets all calls, and so the number that each fault's [When] counts by
// begins at 1 again.
func (s *Server) ResetCalls() {
	s.log.Lock()
	defer s.log.Unlock()
	s.log.calls = nil
	s.log.counts = map[string]int{}
}

// logCall keeps the call and returns it with its number among the calls of its operation.
// The body is put back for the handler.
func (s *Server) logCall(operation string, r *http.Request) (call *Call, number int) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // the client is gone: nobody is left to answer
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
