// SPDX-License-Identifier: MIT

package transport

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
)

// through returns a transport that makes three attempts through a proxy: with its own
// http.Transport or with another one.
func through(t *testing.T, proxy string, own bool, base string) *Transport {
	t.Helper()
	address, err := url.Parse(proxy)
	if err != nil {
		t.Fatal(err)
	}
	tr := newTest(nil, quick, to(base), func(c *Config) {
		c.Policy.MaxAttempts = 3
		if !own {
			c.Client.Transport = &http.Transport{Proxy: http.ProxyURL(address)}
		}
	})
	tr.base.tuned.Proxy = http.ProxyURL(address)
	return tr
}

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
	closed := httptest.NewServer(nil)
	closed.Close()
	silent := httptest.NewUnstartedServer(nil)
	silent.Config.ConnState = func(conn net.Conn, _ http.ConnState) { conn.Close() }
	silent.Start()
	t.Cleanup(silent.Close)
	nowhere := "http://user:s3cret@" + closed.Listener.Addr().String()
	const refused, dial = "the proxy refused the connection (", "cannot connect to the proxy: dial tcp"
	const socks = "cannot connect through the proxy: socks connect"
	const asks = refused + "407 Proxy Authentication Required): give the user name and password in the URL of the proxy"
	for name, test := range map[string]struct {
		proxy    string
		own      bool
		scheme   string
		want     string
		is       error
		attempts int
	}{
		"refused, own Transport":     {"http:" + refuse("403 Blocked by policy"), true, "https", refused + "403 Forbidden)", nil, 1},
		"refused, another Transport": {"http:" + refuse("403 Forbidden"), false, "https", refused + "403 Forbidden)", nil, 1},
		"asks, own Transport":        {"http:" + refuse("407 Who are you?"), true, "https", asks, nil, 1},
		"asks, another Transport":    {"http:" + refuse("407 Proxy Authentication Required"), false, "https", asks, nil, 1},
		"cannot connect":             {"http:" + refuse("502 Bad Gateway"), true, "https", refused + "502 Bad Gateway)", nil, 3},
		"is busy":                    {"http:" + refuse("503 Busy"), true, "https", refused + "503 Service Unavailable)", nil, 3},
		"is slow":                    {"http:" + refuse("504 Slow"), true, "https", refused + "504 Gateway Timeout)", nil, 3},
		"not there, for https":       {nowhere, true, "https", dial, syscall.ECONNREFUSED, 3},
		"not there, for http":        {nowhere, false, "http", dial, syscall.ECONNREFUSED, 3},
		"ends the connection":        {"socks5://user:s3cret@" + silent.Listener.Addr().String(), true, "https", socks, nil, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr := through(t, test.proxy, test.own, test.scheme+"://api.example.com")
			result, err := send(t.Context(), tr, Write)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || test.is != nil && !errors.Is(err, test.is) {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			for _, other := range []string{"s3cret", "user:", "give the user name"} {
				if strings.Contains(err.Error(), other) && !strings.Contains(test.want, other) {
					t.Errorf("got %v, which says %q", err, other)
				}
			}
			if result.Attempts != test.attempts {
				t.Errorf("%d attempts, want %d: %v", result.Attempts, test.attempts, err)
			}
		})
	}
}

// TestOnlyAProxyIsCalledOne: the same texts of others stay as they are. What a proxy says keeps its
// cause, so that callers find what they look for.
func TestOnlyAProxyIsCalledOne(t *testing.T) {
	t.Parallel()
	cause := errors.New("cause")
	says := func(text string) error { return textual{text, cause} }
	op := func(op string) error { return &net.OpError{Op: op, Err: cause} }
	asked := &http.Transport{Proxy: http.ProxyFromEnvironment}
	const refused = "the proxy refused the connection "
	for _, test := range []struct {
		name   string
		next   http.RoundTripper
		scheme string
		err    error
		want   string
	}{
		{"refused", asked, "https", says("Bad Request"), refused + "(400 Bad Request)"},
		{"asks", asked, "https", says("Proxy Authentication Required"), refused +
			"(407 Proxy Authentication Required): give the user name and password in the URL of the proxy"},
		{"no connection", asked, "https", op("proxyconnect"), "cannot connect to the proxy: cause"},
		{"SOCKS", asked, "https", op("socks connect"), "cannot connect through the proxy: socks connect: cause"},
		{"another failure", asked, "https", op("read"), "read: cause"},
		{"no refusal", asked, "https", says("OK"), "OK"},
		{"nor a redirect", asked, "https", says("Found"), "Found"},
		{"another RoundTripper", newScript(), "https", says("Forbidden"), "Forbidden"},
		{"a Transport without a proxy", &http.Transport{}, "https", says("Forbidden"), "Forbidden"},
		{"a proxy that is not asked", asked, "http", says("Forbidden"), "Forbidden"},
	} {
		err := ofProxy(&http.Request{URL: &url.URL{Scheme: test.scheme}}, test.next, test.err)
		if err.Error() != test.want || !errors.Is(err, cause) {
			t.Errorf("%s: got %q, want %q, with its cause", test.name, err, test.want)
		}
	}
}

// textual is an error with this text.
type textual struct {
	text  string
	error // its cause
}

func (e textual) Error() string { return e.text }
func (e textual) Unwrap() error { return e.error }
