// SPDX-License-Identifier: MIT

package secrets_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
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

// TestNoProxyPasswordIsShown, also where it makes the URL of the proxy unreadable. Package transport has proxies that
// refuse to connect.
func TestNoProxyPasswordIsShown(t *testing.T) {
	t.Parallel()
	const password = "Q7x9Zw2p"
	plain := serve(t, func(r *http.Request) string {
		sent := r.Header.Get("Proxy-Authorization")
		return response("407 "+sent, "", "you sent "+sent)
	})
	parse := func(text string) func(*http.Request) (*url.URL, error) {
		return func(*http.Request) (*url.URL, error) { return url.Parse(text) }
	}
	quotes := func(*http.Request) (*url.URL, error) {
		return nil, fmt.Errorf("invalid proxy address %q", "user:"+password+" x@proxy")
	}
	for name, test := range map[string]struct {
		proxy func(*http.Request) (*url.URL, error)
		want  string // in the error
	}{
		"refuses":              {parse(strings.Replace(plain.url, "://", "://user:"+password+"@", 1)), "407 Proxy Authentication Required"},
		"a blank in it":        {parse("http://user:" + password + " x@proxy"), ""},
		"no host":              {parse("http://user:" + password), ""},
		"an error that quotes": {quotes, `invalid proxy address "REDACTED@proxy"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out watch
			c, err := reservations.NewClient("http://api.example.com", reservationstest.Key, reservations.WithPlainHTTP(),
				out.all(), reservations.WithRetry(reservations.NoRetry()),
				reservations.WithHTTPClient(&http.Client{Transport: &http.Transport{Proxy: test.proxy}}))
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Guests.Get(t.Context(), 7)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			out.printError(err)
			out.check(t)
		})
	}
}
