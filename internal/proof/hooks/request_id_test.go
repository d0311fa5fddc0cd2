// SPDX-License-Identifier: MIT

package hooks_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
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
				refused *reservations.APIError
				odd     *reservations.DecodeError
				broken  *reservations.TransportError
				attempt reservations.Attempt
				resp    reservations.Response
				log     bytes.Buffer
			)
			hooks := reservations.WithHooks(reservations.Hooks{
				AttemptEnd: func(_ context.Context, a reservations.Attempt) { attempt = a }})
			logger := reservations.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
			get := func(rt http.RoundTripper) error {
				c := testclient.Over(t, rt, hooks, logger, reservations.WithRetry(reservations.NoRetry()))
				_, err := c.Guests.Get(t.Context(), 77, reservations.WithResponseInto(&resp))
				return err
			}
			if err := get(brokenOff(test.header...)); !errors.As(err, &broken) || broken.RequestID != test.want {
				t.Errorf("TransportError: got %+v", err)
			}
			err := get(testclient.Responds(200, "", "no", test.header...))
			if !errors.As(err, &odd) || odd.RequestID != test.want {
				t.Errorf("DecodeError: got %+v", err)
			}
			err = get(testclient.Responds(404, "", "{}", test.header...))
			if !errors.As(err, &refused) || refused.RequestID != test.want {
				t.Errorf("APIError: got %+v", err)
			}
			if resp.RequestID != test.want || attempt.RequestID != test.want {
				t.Errorf("Response: got %q, Attempt: got %q", resp.RequestID, attempt.RequestID)
			}
			if strings.Contains(log.String(), "request_id=") != (test.want != "") {
				t.Errorf("log: %s", &log)
			}
		})
	}
}

// brokenOff responds with a body that ends in the middle.
func brokenOff(header ...string) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		resp, err := testclient.Responds(200, "application/json", `{"id":`, header...)(r)
		resp.Body = io.NopCloser(io.MultiReader(resp.Body, failing{io.ErrUnexpectedEOF}))
		return resp, err
	}
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }
