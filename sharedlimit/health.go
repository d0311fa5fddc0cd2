// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	firstRetry   = 100 * time.Millisecond // after the first command that failed
	longestRetry = 10 * time.Second       // after several
	warnEvery    = time.Minute
)

// health knows when Redis is to be asked, and says in the log whether it can be used.
type health struct {
	log  *slog.Logger
	name string

	failing atomic.Bool               // the last command failed
	warned  atomic.Pointer[time.Time] // when it was last said that Redis cannot be used; nil when nothing is wrong

	// Only the call that has its turn in the queue may use the following fields.
	backoff time.Duration // 0 unless the last command failed
	retryAt time.Time     // when Redis is to be asked
	late    time.Time     // when the responses began to be late, or zero if the last one was in time
	differ  time.Time     // when it was last said that another process has another rate
}

// goRedis passes on what go-redis logs, which would be written to the standard error. It is set before any client can log.
type goRedis struct{ atomic.Pointer[slog.Logger] }

var goRedisLog goRedis

func init() { redis.SetLogger(&goRedisLog) }

// Printf is called by go-redis.
func (g *goRedis) Printf(ctx context.Context, format string, args ...any) {
	cmp.Or(g.Load(), slog.Default()).DebugContext(ctx, "go-redis says", "text", fmt.Sprintf(format, args...))
}

// due reports whether Redis is to be asked. While Redis cannot be used, due is true once per backoff.
func (h *health) due() bool {
	if h.backoff == 0 {
		return true
	}
	if time.Now().Before(h.retryAt) {
		return false
	}
	h.backoff = min(2*h.backoff, longestRetry)
	h.retryAt = time.Now().Add(h.backoff)
	return true
}

func (h *health) failed(ctx context.Context, err error) {
	if h.backoff == 0 {
		h.backoff, h.retryAt = firstRetry, time.Now().Add(firstRetry)
	}
	h.failing.Store(true)
	h.warn(ctx, err)
}

// worked notes a response, and how long it took. A late response shows that Redis is there. But the limit
// is not shared while all responses are late, so this is logged after longestCommand.
func (h *health) worked(ctx context.Context, took, timeout time.Duration) {
	h.backoff = 0
	h.failing.Store(false)
	if took > timeout {
		h.late = cmp.Or(h.late, time.Now())
		if time.Since(h.late) > longestCommand {
			h.warn(ctx, fmt.Errorf("it responds after %v, and Config.Timeout is %v", took.Round(time.Millisecond), timeout))
		}
		return
	}
	h.late = time.Time{}
	if h.warned.Swap(nil) != nil {
		h.log.InfoContext(ctx, "the shared rate limit is used again", "limit", h.name)
	}
}

// differs warns that another process has a different interval, at most once per warnEvery.
func (h *health) differs(ctx context.Context, own, other time.Duration) {
	if time.Since(h.differ) < warnEvery {
		return
	}
	h.differ = time.Now()
	h.log.WarnContext(ctx, "another process has another rate for the same limit, so that both are not kept to; give all of them the same Config.Rate",
		"limit", h.name, "rate", 1/own.Seconds(), "other", 1/other.Seconds())
}

// warn logs what is wrong, at most once per warnEvery.
func (h *health) warn(ctx context.Context, err error) {
	last := h.warned.Load()
	if (last == nil || time.Since(*last) >= warnEvery) && h.warned.CompareAndSwap(last, new(time.Now())) {
		h.log.WarnContext(ctx, "the shared rate limit cannot be used, so each process keeps to its share until Redis is back", "limit", h.name, "error", err)
	}
}
