// SPDX-License-Identifier: MIT

package transport

import (
	"net/http"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestFetchFollowsNoRedirect: with fetch no redirect is followed, and responses are like those of other Transports. TestFetchInNode of
// proof/calls shows that net/http understands the header field.
func TestFetchFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer step
		status int // 0 for an error
		packed string
	}{
		"a redirect that node shows":       {status(302, "Location", "https://elsewhere.example.com"), 302, ""},
		"one that a browser hides":         {status(0), 0, ""},
		"a body that is unpacked":          {status(200, "Content-Encoding", "br"), 200, ""},
		"one that fetch does not know":     {status(200, "Content-Encoding", "compress"), 200, "compress"},
		"no connection, whatever it means": {fail(errOther), 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var asked string
			next := testkit.Serving(func(r *http.Request) (*http.Response, error) {
				asked = r.Header.Get("js.fetch:redirect")
				return test.answer(r)
			})
			resp, err := fetching{next}.RoundTrip((&http.Request{Header: http.Header{}}).WithContext(t.Context()))
			if (err != nil) != (test.status == 0) || asked != "manual" {
				t.Fatalf("got %v, and fetch was asked for %q", err, asked)
			}
			if err == nil && (resp.StatusCode != test.status || Encoding(resp.Header) != test.packed) {
				t.Errorf("got %d, packed as %q", resp.StatusCode, Encoding(resp.Header))
			}
		})
	}
}
