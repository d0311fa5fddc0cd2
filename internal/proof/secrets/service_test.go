// SPDX-License-Identifier: MIT

package secrets_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// rawService responds to every request with some bytes, and keeps the requests.
type rawService struct {
	url       string
	transport http.RoundTripper

	mu       sync.Mutex
	requests []string // as they were sent
}

func serve(t *testing.T, respond func(*http.Request) string) *rawService {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	s := &rawService{url: "http://" + listener.Addr().String(), transport: transport}
	var serving sync.WaitGroup
	serving.Go(func() {
		for conn, err := listener.Accept(); err == nil; conn, err = listener.Accept() {
			serving.Go(func() { s.respond(conn, respond) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		transport.CloseIdleConnections()
		serving.Wait()
	})
	return s
}

func (s *rawService) respond(conn net.Conn, respond func(*http.Request) string) {
	defer conn.Close()
	var raw bytes.Buffer
	r, err := http.ReadRequest(bufio.NewReader(io.TeeReader(conn, &raw)))
	if err != nil {
		return
	}
	io.Copy(io.Discard, r.Body)
	s.mu.Lock()
	s.requests = append(s.requests, raw.String())
	s.mu.Unlock()
	io.WriteString(conn, respond(r))
}

// check looks at the requests of one call: every secret is in its place, and nowhere else.
func (s *rawService) check(t *testing.T, withToken bool) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, raw := range s.requests {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(raw)))
		if err != nil {
			t.Fatal(err)
		}
		query := r.URL.Query()
		hasToken := false
		for _, name := range tokenParams {
			hasToken = hasToken || query.Get(name) == tokenCanary
			query.Del(name)
		}
		keys := r.Header["X-Api-Key"]
		if hasToken != withToken || query.Get("session_token") != queryCanary || len(keys) != 1 ||
			!strings.HasPrefix(keys[0], keyCanary) || r.Header.Get("Authorization") != "Bearer "+headerCanary {
			t.Errorf("a secret is missing in %q", raw)
		}
		query.Del("session_token")
		r.Header.Del("Authorization")
		r.Header.Del("X-Api-Key")
		body, _ := io.ReadAll(r.Body)
		path := strings.TrimSuffix(strings.TrimSuffix(r.URL.Path, "/"+tokenCanary), "/"+keyCanary+"0") // of two calls
		if found := leak(fmt.Sprint(path, query, r.Header, r.Host, string(body))); found != "" {
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
