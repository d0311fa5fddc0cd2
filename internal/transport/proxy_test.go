// SPDX-License-Identifier: MIT

package transport

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestAProxyReadsAsOne: what a proxy says of itself does not look like a response. While it cannot
// make the connection, the service has not seen the request, so a write is retried as well. What
// it forbids it forbids again.
func TestAProxyReadsAsOne(t *testing.T) {
	t.Parallel()
	refuse := func(status string) string {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := http.NewResponseController(w).Hijack()
			io.WriteString(conn, "HTTP/1.1 "+status+"\r\n\r\n")
			conn.Close()
		}))
		t.Cleanup(srv.Close)
		return strings.Replace(srv.URL, "http://", "//user:s3cret@", 1)
	}
	silent := httptest.NewUnstartedServer(nil)
	silent.Config.ConnState = func(conn net.Conn, _ http.ConnState) { conn.Close() }
	silent.Start()
	t.Cleanup(silent.Close)
	const own, another, wrapped = "own", "another", "wrapped"
	const nowhere = "http://user:s3cret@127.0.0.1:1" // a port that no other test is given
	const refused, dial = "the proxy refused the connection (", "cannot connect to the proxy: dial"
	const ownWords = "the connection was refused, perhaps by a proxy, in words that may hold its password and are left out"
	const socks = "cannot connect through the proxy: socks connect"
	const asks = refused + "407 Proxy Authentication Required): give the user name and password in the URL of the proxy"
	for name, test := range map[string]struct {
		proxy    string
		through  string
		scheme   string
		want     string
		is       error
		attempts int
	}{
		"refused, own Transport":     {"http:" + refuse("403 Blocked by policy"), own, "https", refused + "403 Forbidden)", nil, 1},
		"refused, another Transport": {"http:" + refuse("400 Bad Request"), another, "https", refused + "400 Bad Request)", nil, 1},
		"asks, own Transport":        {"http:" + refuse("407 Who are you?"), own, "https", asks, nil, 1},
		"asks, another Transport":    {"http:" + refuse("407 Proxy Authentication Required"), another, "https", asks, nil, 1},
		"asks, wrapped Transport":    {"http:" + refuse("407 Proxy authentication required"), wrapped, "https", asks, nil, 1},
		"a code of its own":          {"http:" + refuse("499 user:s3cret?"), wrapped, "https", ownWords, nil, 1},
		"no words":                   {"http:" + refuse("407 "), another, "https", ownWords, nil, 1},
		"cannot connect":             {"http:" + refuse("502 Bad Gateway"), wrapped, "https", refused + "502 Bad Gateway)", nil, 3},
		"not there, for https":       {nowhere, own, "https", dial, syscall.ECONNREFUSED, 3},
		"not there, for http":        {nowhere, wrapped, "http", dial, syscall.ECONNREFUSED, 3},
		"ends the connection":        {"socks5://user:s3cret@" + silent.Listener.Addr().String(), own, "https", socks, nil, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, _ := url.Parse(test.proxy)
			tr := newTest(nil, quick, to(test.scheme+"://api.example.com"), func(c *Config) { c.Policy.MaxAttempts = 3 })
			next := &http.Transport{Proxy: http.ProxyURL(address)}
			tr.http.tuned.Proxy = next.Proxy
			tr.http.Client = &http.Client{Transport: map[string]http.RoundTripper{another: next, wrapped: testkit.RoundTripper(next.RoundTrip)}[test.through]}
			result, err := send(t.Context(), tr, writes)
			said, _, _ := strings.Cut(fmt.Sprint(err), " tcp ") // before the address
			if said != test.want || test.is != nil && !errors.Is(err, test.is) || result.Attempts != test.attempts {
				t.Fatalf("got %v after %d attempts, want %s after %d", err, result.Attempts, test.want, test.attempts)
			}
			if forGood := FailsAgain(err); forGood != (test.attempts == 1 && test.want != ownWords) {
				t.Errorf("%v is for good: %v", err, forGood)
			}
			for _, other := range []string{"s3cret", "user:", "give the user name"} {
				if strings.Contains(err.Error(), other) && !strings.Contains(test.want, other) {
					t.Errorf("got %v, which says %q", err, other)
				}
			}
		})
	}
}

// TestOnlyAProxyIsCalledOne: the same text of others, and other texts of a proxy, stay as they are, with their cause.
func TestOnlyAProxyIsCalledOne(t *testing.T) {
	t.Parallel()
	proxy := &http.Transport{Proxy: http.ProxyFromEnvironment}
	for name, test := range map[string]struct {
		next         http.RoundTripper
		scheme, text string
		wanted       string // the address that a connection was wanted to
		conns        int
	}{
		"no refusal":                  {proxy, "https", "OK", "a:1", 0},
		"a redirect":                  {proxy, "https", "Found", "a:1", 0},
		"a Transport without a proxy": {&http.Transport{}, "https", "Forbidden", "a:1", 0},
		"a proxy that is not asked":   {proxy, "http", "Forbidden", "a:1", 0},
		"no connection wanted":        {proxy, "https", "Forbidden", "", 0},
		"a connection":                {proxy, "https", "Forbidden", "a:1", 1},
	} {
		t.Run(name, func(t *testing.T) {
			err := errors.New(test.text)
			c := connection{wanted: test.wanted, next: test.next, conns: make([]net.Conn, test.conns)}
			if got := c.asProxyError(&http.Request{URL: &url.URL{Scheme: test.scheme}}, err); got != err {
				t.Errorf("got %v, want %v", got, err)
			}
		})
	}
}
