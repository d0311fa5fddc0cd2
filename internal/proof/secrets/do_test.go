// SPDX-License-Identifier: MIT

package secrets_test

import (
	"errors"
	"net/http"
	"net/url"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestSecretsInThePathOfDo: the key, and what the query has as a secret, are cut out of the
// path of the operation as well, which errors, hooks, contexts and log records show.
func TestSecretsInThePathOfDo(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		rt   testkit.RoundTripper
	}{
		{"refused", testclient.Responds(404, "application/json", "{}")},
		{"undecodable", testclient.Responds(200, "text/html", "<html>")},
		{"no connection", func(*http.Request) (*http.Response, error) { return nil, errors.New("x") }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out watch
			var sent string
			rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				sent = r.URL.EscapedPath()
				op, _ := reservations.OperationFromContext(r.Context())
				out.print(op)
				return test.rt(r)
			})
			c, err := reservations.NewClient("https://api.example.com", keyCanary, reservations.WithHooks(out.hooks()),
				reservations.WithLogger(out.logger()), reservations.WithHTTPClient(&http.Client{Transport: rt}))
			if err != nil {
				t.Fatal(err)
			}
			path := "/api/keys/" + url.PathEscape(keyCanary) + "/" + url.PathEscape(tokenCanary)
			query := url.Values{"token": {tokenCanary}}
			err = c.Do(t.Context(), reservations.Request{Method: "POST", Path: path, Query: query}, nil)
			if err == nil || sent != path {
				t.Errorf("the error is %v, and the request has gone to %s", err, sent)
			}
			out.printError(err)
			out.check(t)
			const want = "/api/keys/REDACTED/REDACTED"
			var refused *reservations.APIError
			if errors.As(err, &refused) && (refused.Operation.Path != want || refused.URLPath != want) {
				t.Errorf("the path is %s and %s, want %s", refused.Operation.Path, refused.URLPath, want)
			}
		})
	}
}

// TestRefusedPathOfDo: what the caller wrote instead of a path is nowhere in the error.
func TestRefusedPathOfDo(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		request reservations.Request
		out     any
	}{
		{"a query in it", reservations.Request{Method: "GET", Path: "/api/guests?token=" + tokenCanary}, nil},
		{"a URL", reservations.Request{Method: "GET", Path: "https://example.com/" + tokenCanary}, nil},
		{"no method", reservations.Request{Path: "/api/" + tokenCanary}, nil},
		{"no pointer", reservations.Request{Method: "GET", Path: "/api/" + tokenCanary}, 7},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := testclient.Over(t, testclient.Responds(200, "", "{}"))
			err := c.Do(t.Context(), test.request, test.out)
			var invalid *reservations.ParamError
			if !errors.As(err, &invalid) || invalid.Name != "Do" {
				t.Fatalf("got %v, want a ParamError of Do", err)
			}
			var out watch
			out.printError(err)
			out.check(t)
		})
	}
}
