// SPDX-License-Identifier: MIT

package secrets_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// rawService responds to every request with some bytes, and keeps the requests.
type rawService struct {
	url       string
	transport http.RoundTripper

	mu       sync.Mutex
	requests []*http.Request
}

func serve(t *testing.T, respond func(*http.Request) string) *rawService {
	s := &rawService{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		s.mu.Lock()
		s.requests = append(s.requests, r)
		s.mu.Unlock()
		io.WriteString(conn, respond(r))
	}))
	t.Cleanup(srv.Close)
	s.url, s.transport = srv.URL, srv.Client().Transport
	return s
}

// check looks at the requests of one call: every secret is in its place, and nowhere else.
func (s *rawService) check(t *testing.T, withToken bool) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.requests {
		query := r.URL.Query()
		hasToken := false
		for _, name := range tokenParams {
			hasToken = hasToken || query.Get(name) == tokenCanary
			query.Del(name)
		}
		keys := r.Header["X-Api-Key"]
		if hasToken != withToken || query.Get("session_token") != queryCanary || len(keys) != 1 ||
			!strings.HasPrefix(keys[0], keyCanary) || r.Header.Get("Authorization") != "Bearer "+headerCanary {
			t.Errorf("a secret is missing in %s %v", r.RequestURI, r.Header)
		}
		query.Del("session_token")
		header := r.Header.Clone()
		header.Del("Authorization")
		header.Del("X-Api-Key")
		body, _ := io.ReadAll(r.Body)
		path := strings.TrimSuffix(strings.TrimSuffix(r.URL.Path, "/"+tokenCanary), "/"+keyCanary+"0") // of two calls
		if found := leak(fmt.Sprint(path, query, header, r.Host, string(body))); found != "" {
			t.Errorf("a secret is where it does not belong: %s", found)
		}
	}
	s.requests = nil
}

// tokenParams are the parameters that carry the token of a record.
var tokenParams = []string{"token", "reservationToken"}

// secretsIn returns all secrets of a request.
func secretsIn(r *http.Request) []string {
	query := r.URL.Query()
	secrets := []string{
		r.Header.Get("X-Api-Key"), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), query.Get("session_token"),
	}
	for _, name := range tokenParams {
		if query.Has(name) {
			secrets = append(secrets, query.Get(name))
		}
	}
	return secrets
}
