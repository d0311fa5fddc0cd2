// SPDX-License-Identifier: MIT

package secrets_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestQueriesAreNotShown: neither names nor values, of secrets or not.
func TestQueriesAreNotShown(t *testing.T) {
	breaks := func(r *http.Request) (*http.Response, error) {
		return nil, &url.Error{Op: "Get", URL: r.URL.String(), Err: io.EOF}
	}
	for _, rt := range []testkit.RoundTripper{testclient.Responds(503, "", ""), testclient.Responds(200, "text/html", "<p>"), breaks} {
		var out watch
		c := testclient.Over(t, rt, out.all(), reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2, MinWait: 1, MaxWait: 1}))
		_, err := c.TaxProfiles.Get(t.Context(), "1", reservations.WithQuery("canary-key", "canary-value"))
		out.printError(err)
		if text := out.String(); err == nil || strings.Contains(text, "canary") {
			t.Errorf("got %v, or the query is shown: %.600s", err, text)
		}
	}
}

// TestNoSecretIsShownBeforeACall: in options and requests. What params hold is a types.Secret, which package
// types proves.
func TestNoSecretIsShownBeforeACall(t *testing.T) {
	for _, value := range []any{
		reservations.Request{Method: "POST", Path: "/api/x", Query: url.Values{"token": {tokenCanary}}, Body: map[string]string{"iban": recordCanary}},
		reservations.WithAPIKeySource(func(context.Context) (string, error) { return keyCanary, nil }),
		reservations.WithHeader("Authorization", headerCanary),
		reservations.WithQuery("token", queryCanary),
	} {
		t.Run(fmt.Sprintf("%T", value), func(t *testing.T) {
			pointer := reflect.New(reflect.TypeOf(value))
			pointer.Elem().Set(reflect.ValueOf(value))
			var out watch
			for _, v := range []any{value, pointer.Interface()} { // print has them within others, too
				out.print(v)
				data, err := json.Marshal(v)
				fmt.Fprintf(&out, "%s %v\n", data, err)
			}
			out.check(t)
		})
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
	for i, client := range slices.Concat([]*reservations.Client{c}, slices.Repeat([]*reservations.Client{derived}, 100), []*reservations.Client{c}) {
		var out watch
		_, err := client.TaxProfiles.Get(t.Context(), "1")
		out.printError(err)
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
	refuses := strings.Replace(plain.URL, "://", "://user:"+password+"@", 1)
	for name, test := range map[string]struct{ scheme, proxy, want string }{
		"refuses":              {"http", refuses, "407 Proxy Authentication Required"},
		"refuses a tunnel":     {"https", refuses, "perhaps by a proxy"},
		"a blank in it":        {"http", "http://user:" + password + " x@proxy", ""},
		"no host":              {"http", "http://user:" + password, ""},
		"an error that quotes": {"http", "", `invalid proxy address "REDACTED@proxy"`},
	} {
		t.Run(name, func(t *testing.T) {
			var out watch
			next := &http.Transport{Proxy: func(*http.Request) (*url.URL, error) {
				if test.proxy == "" {
					return nil, fmt.Errorf("invalid proxy address %q", "user:"+password+" x@proxy")
				}
				return url.Parse(test.proxy)
			}}
			c, err := reservations.NewClient(test.scheme+"://api.example.com", reservationstest.Key, reservations.WithPlainHTTP(),
				out.all(), reservations.WithRetry(reservations.NoRetry()),
				reservations.WithHTTPClient(&http.Client{Transport: testkit.RoundTripper(next.RoundTrip)})) // as a tracer does
			if err != nil {
				t.Fatal(err)
			}
			if _, err = c.Guests.Get(t.Context(), 7); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			out.printError(err)
			out.check(t)
		})
	}
}

// TestNothingIsWrittenToTheGlobalLog is not parallel: it redirects the log and stderr.
func TestNothingIsWrittenToTheGlobalLog(t *testing.T) {
	var out watch
	log.SetOutput(&out)
	defer log.SetOutput(os.Stderr)
	file, _ := os.CreateTemp(t.TempDir(), "")
	stderr := os.Stderr
	os.Stderr = file
	c := testclient.Over(t, testclient.Responds(503, "", ""), reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1}))
	_, err := c.Reports.Presence(t.Context(), testclient.Days(1))
	os.Stderr = stderr
	written, _ := os.ReadFile(file.Name())
	if !errors.Is(err, reservations.ErrServer) || out.String()+string(written) != "" {
		t.Errorf("got %v and output %q%q", err, out.String(), written)
	}
}
