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
