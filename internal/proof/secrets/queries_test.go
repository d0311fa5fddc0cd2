// SPDX-License-Identifier: MIT

package secrets_test

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestNamesThatSoundLikeSecrets: the values of others stay, so that errors can be read.
func TestNamesThatSoundLikeSecrets(t *testing.T) {
	t.Parallel()
	const value = "v4lue-canary"
	secret := []string{
		"Token", "session-token", "reservation_token", "reservationToken", "client_secret", "clientSecret",
		"PASSWORD", "pass-phrase", "passphrase", "Api-Key", "api_key", "apiKey", "X-Apikey", "Authorization",
		"X-Cookie", "credentials", "X-Hub-Signature-256", "wifi_psk",
	}
	for _, name := range append(secret, "description", "X-Request-Id", "key", "Accept-Language", "pass", "user") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := "no REDACTED"
			if !slices.Contains(secret, name) {
				want = "no " + value
			}
			c := testclient.Over(t, testclient.Responds(400, "text/plain", "no "+value))
			do := func(query url.Values, opts ...reservations.CallOption) error {
				return c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/x", Query: query}, nil, opts...)
			}
			for kind, err := range map[string]error{
				"query of Do":          do(url.Values{name: {value}}),
				"query":                do(nil, reservations.WithQuery(name, value)),
				"header":               do(nil, reservations.WithHeader(name, value)),
				"header with a scheme": do(nil, reservations.WithHeader(name, "Bearer "+value)),
			} {
				var refused *reservations.APIError
				if !errors.As(err, &refused) || string(refused.Body) != want || refused.Description != want {
					t.Errorf("%s: got %v, want %s", kind, err, want)
				}
			}
		})
	}
}

// TestQueriesAreNotShown: neither names nor values, of secrets or not.
func TestQueriesAreNotShown(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		rt   testkit.RoundTripper
	}{
		{"busy", testclient.Responds(503, "", "")},
		{"no JSON", testclient.Responds(200, "text/html", "<p>")},
		{"refused", func(r *http.Request) (*http.Response, error) {
			return testclient.Responds(400, "application/json", "{}", "X-Echo", r.URL.Query().Get("api_key"))(r)
		}},
		{"broken", func(r *http.Request) (*http.Response, error) {
			return nil, &url.Error{Op: "Get", URL: r.URL.String(), Err: io.EOF}
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out watch
			c := testclient.Over(t, test.rt, reservations.WithLogger(out.logger()), reservations.WithHooks(out.hooks()),
				reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2, MinWait: 1, MaxWait: 1}))
			_, err := c.TaxProfiles.Get(t.Context(), "1",
				reservations.WithQuery("canary-key", "canary-value"), reservations.WithQuery("api_key", "key-canary"))
			if err == nil {
				t.Fatal("the call succeeded")
			}
			out.printError(err)
			if text := out.String(); strings.Contains(text, "canary") {
				t.Errorf("the query is shown: %.600s", text)
			}
		})
	}
}

// TestHeaderNamesAndValues: the characters of RFC 9110 are accepted, and no others.
func TestHeaderNamesAndValues(t *testing.T) {
	t.Parallel()
	const token = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	c := testclient.Over(t, testclient.Responds(200, "application/json", `{"id":7}`))
	for r := range rune(0x100) {
		_, nameErr := c.Guests.Get(t.Context(), 7, reservations.WithHeader("X"+string(r)+"X", "x"))
		if (nameErr == nil) != strings.ContainsRune(token, r) {
			t.Errorf("%q in a name: got %v", r, nameErr)
		}
		_, valueErr := c.Guests.Get(t.Context(), 7, reservations.WithHeader("X-X", "x"+string(r)+"x"))
		if (valueErr == nil) != (r >= ' ' && r <= '~') {
			t.Errorf("%q in a value: got %v", r, valueErr)
		}
	}
}

// TestSecretsInThePathOfDo: the key, and what the query has as a secret, are cut out of the
// path of the operation as well. The sweep makes such a call too.
func TestSecretsInThePathOfDo(t *testing.T) {
	t.Parallel()
	path := "/api/keys/" + url.PathEscape(reservationstest.Key) + "/" + url.PathEscape(tokenCanary)
	var sent string
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		sent = r.URL.EscapedPath()
		return testclient.Responds(404, "application/json", "{}")(r)
	}))
	err := c.Do(t.Context(), reservations.Request{Method: "POST", Path: path, Query: url.Values{"token": {tokenCanary}}}, nil)
	const want = "/api/keys/REDACTED/REDACTED"
	var refused *reservations.APIError
	if !errors.As(err, &refused) || refused.Operation.Path != want || refused.URLPath != want || sent != path {
		t.Errorf("the request to %s fails with %+v, want the path %s", sent, refused, want)
	}
}
