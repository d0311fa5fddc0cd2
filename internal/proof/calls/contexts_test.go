// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestContextOfARequest holds what the start of its attempt put there, and the operation. A tracer
// may cancel it at the end of the attempt, and the call is retried all the same.
func TestContextOfARequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type number struct{}
		type cancelKey struct{}
		var seen []any
		rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			op, ok := reservations.OperationFromContext(r.Context())
			seen = append(seen, r.Context().Value(number{}), ok, op)
			return testclient.Responds(503, "", "")(r)
		})
		retry := reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2})
		c := testclient.Over(t, rt, retry, reservations.WithHooks(reservations.Hooks{
			AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context {
				ctx, cancel := context.WithCancel(context.WithValue(ctx, number{}, a.Number))
				return context.WithValue(ctx, cancelKey{}, cancel)
			},
			AttemptEnd: func(ctx context.Context, _ reservations.Attempt) {
				ctx.Value(cancelKey{}).(context.CancelFunc)()
			},
		}))
		if _, err := c.Guests.Get(t.Context(), 77); !errors.Is(err, reservations.ErrServer) {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]any{1, true, guestOperation, 2, true, guestOperation}, seen); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if op, ok := reservations.OperationFromContext(t.Context()); ok {
			t.Errorf("a context of no call has %+v", op)
		}
	})
}
