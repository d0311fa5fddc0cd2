// SPDX-License-Identifier: MIT

package testkit

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

// Script answers each request with the next of its Answers, and repeats the last one at the end. It notes when each request
// came. After a thousand requests it returns errors, so that a client that never gives up fails its test.
type Script struct {
	Answers []RoundTripper
	Start   time.Time
	Sent    []time.Duration // when each request came, counted from Start
	mu      sync.Mutex
}

// Serving returns a Script that starts now.
func Serving(answers ...RoundTripper) *Script { return &Script{Answers: answers, Start: time.Now()} }

// RoundTrip answers a request.
func (s *Script) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	s.Sent = append(s.Sent, time.Since(s.Start))
	n := len(s.Sent)
	s.mu.Unlock()
	if n > 1000 {
		return nil, errors.New("more than a thousand requests")
	}
	return s.Answers[min(n, len(s.Answers))-1](r)
}
