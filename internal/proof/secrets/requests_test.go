// SPDX-License-Identifier: MIT

package secrets_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

var retriedOnce = reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2, MinWait: 1, MaxWait: 1})

// TestQueriesAreNotShown: neither names nor values, of secrets or not.
func TestQueriesAreNotShown(t *testing.T) {
	breaks := func(r *http.Request) (*http.Response, error) {
		return nil, &url.Error{Op: "Get", URL: r.URL.String(), Err: io.EOF}
	}
	for _, rt := range []testkit.RoundTripper{testclient.Responds(503, "", ""), testclient.Responds(200, "text/html", "<p>"), breaks} {
		var out watch
		c := testclient.Over(t, rt, out.all(), retriedOnce)
		_, err := c.TaxProfiles.Get(t.Context(), "1", reservations.WithQuery("canary-key", "canary-value"))
		out.show(err)
		if text := out.String(); err == nil || strings.Contains(text, "canary") {
			t.Errorf("got %v, or the query is shown: %.600s", err, text)
		}
	}
}

// numberedKeys is a source whose every key is another one.
func numberedKeys() reservations.Option {
	var asked atomic.Int64
	return reservations.WithAPIKeySource(func(context.Context) (string, error) {
		return fmt.Sprint(keyCanary, asked.Add(1)), nil
	})
}

// TestNoKeyOfOthersIsShown: a service may send back all keys that it has got, those of other clients that share the
// connections or the throttle as well. A client also hides its own key when others have used more keys since than all
// clients together remember.
func TestNoKeyOfOthersIsShown(t *testing.T) {
	var keys []string
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		keys = append(keys, r.Header.Get("X-Api-Key"))
		all := strings.Join(keys[max(0, len(keys)-10):], " ")
		return testclient.Responds(400, "application/json", `{"description":`+quoted(all)+`}`, "X-Echo", all)(r)
	}))
	derived, err := c.With(numberedKeys())
	if err != nil {
		t.Fatal(err)
	}
	clients := append(slices.Repeat([]*reservations.Client{derived}, 100), c)
	for i, client := range slices.Insert(clients, 0, c) {
		var out watch
		_, err := client.TaxProfiles.Get(t.Context(), "1")
		out.show(err)
		out.check(t)
		if text := out.String(); err == nil || strings.Contains(text, reservationstest.Key) {
			t.Fatalf("call %d: got %v, or the key is shown: %.600s", i, err, text)
		}
	}
}

// TestNoProxyPasswordIsShown, also where it makes the URL of the proxy unreadable. Package transport has proxies that
// refuse to connect.
func TestNoProxyPasswordIsShown(t *testing.T) {
	const password = "Q7x9Zw2p"
	plain := serve(t, func(r *http.Request) string {
		sent := r.Header.Get("Proxy-Authorization")
		return response("407 "+sent, "", "you sent "+sent)
	})
	type proxy = func(*http.Request) (*url.URL, error)
	at := func(host string) proxy {
		return func(*http.Request) (*url.URL, error) { return url.Parse("http://user:" + password + host) }
	}
	quotes := func(*http.Request) (*url.URL, error) {
		return nil, fmt.Errorf("invalid %q", "user:"+password+" x@proxy")
	}
	for name, test := range map[string]struct {
		proxy proxy
		want  string
	}{
		"refuses":              {at("@" + strings.TrimPrefix(plain.URL, "http://")), "407 Proxy Authentication Required"},
		"no host":              {at(""), ""},
		"an error that quotes": {quotes, `invalid "REDACTED@proxy"`},
	} {
		t.Run(name, func(t *testing.T) {
			var out watch
			next := &http.Transport{Proxy: test.proxy}
			hc := &http.Client{Transport: testkit.RoundTripper(next.RoundTrip)} // as a tracer does
			c, err := reservations.NewClient("http://api.example.com", reservationstest.Key, reservations.WithPlainHTTP(),
				out.all(), reservations.WithRetry(reservations.NoRetry()), reservations.WithHTTPClient(hc))
			if err != nil {
				t.Fatal(err)
			}
			if _, err = c.Guests.Get(t.Context(), 7); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			out.show(err)
			out.check(t)
		})
	}
}

// TestNothingIsWrittenToTheGlobalLog is not parallel: it redirects the log and stderr.
func TestNothingIsWrittenToTheGlobalLog(t *testing.T) {
	file, _ := os.CreateTemp(t.TempDir(), "")
	stderr := os.Stderr
	os.Stderr = file
	log.SetOutput(file)
	c := testclient.Over(t, testclient.Responds(503, "", ""), retriedOnce)
	_, err := c.Reports.Presence(t.Context(), testclient.Days(1))
	os.Stderr = stderr
	log.SetOutput(stderr)
	written, _ := os.ReadFile(file.Name())
	if !errors.Is(err, reservations.ErrServer) || len(written) > 0 {
		t.Errorf("got %v and output %q", err, written)
	}
}
