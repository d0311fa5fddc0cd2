// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
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

	retryAt time.Time // when Redis is to be asked; only the call that has its turn uses it

	mu      sync.Mutex
	backoff time.Duration // 0 unless the last command failed
	late    time.Time     // when the responses began to be late, or zero if the last one was in time
	warned  time.Time     // zero when nothing is wrong
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
	h.mu.Lock()
	defer h.mu.Unlock()
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

func (h *health) failing() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.backoff != 0
}

func (h *health) failed(ctx context.Context, err error) {
	h.mu.Lock()
	if h.backoff == 0 {
		h.backoff, h.retryAt = firstRetry, time.Now().Add(firstRetry)
	}
	h.mu.Unlock()
	h.warn(ctx, err)
}

// worked notes a response, and how long it took. A late response shows that Redis is there. But the limit
// is not shared while all responses are late, so this is logged after longestCommand.
func (h *health) worked(ctx context.Context, took, timeout time.Duration) {
	h.mu.Lock()
	h.backoff = 0
	if took > timeout {
		h.late = cmp.Or(h.late, time.Now())
		always := time.Since(h.late) > longestCommand
		h.mu.Unlock()
		if always {
			h.warn(ctx, fmt.Errorf("it responds after %v, and Config.Timeout is %v", took.Round(time.Millisecond), timeout))
		}
		return
	}
	back := !h.warned.IsZero()
	h.late, h.warned = time.Time{}, time.Time{}
	h.mu.Unlock()
	if back {
		h.log.InfoContext(ctx, "the shared rate limit is used again", "limit", h.name)
	}
}

// differs warns that another process has a different interval, at most once per warnEvery.
func (h *health) differs(ctx context.Context, own, other time.Duration) {
	if time.Since(h.differ) < warnEvery { // only the call that has its turn is here
		return
	}
	h.differ = time.Now()
	h.log.WarnContext(ctx, "another process has another rate for the same limit, so that both are not kept to; give all of them the same Config.Rate",
		"limit", h.name, "rate", 1/own.Seconds(), "other", 1/other.Seconds())
}

// warn logs what is wrong, at most once per warnEvery.
func (h *health) warn(ctx context.Context, err error) {
	h.mu.Lock()
	again := time.Since(h.warned) >= warnEvery
	if again {
		h.warned = time.Now()
	}
	h.mu.Unlock()
	if again {
		h.log.WarnContext(ctx, "the shared rate limit cannot be used, so each process keeps to its share until Redis is back", "limit", h.name, "error", err)
	}
}
