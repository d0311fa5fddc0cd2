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

// TestKeyIsAskedForBeforeEveryAttempt, retries and the end of a long rate limit included.
func TestKeyIsAskedForBeforeEveryAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var asked []time.Duration
		source := reservations.WithAPIKeySource(func(context.Context) (string, error) {
			asked = append(asked, time.Since(start).Round(10*time.Second))
			return fmt.Sprint("key-", len(asked)), nil
		})
		var keys []string
		responses := script(refuses(429, "30"), refuses(503, "5"), fails(io.ErrUnexpectedEOF), taxProfile)
		c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			keys = append(keys, strings.Join(r.Header.Values("X-Api-Key"), ","))
			return responses.RoundTrip(r)
		}), source, reservations.WithRetry(policy{MinWait: time.Second, MaxWait: time.Second}))
		if err := get(t, c); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"key-1", "key-2", "key-3", "key-4"}, keys); diff != "" {
			t.Errorf("keys of the requests (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]time.Duration{0, 30 * time.Second, 40 * time.Second, 40 * time.Second}, asked); diff != "" {
			t.Errorf("asked, to ten seconds (-want +got):\n%s", diff)
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
	const timeout, printable = "attempt timed out after 30s (WithAttemptTimeout)", "its key must be printable ASCII without blanks at its ends"
	late := func(ctx context.Context) (string, error) {
		<-ctx.Done()
		return "key-canary", nil
	}
	for name, test := range map[string]struct {
		source keySource
		is     error
		says   string
	}{
		"error with a key":           {gives("key-canary", fmt.Errorf("bad key-canary: %w", sealed)), sealed, "the vault is sealed"},
		"error that looks transient": {gives("", io.ErrUnexpectedEOF), io.ErrUnexpectedEOF, ""},
		"no key":                     {gives("", nil), nil, "empty"},
		"line break":                 {gives("canary\r\nX-Evil: 1", nil), nil, printable},
		"late":                       {late, context.DeadlineExceeded, timeout},
	} {
		inBubble(t, name, func(t *testing.T) {
			var sent requests
			var asked atomic.Int32
			c := testclient.Over(t, sent.to(taxProfile), reservations.WithAPIKeySource(func(ctx context.Context) (string, error) {
				asked.Add(1)
				return test.source(ctx)
			}))
			err := get(t, c)
			failed, ok := errors.AsType[*reservations.TransportError](err)
			if !ok || failed.Attempts != 0 || test.is != nil && !errors.Is(err, test.is) {
				t.Fatalf("got %v, want a TransportError before the first attempt that wraps %v", err, test.is)
			}
			if says := err.Error(); !strings.Contains(says, test.says) || !strings.Contains(says, "API key source") || strings.Contains(says, "canary") {
				t.Errorf("%q does not say %q, or shows a key", err, test.says)
			}
			if sent.Load() != 0 || asked.Load() != 1 {
				t.Errorf("%d requests, asked %d times; want 0 and 1", sent.Load(), asked.Load())
			}
		})
	}
}

// rotating is a service that knows one key, and notes those that it was sent.
type rotating struct {
	valid string
	sent  []string
	next  http.RoundTripper // responds to a request with the key
}

func (s *rotating) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(time.Second) // virtual
	key := r.Header.Get("X-Api-Key")
	s.sent = append(s.sent, key)
	if key != s.valid {
		return testclient.Responds(401, "text/plain", "unknown key "+key)(r)
	}
	return s.next.RoundTrip(r)
}

// TestKeyThatWasReplaced: after a 401 the source is asked once more, and another key is tried once.
func TestKeyThatWasReplaced(t *testing.T) {
	t.Parallel()
	respond := testclient.Responds
	const old, fresh = "canary-old", "canary-new"
	refused := refuses(429, "9")
	tests := []struct {
		name   string
		source keySource
		next   http.RoundTripper
		sent   []string // keys
		status int      // of the error; 0 for none
		says   string
	}{
		{"another key", gives(old, fresh), taxProfile, []string{old, fresh}, 0, ""},
		{"the same key", gives(old, old, fresh), taxProfile, []string{old}, 401, "unknown key REDACTED"},
		{"another key, not valid either", gives(old, "canary-x", fresh), taxProfile, []string{old, "canary-x"}, 401,
			"unknown key REDACTED (after 2 attempts)"},
		{"an error of the source", gives(old), taxProfile, []string{old}, 401,
			"; not retried: the API key source failed: no successor of REDACTED"},
		{"a key that cannot be sent", gives(old, "canary\n"), taxProfile, []string{old}, 401, "not retried: the API key source"},
		{"another failure after it", gives(old, fresh), respond(404, "", ""), []string{old, fresh}, 404, "after 2 attempts"},
		{"as many failures after it as the policy allows", gives(old, fresh, fresh, fresh, fresh), respond(500, "", ""),
			[]string{old, fresh, fresh, fresh}, 500, "after 4 attempts"},
		{"a 429 after it", gives(old, fresh, fresh), script(refused, taxProfile),
			[]string{old, fresh, fresh}, 0, ""},
		{"403", gives(fresh, old), respond(403, "", ""), []string{fresh}, 403, ""},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			service := &rotating{valid: fresh, next: test.next}
			policy := reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 3, Budget: 2})
			err := get(t, testclient.Over(t, service, reservations.WithAPIKeySource(test.source), policy))
			failed, got := err.(*reservations.APIError)
			if got != (test.status != 0) || got && failed.StatusCode != test.status {
				t.Fatalf("got %v, want the status %d", err, test.status)
			}
			if err != nil && (!strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "canary")) {
				t.Errorf("got %q, want %q and no key", err, test.says)
			}
			if diff := cmp.Diff(test.sent, service.sent); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCallThatEndsWhileItAsksForAnotherKey returns the 401.
func TestCallThatEndsWhileItAsksForAnotherKey(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := testclient.Over(t, &rotating{valid: "new"}, reservations.WithAPIKeySource(func(ctx context.Context) (string, error) {
			if asked++; asked > 1 {
				<-ctx.Done()
			}
			return "old", ctx.Err()
		}))
		start := time.Now()
		err := get(t, c, reservations.WithCallTimeout(3*time.Second))
		if took := time.Since(start); !errors.Is(err, reservations.ErrUnauthorized) || took != 3*time.Second {
			t.Errorf("got %v after %v, want the 401 after 3s", err, took)
		}
	})
}
