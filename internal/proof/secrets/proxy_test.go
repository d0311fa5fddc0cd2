// SPDX-License-Identifier: MIT

package secrets_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestNoProxyPasswordIsShown, also where it makes the URL of the proxy unreadable.
func TestNoProxyPasswordIsShown(t *testing.T) {
	t.Parallel()
	const password = "Q7x9Zw2p"
	var asked atomic.Int32
	plain := serve(t, func(r *http.Request) string {
		asked.Add(1)
		sent := r.Header.Get("Proxy-Authorization")
		return response("407 "+sent, "", "you sent "+sent)
	})
	proxy, err := url.Parse(strings.Replace(plain.url, "://", "://user:"+password+"@", 1))
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) func(*http.Request) (*url.URL, error) {
		return func(*http.Request) (*url.URL, error) { return url.Parse(text) }
	}
	quotes := func(*http.Request) (*url.URL, error) {
		return nil, fmt.Errorf("invalid proxy address %q", "user:"+password+" x@proxy")
	}
	tests := []struct {
		name, base string
		proxy      func(*http.Request) (*url.URL, error)
		want       string // the end of the error
	}{
		{"refuses to connect", "https://api.example.com", http.ProxyURL(proxy), ""},
		{"refuses in the clear", "http://api.example.com", http.ProxyURL(proxy), ""},
		{"a blank in it", "https://api.example.com", parse("http://user:" + password + " x@proxy"), ""},
		{"no host", "https://api.example.com", parse("http://user:" + password), ""},
		{"an escape in it", "https://api.example.com", parse("http://user:" + password + "%zz@proxy"), ""},
		{"an error that quotes", "https://api.example.com", quotes, `invalid proxy address "REDACTED@proxy"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out watch
			c, err := reservations.NewClient(test.base, reservationstest.Key, reservations.WithPlainHTTP(),
				out.all(), reservations.WithRetry(reservations.NoRetry()),
				reservations.WithHTTPClient(&http.Client{Transport: &http.Transport{Proxy: test.proxy}}))
			if err != nil {
				t.Fatal(err)
			}
			var resp reservations.Response
			_, err = c.Guests.Get(t.Context(), 7, reservations.WithResponseInto(&resp))
			if err == nil || !strings.HasSuffix(err.Error(), test.want) {
				t.Fatalf("got %v", err)
			}
			out.printError(err)
			out.printDeep(resp, c)
			out.check(t)
		})
	}
	t.Cleanup(func() {
		if got := asked.Load(); got != 2 {
			t.Errorf("the proxy was asked %d times, want twice", got)
		}
	})
}
