// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/reservationkit/reservations-go"
)

// Option makes a client wait for its turn before every attempt, and tell the other processes
// of a 429. Pass it to [reservations.NewClient], and to each client of the process that sends
// with the same key. It holds [reservations.WithLimiter], so it replaces another limiter, and
// [reservations.WithHooks], which adds to other hooks.
func (l *Limiter) Option() reservations.Option {
	return reservations.Options(
		reservations.WithLimiter(l),
		reservations.WithHooks(reservations.Hooks{AttemptStart: l.attemptStart, AttemptEnd: l.attemptEnd}),
	)
}

type probeKey struct{}

// attemptStart marks the attempt that is the probe of a pause.
func (l *Limiter) attemptStart(ctx context.Context, _ reservations.Attempt) context.Context {
	if pause := l.probe.Swap(0); pause != 0 {
		return context.WithValue(ctx, probeKey{}, pause)
	}
	return ctx
}

// attemptEnd tells the others of a 429, and of the outcome of a probe. It does so also for a
// call that was cancelled.
func (l *Limiter) attemptEnd(ctx context.Context, a reservations.Attempt) {
	ctx = context.WithoutCancel(ctx)
	probe, isProbe := ctx.Value(probeKey{}).(int64)
	refused := a.StatusCode == http.StatusTooManyRequests
	after := pauseAfter(a)
	switch {
	case refused && after <= l.maxPause:
		l.tell(ctx, pauseScript, after.Microseconds())
	case isProbe:
		accepted := 0
		if a.StatusCode != 0 && !refused {
			accepted = 1
		}
		l.tell(ctx, settleScript, probe, accepted)
	}
}

// pauseAfter returns how long to pause after a 429: what the service asks for, and not less
// than the client waits before it sends the request again.
func pauseAfter(a reservations.Attempt) time.Duration {
	const unnamed = time.Second
	after := a.RetryAfter
	if after == 0 && a.RateLimit != nil {
		after = a.RateLimit.Reset
	}
	return cmp.Or(max(after, a.RetryIn), unnamed)
}
