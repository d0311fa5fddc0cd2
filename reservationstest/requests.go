// SPDX-License-Identifier: MIT

package reservationstest

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Request is a request as it arrived. Maps and body must not be changed.
type Request struct {
	Time      time.Time   // when it arrived
	Operation string      // such as guests.get; empty when the request matches no operation
	Method    string      // such as GET
	Path      string      // of the URL, escaped
	ID        string      // the segment of the path at {id}, unescaped
	Query     url.Values  // with the tokens that were sent
	Header    http.Header // with the API key that was sent
	Body      []byte      // empty when there was none
	Status    int         // of the response; 0 while there is none, or when a fault dropped the connection before it
}

// Requests returns all requests in the order in which they arrived. One that the client has cancelled, such as that for the
// next page of a list, can be added after the call has returned; in a synctest bubble, not after synctest.Wait.
func (s *Server) Requests() []Request {
	s.log.Lock()
	defer s.log.Unlock()
	requests := make([]Request, len(s.log.requests))
	for i, request := range s.log.requests {
		requests[i] = *request
	}
	return requests
}

// noteRequest adds a request to those that Requests returns. It returns the request with its number among those of its
// operation. The handler can still read the body.
func (s *Server) noteRequest(operation string, r *http.Request) (request *Request, number int) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // the client has gone away and reads no response
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	request = &Request{
		Time: time.Now(), Operation: operation, Method: r.Method, Path: r.URL.EscapedPath(), ID: r.PathValue("id"),
		Query: r.URL.Query(), Header: r.Header.Clone(), Body: body,
	}
	s.log.Lock()
	defer s.log.Unlock()
	s.log.requests = append(s.log.requests, request)
	s.log.counts[operation]++
	return request, s.log.counts[operation]
}

// A headerHook calls before when the header of a response is about to be written.
type headerHook struct {
	http.ResponseWriter
	before func(status int)
	done   bool
}

func (h *headerHook) WriteHeader(status int) {
	if !h.done {
		h.done = true
		h.before(status)
	}
	h.ResponseWriter.WriteHeader(status)
}

func (h *headerHook) Write(p []byte) (int, error) {
	if !h.done {
		h.WriteHeader(http.StatusOK)
	}
	return h.ResponseWriter.Write(p)
}

// Unwrap lets an http.ResponseController reach Flush and Hijack.
func (h *headerHook) Unwrap() http.ResponseWriter { return h.ResponseWriter }
