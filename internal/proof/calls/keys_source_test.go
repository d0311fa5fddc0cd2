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

// TestSlowKeySourceObeysTheCaller: the end of the context is the caller's, not that of the attempt,
// also when the source returns a key after it.
func TestSlowKeySourceObeysTheCaller(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]keySource{
		"fails":   func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() },
		"late":    func(ctx context.Context) (string, error) { <-ctx.Done(); return "k", nil },
		"goes on": func(context.Context) (string, error) { time.Sleep(time.Hour); return "k", nil },
	} {
		inBubble(t, name, func(t *testing.T) {
			var sent requests
			c := withSource(t, sent.to(taxProfile), source)
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			start := time.Now()
			_, err := c.TaxProfiles.Get(ctx, "1")
			if took := time.Since(start); !errors.Is(err, context.Canceled) || took != time.Second ||
				strings.Contains(err.Error(), "WithAttemptTimeout") || strings.Contains(err.Error(), "empty") {
				t.Errorf("got %v after %v, want Canceled after 1s", err, took)
			}
			err = get(t, c, reservations.WithCallTimeout(2*time.Second))
			const says = "call timed out after 2s (WithCallTimeout)"
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), says) {
				t.Errorf("got %v, want the end of WithCallTimeout", err)
			}
			if n := sent.Load(); n != 0 {
				t.Errorf("%d requests were sent", n)
			}
			time.Sleep(2 * time.Hour) // virtual: until the source has returned
		})
	}
}

// TestKeySourceAndFixedKey is not parallel: it sets the environment. The source counts, and the key
// that it replaces is not shown either.
func TestKeySourceAndFixedKey(t *testing.T) {
	const url = "https://api.example.com"
	t.Setenv("RESERVATIONS_BASE_URL", url)
	t.Setenv("RESERVATIONS_API_KEY", "")
	t.Setenv("RESERVATIONS_ORGANIZATION", "")
	var key string
	rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		key = r.Header.Get("X-Api-Key")
		return testclient.Responds(400, "text/plain", "fixed-canary")(r)
	})
	opts := []reservations.Option{
		reservations.WithAPIKeySource(func(context.Context) (string, error) { return "from-the-source", nil }),
		reservations.WithHTTPClient(&http.Client{Transport: rt}),
	}
	for name, newClient := range map[string]func() (*reservations.Client, error){
		"no key": func() (*reservations.Client, error) { return reservations.NewClient(url, "", opts...) },
		"a fixed key too": func() (*reservations.Client, error) {
			return reservations.NewClient(url, "fixed-canary", opts...)
		},
		"the environment": func() (*reservations.Client, error) { return reservations.NewClientFromEnv(opts...) },
	} {
		t.Run(name, func(t *testing.T) {
			c, err := newClient()
			if err != nil {
				t.Fatal(err)
			}
			err = get(t, c)
			var refused *reservations.APIError
			if key != "from-the-source" || !errors.As(err, &refused) {
				t.Fatalf("sent %q, got %v", key, err)
			}
			if shown := string(refused.Body) == "fixed-canary"; shown != (name != "a fixed key too") {
				t.Errorf("the body is %q", refused.Body)
			}
		})
	}
}
