// SPDX-License-Identifier: MIT

// Package calls_test proves what one call does: what it sends and refuses to send, how it reads the response, its API key, its
// retries, waits and time-outs, what hooks and the logger get, and what its errors say.
package calls_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// echo fails every call with what it was sent: the URL, the agent, and how long the key is, which errors do not show.
var echo = testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
	agent, _, _ := strings.Cut(r.UserAgent(), " ")
	return testclient.Responds(404, "text/plain", fmt.Sprintf("sent to %s by %s with %d", r.URL, agent, len(r.Header.Get("X-Api-Key"))))(r)
})

const ownAgent = "reservations-go/" + reservations.Version

func getCategory(t *testing.T, c *reservations.Client) error {
	return only(c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{}))
}

// TestRequestsGoBelowTheBaseURL: a client prints nothing but this URL. Package params refuses others.
func TestRequestsGoBelowTheBaseURL(t *testing.T) {
	options := reservations.Options(reservations.WithHTTPClient(&http.Client{Transport: echo}), reservations.WithOrganization(3),
		reservations.WithPlainHTTP(), reservations.WithMaxResponseBytes(1))
	for base, want := range map[string]struct{ server, path string }{
		"http://park.internal:80/":        {server: "http://park.internal:80"},
		"HTTPS://Example.com/a%2Fb//c///": {server: "https://Example.com", path: "/a%2Fb//c"},
	} {
		c, path := testkit.Must(reservations.NewClient(base, "key", options)), want.path+"/api/accommodation_categories/7"
		wantError(t, getCategory(t, c), "GET "+path+": 404 Not Found: sent to "+want.server+path+"?organization=3 by ")
		url := want.server + want.path
		if shown := fmt.Sprintf("%+v %v", c, c.LogValue()); shown != "reservations.Client("+url+") "+url {
			t.Errorf("printed and logged as %s, want %s", shown, url)
		}
	}
}

// TestOptionsOfWithHoldForDerivedClientsAlone: the parent keeps what it had, and so does the caller's http.Client.
func TestOptionsOfWithHoldForDerivedClientsAlone(t *testing.T) {
	hc, org := &http.Client{Transport: echo}, reservations.WithOrganization
	parent := testkit.Must(reservations.NewClient("https://example.com/a", "key", reservations.WithHTTPClient(hc), org(1)))
	first := testkit.Must(parent.With(org(2), reservations.WithAPIKeySource(keys("second", "third"))))
	second := testkit.Must(first.With(reservations.WithUserAgent("night/1")))
	const at = "sent to https://example.com/a/api/accommodation_categories/7?organization="
	wantError(t, getCategory(t, first), at+"2 by "+ownAgent+" with 6\n")
	wantError(t, getCategory(t, second), at+"2 by night/1 with 5\n")
	wantError(t, getCategory(t, parent), at+"1 by "+ownAgent+" with 3\n")
	if hc.Timeout != 0 || hc.CheckRedirect != nil || hc.Jar != nil {
		t.Errorf("the caller's client was changed: %+v", hc)
	}
}

// TestNewClientFromEnvNamesTheVariableItCannotUse: blanks and line breaks that editors leave around a value do no harm.
func TestNewClientFromEnvNamesTheVariableItCannotUse(t *testing.T) {
	const url, key, largest = "https://api.example.com", "env-key", "9223372036854775807"
	const noASCII = " must be printable ASCII without blanks at its ends"
	const notSet, positive = " is not set in the environment", "RESERVATIONS_ORGANIZATION must be a positive id"
	for name, test := range map[string]struct{ url, key, organization, refused string }{
		"no URL":               {key: key, refused: "RESERVATIONS_BASE_URL" + notSet},
		"no key":               {url: url, refused: "RESERVATIONS_API_KEY" + notSet},
		"a bad URL":            {url: "api.example.com", key: key, refused: "RESERVATIONS_BASE_URL must be an absolute URL such as " + url},
		"a bad key":            {url: url, key: "a b\u00a0c", refused: "RESERVATIONS_API_KEY" + noASCII},
		"no number":            {url: url, key: key, organization: "9223372036854775808", refused: positive},
		"zero":                 {url: url, key: key, organization: "0", refused: positive},
		"as editors leave all": {url: "\ufeff" + url + " \r\n", key: "\ufeff" + key + "\r", organization: " " + largest + "\t"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("RESERVATIONS_BASE_URL", test.url)
			t.Setenv("RESERVATIONS_API_KEY", test.key)
			t.Setenv("RESERVATIONS_ORGANIZATION", test.organization)
			c, err := reservations.NewClientFromEnv(reservations.WithHTTPClient(&http.Client{Transport: echo}))
			if wantRefused(t, err, "NewClientFromEnv: ", test.refused); err == nil {
				wantError(t, getCategory(t, c), "/api/accommodation_categories/7?organization="+largest+" by "+ownAgent+" with 7\n")
			}
		})
	}
}

// TestEveryOptionHasItsEffect: it does not matter how the client is made, and in which order the options are given.
func TestEveryOptionHasItsEffect(t *testing.T) {
	const url = "https://api.example.com"
	t.Setenv("RESERVATIONS_BASE_URL", url)
	t.Setenv("RESERVATIONS_API_KEY", "")
	t.Setenv("RESERVATIONS_ORGANIZATION", "9")
	type opt = reservations.Option
	makers := map[string]func(hc, all opt) (*reservations.Client, error){
		"NewClient":        func(hc, o opt) (*reservations.Client, error) { return reservations.NewClient(url, "", hc, o) },
		"NewClientFromEnv": func(hc, o opt) (*reservations.Client, error) { return reservations.NewClientFromEnv(hc, o) },
		"With": func(hc, all opt) (*reservations.Client, error) {
			other := reservations.Options(reservations.WithOrganization(9), reservations.WithUserAgent("first"))
			return testkit.Must(reservations.NewClient(url, "key", hc, other)).With(all)
		},
	}
	for says, rt := range map[string]http.RoundTripper{
		"organization=7 by night/1 with 11": echo,
		"root is ":                          testclient.Responds(200, "application/json", `{"id":7,"root":"none"}`),
		"larger than 100 bytes":             testclient.Responds(200, "application/json", strings.Repeat(" ", 101)+"{}"),
		"attempt timed out after 3s":        testclient.Hangs,
		"(after 2 attempts)":                refuses(500, ""),
	} {
		for name, made := range makers {
			for _, reversed := range []bool{false, true} {
				testkit.InBubble(t, fmt.Sprintf("%s/%s/reversed=%t", says, name, reversed), func(t *testing.T) {
					var log bytes.Buffer
					var seen observed
					opts := []reservations.Option{
						reservations.WithOrganization(7), reservations.WithUserAgent("night/1"), reservations.WithStrict(),
						reservations.WithRetry(policy{MaxAttempts: 2}), reservations.WithAttemptTimeout(3 * time.Second),
						reservations.WithMaxResponseBytes(100), reservations.WithAPIKeySource(keys("another key", "another key")),
						reservations.WithLimiter(&seen), logTo(&log), seen.hooks(),
					}
					if reversed {
						slices.Reverse(opts)
					}
					c := testkit.Must(made(reservations.WithHTTPClient(&http.Client{Transport: rt}), reservations.Options(opts...)))
					wantError(t, getCategory(t, c), says)
					if len(seen.calls) != 1 || seen.waited == 0 || !strings.Contains(log.String(), "call failed") {
						t.Errorf("the hooks have %d calls, the limiter %d attempts, and the log %s", len(seen.calls), seen.waited, &log)
					}
				})
			}
		}
	}
}

// TestWithHoldsNoEarlierClient: a program that derives each client from the one before holds the last one alone.
func TestWithHoldsNoEarlierClient(t *testing.T) {
	var earlier []weak.Pointer[[]byte]
	c := testclient.Over(t, taxProfile)
	for range 3 {
		key := new([]byte)
		earlier = append(earlier, weak.Make(key))
		c = testkit.Must(c.With(reservations.WithAPIKeySource(func(context.Context) (string, error) { return string(*key), nil })))
	}
	c = testkit.Must(c.With(reservations.WithAPIKeySource(keys("last"))))
	runtime.GC()
	for i, key := range earlier {
		if key.Value() != nil {
			t.Errorf("the source of key %d is held", i)
		}
	}
	runtime.KeepAlive(c)
}

// TestWithSharesConnections: it is in a bubble, because net/http uses a connection again only within 50 ms of a write.
func TestWithSharesConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := httptest.NewServer(http.NotFoundHandler())
		defer srv.Close()
		var again []bool
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(conn httptrace.GotConnInfo) { again = append(again, conn.Reused) }})
		c := testkit.Must(reservations.NewClient(srv.URL, reservationstest.Key))
		derived := testkit.Must(c.With(reservations.WithUserAgent("derived")))
		for _, c := range []*reservations.Client{c, derived, c} {
			wantError(t, only(c.TaxProfiles.Get(ctx, "1")), "404 Not Found")
		}
		if !slices.Equal(again, []bool{false, true, true}) {
			t.Errorf("the connections were used before: %v, want all but the first", again)
		}
	})
}

func only(_ any, err error) error { return err }

// wantError wants an error that says this, or none for "". A text with a line break after it is the end of the error.
func wantError(t *testing.T, err error, says string) {
	t.Helper()
	if (err != nil) != (says != "") || !strings.Contains(fmt.Sprintln(err), says) {
		t.Errorf("got the error %v, want one that says %q", err, says)
	}
}

// readAs writes a value as JSON, and reads that as another type.
func readAs[T any](value any) (v T) {
	if err := json.Unmarshal(testkit.Must(json.Marshal(value)), &v); err != nil {
		panic(err)
	}
	return v
}

func get(t *testing.T, c *reservations.Client, opts ...reservations.CallOption) error {
	t.Helper()
	return only(c.TaxProfiles.Get(t.Context(), "1", opts...))
}

var taxProfile = testclient.Responds(200, "application/json", `{"id":1}`)

// refuses responds with a status and a Retry-After, which can be "".
func refuses(status int, retryAfter string) testkit.RoundTripper {
	return testclient.Responds(status, "text/html", "<h1>busy</h1>", "Retry-After", retryAfter)
}

var guestOperation = testclient.CallOf("Guests.Get").Operation
