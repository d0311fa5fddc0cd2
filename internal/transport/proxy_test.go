// SPDX-License-Identifier: MIT

package transport

import (
	"context"
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

// TestAProxyThatConnects is no failure.
func TestAProxyThatConnects(t *testing.T) {
	t.Parallel()
	service := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(service.Close)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := net.Dial("tcp", r.Host)
		if err != nil {
			panic(err)
		}
		w.WriteHeader(http.StatusOK)
		in, buffered, _ := http.NewResponseController(w).Hijack()
		go func() {
			io.Copy(out, buffered) // the server may have read the first byte already
			out.Close()
		}()
		io.Copy(in, out)
		in.Close()
	}))
	t.Cleanup(proxy.Close)
	tr := through(t, proxy.URL, true, service.URL)
	tr.base.tuned.TLSClientConfig = service.Client().Transport.(*http.Transport).TLSClientConfig
	resp, err := send(t.Context(), tr, Write)
	tr.CloseIdleConnections()
	if err != nil || resp.Status != http.StatusOK {
		t.Errorf("got %v, %v; want the response of the service", resp, err)
	}
}

// TestOnlyAProxyIsCalledOne: the same texts of others stay as they are.
func TestOnlyAProxyIsCalledOne(t *testing.T) {
	t.Parallel()
	dial := func(err error) *http.Transport {
		return &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, err }}
	}
	forbidden := errors.New("Forbidden")
	unused := dial(forbidden)
	unused.Proxy = func(*http.Request) (*url.URL, error) { return nil, nil }
	for name, test := range map[string]struct {
		transport http.RoundTripper
		scheme    string
		want      error
	}{
		"another RoundTripper":        {newScript(fail(forbidden)), "https", forbidden},
		"a Transport without a proxy": {dial(forbidden), "https", forbidden},
		"a proxy that is not asked":   {unused, "http", forbidden},
		"no connection":               {dial(errRefused), "https", errRefused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr := newTest(test.transport, quick, to(test.scheme+"://api.example.com"))
			if _, err := send(t.Context(), tr, Write); err == nil || err.Error() != test.want.Error() {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestWhatAProxySaysKeepsItsCause, so that callers find what they look for.
func TestWhatAProxySaysKeepsItsCause(t *testing.T) {
	t.Parallel()
	cause := errors.New("cause")
	asked := &http.Transport{Proxy: http.ProxyFromEnvironment}
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"credentials":       {fmt.Errorf("http://user:s3cret@proxy: %w", cause), "http://REDACTED@proxy: cause"},
		"an unexpected URL": {fmt.Errorf(`parse "http://user:s3cret": invalid port ":s3cret" after host: %w`, cause), "parse REDACTED after host: cause"},
		"no connection":     {&net.OpError{Op: "proxyconnect", Err: cause}, "cannot connect to the proxy: cause"},
		"SOCKS":             {&net.OpError{Op: "socks connect", Err: cause}, "cannot connect through the proxy: socks connect: cause"},
		"refused":           {textual{"Bad Request", cause}, "the proxy refused the connection (400 Bad Request)"},
		"asks":              {textual{"Proxy Authentication Required", cause}, "the proxy refused the connection (407 Proxy Authentication Required): give the user name and password in the URL of the proxy"},
		"no refusal":        {textual{"OK", cause}, "OK"},
		"nor a redirect":    {textual{"Found", cause}, "Found"},
		"of another":        {&net.OpError{Op: "read", Err: cause}, "read: cause"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := ofProxy(&http.Request{URL: &url.URL{Scheme: "https"}}, asked, test.err)
			if err.Error() != test.want || !errors.Is(err, cause) {
				t.Errorf("got %q, want %q, with its cause", err, test.want)
			}
		})
	}
}

// textual is an error with a text of its own.
type textual struct {
	text  string
	error // its cause
}

func (e textual) Error() string { return e.text }
func (e textual) Unwrap() error { return e.error }
