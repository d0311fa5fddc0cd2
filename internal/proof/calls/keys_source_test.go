// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// withSource returns a client whose key comes from a source.
func withSource(t *testing.T, rt http.RoundTripper, source keySource,
	opts ...reservations.Option) *reservations.Client {
	t.Helper()
	return testclient.Over(t, rt, append(opts, reservations.WithAPIKeySource(source))...)
}

// TestKeyIsAskedForBeforeEveryAttempt, retries and the end of a long rate limit included.
func TestKeyIsAskedForBeforeEveryAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var asked []time.Duration
		source := func(context.Context) (string, error) {
			asked = append(asked, time.Since(start))
			return fmt.Sprint("key-", len(asked)), nil
		}
		var keys []string
		c := withSource(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			keys = append(keys, strings.Join(r.Header.Values("X-Api-Key"), ","))
			switch len(keys) {
			case 1:
				return refuses(429, "30")(r)
			case 2:
				return refuses(503, "5")(r)
			case 3:
				return nil, io.ErrUnexpectedEOF
			}
			return taxProfile(r)
		}), source, reservations.WithRetry(reservations.RetryPolicy{MinWait: time.Second, MaxWait: time.Second}))
		for range 2 {
			if err := get(t, c); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff([]string{"key-1", "key-2", "key-3", "key-4", "key-5"}, keys); diff != "" {
			t.Errorf("keys of the requests (-want +got):\n%s", diff)
		}
		if len(asked) != 5 || asked[0] != 0 || asked[1] != 30*time.Second || asked[2] < 35*time.Second {
			t.Errorf("asked at %v, want just before each request", asked)
		}
	})
}

// TestFailingKeySource ends the call: nothing is sent and nothing is retried.
func TestFailingKeySource(t *testing.T) {
	t.Parallel()
	sealed := errors.New("the vault is sealed")
	gives := func(key string, err error) keySource {
		return func(context.Context) (string, error) { return key, err }
	}
	slow := func(key string) keySource {
		return func(ctx context.Context) (string, error) {
			<-ctx.Done()
			if key != "" {
				return key, nil
			}
			return "", ctx.Err()
		}
	}
	const timeout = "attempt timed out after 30s (WithAttemptTimeout)"
	tests := []struct {
		name   string
		source keySource
		is     error
		says   string
	}{
		{"error", gives("", sealed), sealed, "the vault is sealed"},
		{"error with a key", gives("key-canary", fmt.Errorf("bad key-canary: %w", sealed)), sealed, "the vault is sealed"},
		{"error that looks transient", gives("", io.ErrUnexpectedEOF), io.ErrUnexpectedEOF, ""},
		{"no key", gives("", nil), nil, "empty"},
		{"line break", gives("canary\r\nX-Evil: 1", nil), nil, "printable ASCII"},
		{"blank at the end", gives("canary ", nil), nil, "blanks"},
		{"not ASCII", gives("canaryé", nil), nil, "its key must be printable ASCII without blanks at its ends"},
		{"slow", slow(""), context.DeadlineExceeded, timeout},
		{"slow and late", slow("key-canary"), context.DeadlineExceeded, timeout},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			var sent requests
			var asked atomic.Int32
			c := withSource(t, sent.to(taxProfile), func(ctx context.Context) (string, error) {
				asked.Add(1)
				return test.source(ctx)
			})
			err := get(t, c)
			var failed *reservations.TransportError
			if !errors.As(err, &failed) || failed.Attempts != 0 || test.is != nil && !errors.Is(err, test.is) {
				t.Fatalf("got %v, want a TransportError before the first attempt that wraps %v", err, test.is)
			}
			for _, want := range []string{test.says, "API key source"} {
				if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "canary") {
					t.Errorf("%q does not say %q, or shows a key", err, want)
				}
			}
			if sent.Load() != 0 || asked.Load() != 1 {
				t.Errorf("%d requests, asked %d times; want 0 and 1", sent.Load(), asked.Load())
			}
		})
	}
}
