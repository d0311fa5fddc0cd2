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
	"github.com/reservationkit/reservations-go/reservationstest"
)

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
