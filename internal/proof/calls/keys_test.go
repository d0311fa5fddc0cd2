// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// rotating is a service that does not know the keys that begin with canary, but for one. It notes those that it was sent.
type rotating struct {
	sent []string
	next http.RoundTripper // responds to a request with a key that it knows
}

func (s *rotating) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(time.Second) // virtual
	key := r.Header.Get("X-Api-Key")
	s.sent = append(s.sent, key)
	if key != fresh && strings.HasPrefix(key, "canary") {
		return testclient.Responds(401, "text/plain", "unknown key "+key)(r)
	}
	return s.next.RoundTrip(r)
}

const old, fresh = "canary-old", "canary-new"

// TestKeySource is asked before every attempt, once the wait is over. If it fails, nothing is sent, and nothing is
// retried. After a 401 it is asked once more, and another key is tried once.
func TestKeySource(t *testing.T) {
	sealed := errors.New("the vault is sealed")
	first := func(key string, err error) keySource { // and then a key that is valid
		rest := gives(fresh)
		return func(ctx context.Context) (string, error) {
			defer func() { key, err = rest(ctx) }()
			return key, err
		}
	}
	clock := func(context.Context) (string, error) { return time.Now().Round(10 * time.Second).Format("04:05"), nil }
	late := func(ctx context.Context) (string, error) { <-ctx.Done(); return old, nil }
	const failed, printable = "API key source failed: ", "its key must be printable ASCII without blanks at its ends"
	for name, test := range map[string]struct {
		source keySource
		next   http.RoundTripper
		sent   []string // keys
		is     error    // nil for none
		says   string
	}{
		"before every attempt": {clock, script(refuses(429, "30"), refuses(503, "5"), fails(io.ErrUnexpectedEOF), taxProfile),
			[]string{"00:00", "00:30", "00:40", "00:40"}, nil, ""},

		"an error with a key":           {first(old, fmt.Errorf("bad %s: %w", old, sealed)), nil, nil, sealed, failed + "bad REDACTED: the vault is sealed"},
		"an error that looks transient": {first("", io.ErrUnexpectedEOF), nil, nil, io.ErrUnexpectedEOF, failed},
		"no key":                        {first("", nil), nil, nil, nil, "empty"},
		"a line break":                  {first("canary\r\nX-Evil: 1", nil), nil, nil, nil, printable},
		"late":                          {late, nil, nil, context.DeadlineExceeded, "attempt timed out after 30s (WithAttemptTimeout)"},

		"another key":                   {gives(old, fresh), taxProfile, []string{old, fresh}, nil, ""},
		"the same key":                  {gives(old, old, fresh), nil, []string{old}, reservations.ErrUnauthorized, "unknown key REDACTED"},
		"another key, not valid either": {gives(old, "canary-x", fresh), nil, []string{old, "canary-x"}, reservations.ErrUnauthorized, "(after 2 attempts)"},
		"a 401 and an error":            {gives(old), nil, []string{old}, reservations.ErrUnauthorized, "; not retried: the API key source failed: no successor of REDACTED"},
		"a 401 and a line break":        {gives(old, "canary\n"), nil, []string{old}, reservations.ErrUnauthorized, "not retried: the API key source"},
		"another failure after it":      {gives(old, fresh), testclient.Responds(404, "", ""), []string{old, fresh}, reservations.ErrNotFound, "after 2 attempts"},
		"as many failures after it as the policy allows": {gives(old, fresh, fresh, fresh, fresh), testclient.Responds(500, "", ""),
			[]string{old, fresh, fresh, fresh}, reservations.ErrServer, "after 4 attempts"},
		"a 429 after it": {gives(old, fresh, fresh), script(refuses(429, "9"), taxProfile), []string{old, fresh, fresh}, nil, ""},
		"403":            {gives(fresh, old), testclient.Responds(403, "", ""), []string{fresh}, reservations.ErrForbidden, ""},
	} {
		inBubble(t, name, func(t *testing.T) {
			service := &rotating{next: test.next}
			err := get(t, testclient.Over(t, service, reservations.WithAPIKeySource(test.source), reservations.WithRetry(policy{MaxAttempts: 3, Budget: 2})))
			if (err != nil) != (test.is != nil || test.says != "") || test.is != nil && !errors.Is(err, test.is) {
				t.Fatalf("got %v, want %v", err, test.is)
			}
			if text := fmt.Sprint(err); !strings.Contains(text, test.says) || strings.Contains(text, "canary") {
				t.Errorf("got %q, want %q and no key", text, test.says)
			}
			if lost, ok := errors.AsType[*reservations.TransportError](err); ok && lost.Attempts != 0 {
				t.Errorf("got %d attempts, want none", lost.Attempts)
			}
			if diff := cmp.Diff(test.sent, service.sent); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCallThatEndsWhileItAsksForAnotherKey returns the 401.
func TestCallThatEndsWhileItAsksForAnotherKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := testclient.Over(t, &rotating{}, reservations.WithAPIKeySource(func(ctx context.Context) (string, error) {
			if asked++; asked > 1 {
				<-ctx.Done()
			}
			return old, ctx.Err()
		}))
		start := time.Now()
		err := get(t, c, reservations.WithCallTimeout(3*time.Second))
		if took := time.Since(start); !errors.Is(err, reservations.ErrUnauthorized) || took != 3*time.Second {
			t.Errorf("got %v after %v, want the 401 after 3s", err, took)
		}
	})
}
