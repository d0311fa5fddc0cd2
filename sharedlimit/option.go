// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/reservationkit/reservations-go"
)

// Option makes a client wait for its turn before every attempt, and report a 429 to the other processes. Pass it to
// [reservations.NewClient] for each client of the process that sends with the same key. It uses
// [reservations.WithLimiter], so it replaces another limiter, and [reservations.WithHooks], which adds to other hooks.
func (l *Limiter) Option() reservations.Option {
	return reservations.Options(
		reservations.WithLimiter(l),
		reservations.WithHooks(reservations.Hooks{AttemptStart: l.attemptStart, AttemptEnd: l.attemptEnd}),
	)
}

type probeKey struct{}

// attemptStart marks the attempt that is the probe of a pause: the request that goes first after it.
func (l *Limiter) attemptStart(ctx context.Context, _ reservations.Attempt) context.Context {
	if pause := l.probe.Swap(0); pause != 0 {
		return context.WithValue(ctx, probeKey{}, pause)
	}
	return ctx
}

// attemptEnd reports a 429, or the outcome of a probe, to the other processes, also when the call was cancelled.
func (l *Limiter) attemptEnd(ctx context.Context, a reservations.Attempt) {
	ctx = context.WithoutCancel(ctx)
	probe, isProbe := ctx.Value(probeKey{}).(int64)
	refused := a.StatusCode == http.StatusTooManyRequests
	after := pauseAfter(a)
	switch {
	case refused && after <= l.maxPause:
		l.tell(ctx, pauseScript, after.Microseconds())
	case isProbe:
		l.tell(ctx, settleScript, probe, a.StatusCode != 0 && !refused) // true is sent as 1, and false as 0
	}
}

// pauseAfter returns how long to pause after a 429: the longer of the time that the service asks for and
// the time that the client waits before it sends the request again, or unnamed if there is neither.
func pauseAfter(a reservations.Attempt) time.Duration {
	const unnamed = time.Second
	after := a.RetryAfter
	if after == 0 && a.RateLimit != nil {
		after = a.RateLimit.Reset
	}
	return cmp.Or(max(after, a.RetryIn), unnamed)
}
