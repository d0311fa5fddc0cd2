// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

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
		{"as many failures after it as the policy allows", gives(old, fresh, fresh, fresh), respond(503, "", ""),
			[]string{old, fresh, fresh, fresh}, 503, "after 4 attempts"},
		{"a 429 after it", gives(old, fresh, fresh), script(refused, taxProfile),
			[]string{old, fresh, fresh}, 0, ""},
		{"a key that is valid", gives(fresh, fresh), taxProfile, []string{fresh}, 0, ""},
		{"403", gives(fresh, old), respond(403, "", ""), []string{fresh}, 403, ""},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			service := &rotating{valid: fresh, next: test.next}
			policy := reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 3, Budget: 2})
			err := get(t, withSource(t, service, test.source, policy))
			var failed *reservations.APIError
			if got := errors.As(err, &failed); got != (test.status != 0) || got && failed.StatusCode != test.status {
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
		c := withSource(t, &rotating{valid: "new"}, func(ctx context.Context) (string, error) {
			if asked++; asked > 1 {
				<-ctx.Done()
			}
			return "old", ctx.Err()
		})
		start := time.Now()
		err := get(t, c, reservations.WithCallTimeout(3*time.Second))
		if took := time.Since(start); !errors.Is(err, reservations.ErrUnauthorized) || took != 3*time.Second {
			t.Errorf("got %v after %v, want the 401 after 3s", err, took)
		}
	})
}
