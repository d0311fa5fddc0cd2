package reservations

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// observers are the hooks of a client, by what they observe.
type observers struct {
	walks    []observer[Walk]
	calls    []observer[Call]
	attempts []observer[Attempt]
}

func (o observers) with(h Hooks) observers {
	return observers{
		walks:    append(slices.Clip(o.walks), observer[Walk]{h.WalkStart, h.WalkEnd}),
		calls:    append(slices.Clip(o.calls), observer[Call]{h.CallStart, h.CallEnd}),
		attempts: append(slices.Clip(o.attempts), observer[Attempt]{h.AttemptStart, h.AttemptEnd}),
	}
}

// observer is told of the start and the end of walks, calls or attempts.
type observer[T any] struct {
	start func(context.Context, T) context.Context
	end   func(context.Context, T)
}

// observation is one walk, call or attempt that observers are told of.
type observation[T any] struct {
	observers []observer[T]
	contexts  []context.Context // of those that have been told of the start, for the end
}

func (o *observation[T]) start(ctx context.Context, about T) context.Context {
	for _, observer := range o.observers {
		if observer.start != nil {
			if next := observer.start(ctx, about); next != nil {
				ctx = next
			}
		}
		o.contexts = append(o.contexts, ctx)
	}
	return ctx
}

func (o *observation[T]) end(about T) {
	for i, ctx := range o.contexts {
		if end := o.observers[i].end; end != nil {
			defer end(ctx, about) // in the opposite order, and all of them even if one panics
		}
	}
}

// observeWalk runs a walk between its start and its end. The function that it gives to
// run describes the next page.
func (c *Client) observeWalk(ctx context.Context, op Operation, run func(ctx context.Context, page func(offset, limit int) *Page) error) {
	o := observation[Walk]{observers: c.hooks.walks}
	about := Walk{Operation: op, Server: c.origin, URLPath: c.prefix + op.Path}
	var pages atomic.Int64
	began, err := time.Now(), transport.ErrUnfinished
	defer func() {
		about.Pages, about.Err, about.Duration = int(pages.Load()), err, time.Since(began)
		o.end(about)
	}()
	err = run(o.start(context.WithValue(ctx, operationKey{}, &op), about), func(offset, limit int) *Page {
		return &Page{Number: int(pages.Add(1)), Offset: offset, Limit: limit}
	})
}

// observeCall runs a call between its start and its end. run completes what is known of it.
func (c *Client) observeCall(ctx context.Context, about Call, run func(context.Context, *Call) error) {
	o := observation[Call]{observers: c.hooks.calls}
	began, err := time.Now(), transport.ErrUnfinished
	defer func() {
		about.Err, about.Duration = err, time.Since(began)
		o.end(about)
	}()
	err = run(o.start(context.WithValue(ctx, operationKey{}, &about.Operation), about), &about)
}

// attemptWatch tells the hooks and the logger of the attempts of one call.
type attemptWatch struct {
	client  *Client
	scrub   *redact.Scrubber
	about   Attempt // what is known at the start of the current attempt
	current observation[Attempt]
	ctx     context.Context // of the current attempt
}

func (w *attemptWatch) begin(call context.Context, number int, waited time.Duration) context.Context {
	w.about.Number, w.about.Waited = number, waited
	w.current, w.ctx = observation[Attempt]{observers: w.client.hooks.attempts}, call
	w.ctx = w.current.start(call, w.about)
	return w.ctx
}

func (w *attemptWatch) end(a transport.Attempt) {
	ended := w.about
	ended.StatusCode, ended.RequestID, ended.Err = a.Status, requestID(a.Header, w.scrub), w.scrub.Error(a.Err)
	ended.Duration, ended.WillRetry, ended.Wait, ended.NotRetried = a.Duration, a.Retry, a.Wait, a.NotRetried
	ended.RetryAfter, ended.RateLimit = a.RetryAfter, (*RateLimit)(a.RateLimit)
	defer w.current.end(ended) // also when the handler of the logger panics
	w.client.logAttempt(w.ctx, ended)
}

// logs reports whether a record of this level is written.
func (c *Client) logs(ctx context.Context, level slog.Level) bool {
	return c.logger != nil && c.logger.Enabled(ctx, level)
}

// logAttempt logs the end of an attempt.
func (c *Client) logAttempt(ctx context.Context, a Attempt) {
	level := slog.LevelDebug
	if a.WillRetry {
		level = slog.LevelInfo
	}
	if !c.logs(ctx, level) {
		return
	}
	attrs := append(a.logAttrs(a.URLPath), slog.String("server", a.Server),
		slog.Int("attempt", a.Number), slog.Int("status", a.StatusCode), slog.Duration("duration", a.Duration))
	if a.RequestID != "" {
		attrs = append(attrs, slog.String("request_id", a.RequestID))
	}
	if a.Err != nil {
		attrs = append(attrs, slog.String("error", a.Err.Error()))
	}
	if a.WillRetry {
		attrs = append(attrs, slog.Duration("wait", a.Wait))
	}
	if a.NotRetried != "" {
		attrs = append(attrs, slog.String("not_retried", a.NotRetried))
	}
	c.logger.LogAttrs(ctx, level, "reservations request", attrs...)
}
