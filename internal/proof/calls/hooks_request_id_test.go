// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestRequestID holds where the name of a request is read from, and where it is shown.
func TestRequestID(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		header []string
		want   string
	}{
		{"none", nil, ""},
		{"X-Request-Id first", []string{"X-Correlation-Id", "b", "X-Request-Id", "a"}, "a"},
		{"X-Correlation-Id", []string{"X-Amzn-Trace-Id", "c", "X-Correlation-Id", "b"}, "b"},
		{"Request-Id", []string{"Request-Id", "c"}, "c"},
		{"Amazon, older", []string{"X-Amzn-Requestid", "d", "X-Amzn-Trace-Id", "c"}, "d"},
		{"Amazon", []string{"X-Amzn-Trace-Id", "Root=1-67891233-abcdef"}, "Root=1-67891233-abcdef"},
		{"Cloudflare", []string{"Cf-Ray", "7d0a-AMS"}, "7d0a-AMS"},
		{"an empty one", []string{"X-Request-Id", " ", "Request-Id", "c"}, "c"},
		{"unprintable", []string{"X-Request-Id", "a\u202eb\x1bc"}, "a b c"},
		{"a very long one", []string{"X-Request-Id", strings.Repeat("a", 5000)}, strings.Repeat("a", 128) + "..."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var (
				refused  *reservations.APIError
				bad      *reservations.DecodeError
				broken   *reservations.TransportError
				attempts []reservations.Attempt
				resp     reservations.Response
				log      bytes.Buffer
			)
			get := func(rt http.RoundTripper, as any) {
				c := testclient.Over(t, rt, onEnd(nil, &attempts, nil), logTo(&log), reservations.WithRetry(reservations.NoRetry()))
				if _, err := c.Guests.Get(t.Context(), 77, reservations.WithResponseInto(&resp)); !errors.As(err, as) {
					t.Fatalf("got %v, want a %T", err, as)
				}
			}
			get(begins(breaks, test.header...), &broken)
			get(testclient.Responds(200, "", "no", test.header...), &bad)
			get(testclient.Responds(404, "", "{}", test.header...), &refused)
			got := []string{broken.RequestID, bad.RequestID, refused.RequestID, resp.RequestID, attempts[0].RequestID}
			if diff := cmp.Diff(slices.Repeat([]string{test.want}, len(got)), got); diff != "" {
				t.Errorf("of three errors, the response and the attempt (-want +got):\n%s", diff)
			}
			if strings.Contains(log.String(), "request_id=") != (test.want != "") {
				t.Errorf("log: %s", &log)
			}
		})
	}
}
