package reservations

import (
	"context"
	"log/slog"
	"time"
)

// Hooks are functions of yours that a [Client] calls on its way, for metrics and
// tracing. They are called from the goroutine that makes the request, several at a time
// when a walk reads pages in parallel, and should return quickly.
type Hooks struct {
	// Attempt is called at the end of every attempt, once per request sent. nil is
	// allowed.
	Attempt func(context.Context, Attempt)
}

// Attempt describes one request that was sent, and its outcome. It holds no secret:
// neither the URL nor the headers nor a body.
type Attempt struct {
	Operation
	URLPath    string        // path of the request with its id, such as "/api/guests/77"
	Number     int           // of the attempt within its call, from 1
	StatusCode int           // 0 when there was no response
	RequestID  string        // name that the service gave the request, or ""
	Err        error         // why there was no whole answer, or nil
	Duration   time.Duration // of this attempt
	WillRetry  bool          // the call will be tried again
	Wait       time.Duration // at least this long before it is
	RateLimit  *RateLimit    // what the response told of the rate limit; nil when it told nothing
}

// RateLimit is what a response told of the rate limit, in the headers RateLimit and
// RateLimit-Policy, or in three headers that begin with RateLimit- or X-RateLimit-.
// Services differ in what they mean by them. The SDK uses Reset alone, as the time to wait
// after a 429 without a Retry-After, unless it is longer than RetryPolicy.MaxRetryAfter.
type RateLimit struct {
	Limit     int           // requests in one window; 0 when the response did not tell
	Remaining int           // requests left in the window
	Reset     time.Duration // until the next window begins; 0 when the response did not tell
}

func (c *Client) observe(ctx context.Context, a Attempt) {
	if c.hooks.Attempt != nil {
		c.hooks.Attempt(ctx, a)
	}
	if c.logger == nil {
		return
	}
	level, attrs := slog.LevelDebug, append(a.logAttrs(a.URLPath),
		slog.Int("attempt", a.Number), slog.Int("status", a.StatusCode), slog.Duration("duration", a.Duration))
	if a.RequestID != "" {
		attrs = append(attrs, slog.String("request_id", a.RequestID))
	}
	if a.Err != nil {
		attrs = append(attrs, slog.String("error", a.Err.Error()))
	}
	if a.WillRetry {
		level, attrs = slog.LevelInfo, append(attrs, slog.Duration("wait", a.Wait))
	}
	c.logger.LogAttrs(ctx, level, "reservations request", attrs...)
}
