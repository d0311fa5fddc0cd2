// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/internal/ratelimit"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// Hooks are functions that a [Client] calls while it works, for tracing and metrics. Each may be nil. A walk over pages
// makes one call for each page, and a call makes an attempt for each request that it sends; net/http repeats none of
// them unseen. Every start is followed by exactly one end, also when a context is cancelled, the caller leaves the loop
// over a walk, or a function panics. A [ParamError] calls none.
//
// A function for a start may return a context that is made from the one it is given; nil keeps that one. The function
// for the end gets that context too, and so do the calls of a walk, the attempts of a call, and the http.Request of
// an attempt, where a RoundTripper finds it.
//
// The functions are called in the goroutine that makes the call, and for several calls at the same time: they must be
// safe for concurrent use, and should return quickly. What they are given holds no secret. Of several [WithHooks],
// the first starts first, and ends last.
type Hooks struct {
	WalkStart    func(context.Context, Walk) context.Context    // before the first page of a walk is asked for
	WalkEnd      func(context.Context, Walk)                    // when the walk has ended and none of its calls is running
	CallStart    func(context.Context, Call) context.Context    // before the first attempt of a call waits for its turn
	Warnings     func(context.Context, Call, []WarningCount)    // before CallEnd, if values are not as documented; see [Warning]
	CallEnd      func(context.Context, Call)                    // when the result of the call is known
	AttemptStart func(context.Context, Attempt) context.Context // just before a request is sent
	AttemptEnd   func(context.Context, Attempt)                 // when its response has been read, or has failed
}

// WithHooks adds functions that are called during every call; see [Hooks]. Earlier ones are kept, also those of the
// client in [Client.With].
func WithHooks(h Hooks) Option {
	return setting(func(o *options) {
		o.walkHooks = append(slices.Clip(o.walkHooks), hookPair[Walk]{h.WalkStart, h.WalkEnd})
		o.callHooks = append(slices.Clip(o.callHooks), hookPair[Call]{h.CallStart, h.CallEnd})
		o.attemptHooks = append(slices.Clip(o.attemptHooks), hookPair[Attempt]{h.AttemptStart, h.AttemptEnd})
		o.warningHooks = append(slices.Clip(o.warningHooks), h.Warnings)
	})
}

// Walk describes a range over a list, or a reading of the night register, which is one Walk even if its pages are read
// several times.
type Walk struct {
	Operation
	Server   string        // scheme and host of the service, such as "https://api.example.com"
	URLPath  string        // path of its requests
	Pages    int           // how many pages were asked for; this and what follows are known at the end
	Err      error         // what the walk failed with; nil also when the caller left the loop
	Duration time.Duration // of the walk, the body of the loop included
}

// Call describes one call of an operation with all its attempts.
type Call struct {
	Operation
	Server     string        // scheme and host of the service, such as "https://api.example.com"
	URLPath    string        // path of the request with its id, such as "/api/guests/77"
	Page       *WalkPage     // what it reads for a walk; nil outside a walk
	StatusCode int           // of the last attempt, 0 without a response; this and what follows are known at the end
	RequestID  string        // name that the service gave the last request, or ""
	Err        error         // what the call fails with, or nil
	Attempts   int           // how often the request was sent
	Duration   time.Duration // of the call, with all waits
}

// WalkPage says which page of a walk a call reads.
type WalkPage struct {
	Number int // of the page within its walk, from 1, in the order in which the pages are asked for
	Offset int // of its first record
	Limit  int // the most records that it asks for
}

// Attempt describes one request that is sent.
type Attempt struct {
	Operation
	Server     string        // scheme and host of the service, such as "https://api.example.com"
	URLPath    string        // path of the request with its id, such as "/api/guests/77"
	Number     int           // of the attempt within its call, from 1
	Waited     time.Duration // since the last attempt ended or the call began: for backoff, rate limit, limiter and key
	StatusCode int           // 0 when there was no response; this and what follows are known at the end
	RequestID  string        // name that the service gave the request, or ""
	Err        error         // why there was no whole response, or nil
	Duration   time.Duration // of this attempt
	WillRetry  bool          // another attempt follows
	RetryIn    time.Duration // how long it waits at least, such as 2s; where NotRetried is set, how long it would have waited, or 0
	NotRetried string        // why none follows, as in APIError; or ""
	RetryAfter time.Duration // what its Retry-After asked to wait; 0 when it did not ask
	RateLimit  *RateLimit    // the rate limit that the response reported, or nil
}

// RateLimit is the rate limit that a response reported, in the headers RateLimit and RateLimit-Policy, or in three
// headers that begin with RateLimit-, X-RateLimit- or X-Rate-Limit-. A field is 0 when the response did not say it.
// Services differ in what they mean. The SDK uses only Reset, as the wait where no Retry-After is sent, if
// MaxRetryAfter allows it.
type RateLimit struct {
	Limit     int           // requests in one window
	Remaining int           // requests left in the window
	Reset     time.Duration // until the next window begins; from a Unix time it is computed with the Date of the response
}

// hookPair is a function for the start of a walk, call or attempt, and one for its end. Each may be nil.
type hookPair[T any] struct {
	start func(context.Context, T) context.Context
	end   func(context.Context, T)
}

// observation calls hooks for one walk, call or attempt.
type observation[T any] struct {
	hooks    []hookPair[T]
	contexts []context.Context // one for each of hooks whose start has returned; for its end
}

func (o *observation[T]) start(ctx context.Context, info T) context.Context {
	for _, hook := range o.hooks {
		if hook.start != nil {
			if next := hook.start(ctx, info); next != nil {
				ctx = next
			}
		}
		o.contexts = append(o.contexts, ctx)
	}
	return ctx
}

func (o *observation[T]) end(info T) {
	for i, ctx := range o.contexts {
		if end := o.hooks[i].end; end != nil {
			defer end(ctx, info) // in the opposite order, and all of them even if one panics
		}
	}
}

// callStart calls the hooks for the start of the call, and makes those for its attempts and warnings be called. callEnd calls
// the hooks for its end.
func (a *apiCall) callStart(ctx context.Context) context.Context {
	a.began, a.observed = time.Now(), observation[Call]{hooks: a.client.callHooks}
	ctx = a.observed.start(ctx, a.info)
	a.watchAttempts(ctx)
	a.watchWarnings(ctx)
	return ctx
}

func (a *apiCall) callEnd(ctx context.Context, err error) {
	if len(a.observed.hooks) > 0 {
		a.info.Err, a.info.Duration = err, time.Since(a.began)
		defer a.observed.end(a.info) // also when the handler of the logger panics
	}
	if a.info.Page == nil { // the failure of a page is that of its walk, or none
		a.client.logFailure(ctx, a.info.URLPath, err)
	}
}

// watchAttempts lets the hooks and the logger know of the attempts of the call.
func (a *apiCall) watchAttempts(ctx context.Context) {
	c := a.client
	if len(c.attemptHooks) > 0 || c.logs(ctx, slog.LevelInfo) {
		watch := &attemptWatch{call: a}
		a.request.Begin, a.request.End = watch.begin, watch.end
	}
}

// attemptWatch calls the hooks and the logger for the attempts of one call.
type attemptWatch struct {
	call     *apiCall
	current  Attempt // what is known at its start
	observed observation[Attempt]
	ctx      context.Context // of the current attempt
}

func (w *attemptWatch) begin(ctx context.Context, number int, waited time.Duration) context.Context {
	w.call.scrubPaths()
	info := w.call.info
	w.current = Attempt{Operation: info.Operation, Server: info.Server, URLPath: info.URLPath, Number: number, Waited: waited}
	w.observed = observation[Attempt]{hooks: w.call.client.attemptHooks}
	w.ctx = w.observed.start(ctx, w.current)
	return w.ctx
}

func (w *attemptWatch) end(r transport.Result) {
	ended := w.current
	ended.StatusCode = r.Status
	ended.RequestID = content.RequestID(r.Header, w.call.scrub)
	ended.Err = r.Err
	ended.Duration = r.Duration
	ended.WillRetry = r.WillRetry
	ended.RetryIn = r.Wait
	ended.NotRetried = r.NotRetried
	ended.RetryAfter = r.RetryAfter
	if limit, remaining, reset, ok := ratelimit.Read(r.Header); ok {
		ended.RateLimit = &RateLimit{limit, remaining, reset}
	}
	defer w.observed.end(ended) // also when the handler of the logger panics
	w.call.client.logAttempt(w.ctx, ended)
}
