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
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestAProxyReadsAsOne: what a proxy says of itself does not look like a response.
func TestAProxyReadsAsOne(t *testing.T) {
	t.Parallel()
	refuse := func(status int, reason string) string {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				panic(err)
			}
			io.WriteString(conn, "HTTP/1.1 "+reason+"\r\n\r\n")
			conn.Close()
		}))
		t.Cleanup(srv.Close)
		return strings.Replace(srv.URL, "http://", "http://user:s3cret@", 1)
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	go func() {
		for conn, err := silent.Accept(); err == nil; conn, err = silent.Accept() {
			conn.Close()
		}
	}()
	for name, test := range map[string]struct {
		proxy  string
		tuned  bool // the client's own Transport is used
		scheme string
		want   string
		is     error
	}{
		"refused, own Transport":     {refuse(403, "403 Blocked by policy"), true, "https", "the proxy refused the connection (403 Forbidden)", nil},
		"refused, another Transport": {refuse(403, "403 Forbidden"), false, "https", "the proxy refused the connection (403 Forbidden)", nil},
		"asks, another Transport":    {refuse(407, "407 Proxy Authentication Required"), false, "https", "the proxy refused the connection (407 Proxy Authentication Required): give the user name and password in the URL of the proxy", nil},
		"not there, for https":       {"http://user:s3cret@" + closed.Addr().String(), true, "https", "cannot connect to the proxy: dial tcp " + closed.Addr().String(), syscall.ECONNREFUSED},
		"not there, for http":        {"http://user:s3cret@" + closed.Addr().String(), false, "http", "cannot connect to the proxy: dial tcp " + closed.Addr().String(), syscall.ECONNREFUSED},
		"ends the connection":        {"socks5://user:s3cret@" + silent.Addr().String(), true, "https", "cannot connect through the proxy: socks connect", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proxy, err := url.Parse(test.proxy)
			if err != nil {
				t.Fatal(err)
			}
			client := &http.Client{}
			if !test.tuned {
				client.Transport = &http.Transport{Proxy: http.ProxyURL(proxy)}
			}
			transport := newTest(nil, func(c *Config) {
				c.Base = &url.URL{Scheme: test.scheme, Host: "api.example.com"}
				c.Client = client
				c.Policy.MinWait, c.Policy.MaxWait = time.Nanosecond, time.Nanosecond
			})
			transport.base.tuned.Proxy = http.ProxyURL(proxy)
			q := request(Write)
			q.URL = test.scheme + "://api.example.com/api/x"
			result, err := transport.Send(t.Context(), q)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "user:") {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if hint := "give the user name"; strings.Contains(err.Error(), hint) != strings.Contains(test.want, hint) {
				t.Errorf("got %v, which hints at credentials in vain", err)
			}
			if test.is != nil && (!errors.Is(err, test.is) || result.Attempts != testPolicy.MaxAttempts) {
				t.Errorf("%v is no %v after %d attempts", err, test.is, testPolicy.MaxAttempts)
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
		in, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		go func() {
			io.Copy(out, buffered) // the server may have read the first byte already
			out.Close()
		}()
		io.Copy(in, out)
		in.Close()
	}))
	t.Cleanup(proxy.Close)
	base, err := url.Parse(service.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxyURL, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := newTest(nil, func(c *Config) { c.Base, c.Client = base, &http.Client{} })
	transport.base.tuned.Proxy = http.ProxyURL(proxyURL)
	transport.base.tuned.TLSClientConfig = service.Client().Transport.(*http.Transport).TLSClientConfig
	q := request(Write)
	q.URL = service.URL + "/api/x"
	resp, err := transport.Send(t.Context(), q)
	transport.CloseIdleConnections()
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
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	unused := dial(errors.New("Forbidden"))
	unused.Proxy = func(*http.Request) (*url.URL, error) { return nil, nil }
	for name, test := range map[string]struct {
		transport http.RoundTripper
		scheme    string
		want      string
	}{
		"another RoundTripper":        {forbidding, "https", "Forbidden"},
		"a Transport without a proxy": {dial(errors.New("Forbidden")), "https", "Forbidden"},
		"a proxy that is not asked":   {unused, "http", "Forbidden"},
		"no connection":               {dial(refused), "https", refused.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			transport := newTest(test.transport, func(c *Config) {
				c.Base = &url.URL{Scheme: test.scheme, Host: "api.example.com"}
				c.Policy.off = true
			})
			q := request(Write)
			q.URL = test.scheme + "://api.example.com/api/x"
			if _, err := transport.Send(t.Context(), q); err == nil || err.Error() != test.want {
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
	cause error
}

func (e textual) Error() string { return e.text }

func (e textual) Unwrap() error { return e.cause }

var forbidding = testkit.RoundTripper(func(*http.Request) (*http.Response, error) { return nil, errors.New("Forbidden") })

// TestRetriesBehindAProxy: while it cannot make the connection, the service has not seen the
// request, so a write is retried as well. What it forbids it forbids again.
func TestRetriesBehindAProxy(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]int{502: 3, 503: 3, 504: 3, 403: 1, 407: 1} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			asked := 0
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				asked++
				w.WriteHeader(status)
			}))
			defer srv.Close()
			proxy, err := url.Parse(srv.URL)
			if err != nil {
				t.Fatal(err)
			}
			transport := newTest(nil, func(c *Config) {
				c.Base = &url.URL{Scheme: "https", Host: "api.example.com"}
				c.Client = &http.Client{}
				c.Policy.MaxAttempts, c.Policy.MinWait, c.Policy.MaxWait = 3, time.Nanosecond, time.Nanosecond
			})
			transport.base.tuned.Proxy = http.ProxyURL(proxy)
			q := request(Write)
			q.URL = "https://api.example.com/api/x"
			if _, err := transport.Send(t.Context(), q); err == nil || asked != want {
				t.Errorf("asked %d times, want %d: %v", asked, want, err)
			}
		})
	}
}
