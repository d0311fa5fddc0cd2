package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"
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
	for name, test := range map[string]struct {
		proxy  string
		tuned  bool // the client's own Transport is used
		scheme string
		want   string
		is     error
	}{
		"refused, own Transport":       {refuse(403, "403 Blocked by policy"), true, "https", "the proxy refused the connection (403 Forbidden)", nil},
		"refused, another Transport":   {refuse(403, "403 Forbidden"), false, "https", "the proxy refused the connection (403 Forbidden)", nil},
		"asks, own Transport":          {refuse(407, "407 Who are you"), true, "https", "the proxy refused the connection (407 Proxy Authentication Required): give the user name and password in the URL of the proxy", nil},
		"asks, another Transport":      {refuse(407, "407 Proxy Authentication Required"), false, "https", "the proxy refused the connection (407 Proxy Authentication Required): give the user name and password in the URL of the proxy", nil},
		"fails":                        {refuse(502, "502 Bad Gateway"), true, "https", "the proxy refused the connection (502 Bad Gateway)", nil},
		"not there, for https":         {"http://user:s3cret@" + closed.Addr().String(), true, "https", "cannot connect to the proxy: dial tcp " + closed.Addr().String(), syscall.ECONNREFUSED},
		"not there, for http":          {"http://user:s3cret@" + closed.Addr().String(), false, "http", "cannot connect to the proxy: dial tcp " + closed.Addr().String(), syscall.ECONNREFUSED},
		"not there, another Transport": {"http://user:s3cret@" + closed.Addr().String(), false, "https", "cannot connect to the proxy: dial tcp " + closed.Addr().String(), syscall.ECONNREFUSED},
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
			_, err = transport.Send(t.Context(), q)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "user:") {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("errors.Is(%v, %v) is false", err, test.is)
			}
		})
	}
}

// TestTheChoiceOfAProxyShowsNoCredentials when it fails.
func TestTheChoiceOfAProxyShowsNoCredentials(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"http://user:s3cret@proxy:8080", "http://user:s3/c@ret@proxy:8080", "socks5://s3cret@proxy"} {
		t.Run(text, func(t *testing.T) {
			transport := newTest(nil, func(c *Config) {
				c.Client = &http.Client{Transport: &http.Transport{Proxy: func(*http.Request) (*url.URL, error) {
					return nil, errors.New("cannot use " + text + " as a proxy")
				}}}
			})
			_, err := transport.Send(context.Background(), request(Read))
			if err == nil || strings.Contains(err.Error(), "s3") || strings.Contains(err.Error(), "ret@") || !strings.Contains(err.Error(), "://REDACTED@proxy") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestOnlyAProxyIsCalledOne: the same texts of others stay as they are.
func TestOnlyAProxyIsCalledOne(t *testing.T) {
	t.Parallel()
	transport := newTest(forbidding{}, nil)
	if _, err := transport.Send(t.Context(), request(Write)); err == nil || err.Error() != "Forbidden" {
		t.Errorf("got %v", err)
	}
}

type forbidding struct{}

func (forbidding) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("Forbidden")
}
