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
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

const old, fresh = "canary-old", "canary-new"

// keySource is where the key of a client comes from.
type keySource = func(context.Context) (string, error)

// keys returns these one after the other, and then an error.
func keys(all ...string) keySource {
	return func(context.Context) (string, error) {
		if len(all) == 0 {
			return "", errors.New("no successor of " + old)
		}
		key := all[0]
		all = all[1:]
		return key, nil
	}
}

// TestKeySource is asked before every attempt, once the wait is over, and takes a second that is no part of the attempt. If it
// fails, nothing is sent, and nothing is retried. After a 401 it is asked once more, and another key is tried once.
func TestKeySource(t *testing.T) {
	sealed := errors.New("the vault is sealed")
	once := func(key string, err error) keySource { // and then a key that is valid
		rest := keys(fresh)
		return func(ctx context.Context) (string, error) {
			defer func() { key, err = rest(ctx) }()
			return key, err
		}
	}
	clock := func(context.Context) (string, error) { return time.Now().Round(10 * time.Second).Format("04:05"), nil }
	late := func(ctx context.Context) (string, error) { <-ctx.Done(); return old, nil }
	var cancel context.CancelFunc // of the call
	cancels := func(ctx context.Context) (string, error) {
		if reservations.APIKeyRefused(ctx) {
			cancel()
		}
		return old, ctx.Err()
	}
	const failed, printable = "API key source failed: ", "its key must be printable ASCII without blanks at its ends"
	for name, test := range map[string]struct {
		source keySource
		next   http.RoundTripper // responds to fresh, and to keys that do not begin with canary
		sent   []string          // keys
		is     error             // nil for none
		says   string
	}{
		"before every attempt": {clock, inTurn(refuses(429, "30"), refuses(503, "5"), fails(io.ErrUnexpectedEOF), taxProfile),
			[]string{"00:00", "00:30", "00:40", "00:40"}, nil, ""},

		"an error with a key": {once(old, fmt.Errorf("bad %s: %w", old, sealed)), taxProfile, nil, sealed,
			failed + "bad REDACTED: the vault is sealed"},
		"an error that looks transient": {once("", io.ErrUnexpectedEOF), taxProfile, nil, io.ErrUnexpectedEOF, failed},
		"no key":                        {once("", nil), taxProfile, nil, nil, "empty"},
		"a line break":                  {once("canary\r\nX-Evil: 1", nil), taxProfile, nil, nil, printable},
		"late":                          {late, taxProfile, nil, context.DeadlineExceeded, "attempt timed out after 30s (WithAttemptTimeout)"},

		"another key":                   {keys(old, fresh), taxProfile, []string{old, fresh}, nil, ""},
		"the same key":                  {keys(old, old, fresh), taxProfile, []string{old}, reservations.ErrUnauthorized, "unknown key REDACTED"},
		"another key, not valid either": {keys(old, "canary-x", fresh), taxProfile, []string{old, "canary-x"}, reservations.ErrUnauthorized, "(after 2 attempts)"},
		"a 401 and an error":            {keys(old), taxProfile, []string{old}, reservations.ErrUnauthorized, "source failed: no successor of REDACTED"},
		"a 401 and the end of the call": {cancels, taxProfile, []string{old}, reservations.ErrUnauthorized, ""},
		"as many failures after it as the policy allows": {keys(old, fresh, fresh, fresh, fresh), testclient.Responds(500, "", ""),
			[]string{old, fresh, fresh, fresh}, reservations.ErrServer, "after 4 attempts"},
		"a 429 after it": {keys(old, fresh, fresh), inTurn(refuses(429, "9"), taxProfile), []string{old, fresh, fresh}, nil, ""},
		"403":            {keys(fresh, old), testclient.Responds(403, "", ""), []string{fresh}, reservations.ErrForbidden, ""},
	} {
		inBubble(t, name, func(t *testing.T) {
			var sent []string
			var seen observed
			service := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				time.Sleep(time.Second) // virtual
				key := r.Header.Get("X-Api-Key")
				sent = append(sent, key)
				if key != fresh && strings.HasPrefix(key, "canary") {
					return testclient.Responds(401, "text/plain", "unknown key "+key)(r)
				}
				return test.next.RoundTrip(r)
			})
			source := func(ctx context.Context) (string, error) {
				time.Sleep(time.Second) // virtual
				return test.source(ctx)
			}
			var ctx context.Context
			ctx, cancel = context.WithCancel(t.Context())
			defer cancel()
			c := testclient.Over(t, service, reservations.WithAPIKeySource(source), seen.hooks(),
				reservations.WithRetry(policy{MaxAttempts: 3, Budget: 2}))
			_, err := c.TaxProfiles.Get(ctx, "1")
			if (err != nil) != (test.is != nil || test.says != "") || test.is != nil && !errors.Is(err, test.is) {
				t.Fatalf("got %v, want %v", err, test.is)
			}
			if text := fmt.Sprint(err); !strings.Contains(text, test.says) || strings.Contains(text, "canary") {
				t.Errorf("got %q, want %q and no key", text, test.says)
			}
			if lost, ok := errors.AsType[*reservations.TransportError](err); ok && lost.Attempts != 0 {
				t.Errorf("got %d attempts, want none", lost.Attempts)
			}
			if diff := cmp.Diff(test.sent, sent); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
			for _, a := range seen.attempts {
				if a.Duration != time.Second {
					t.Errorf("attempt %d takes %v, want a second", a.Number, a.Duration)
				}
			}
		})
	}
}
