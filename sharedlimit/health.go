// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	firstRetry   = time.Second      // after the first command that failed
	longestRetry = 10 * time.Second // after several
)

// health knows whether Redis can be used, and when to try it again.
type health struct {
	log  *slog.Logger
	name string

	mu      sync.Mutex
	backoff time.Duration // 0 while Redis can be used
	retryAt time.Time
}

// due reports whether Redis is to be asked. While it cannot be used that is true once per
// backoff, so that one call tries it and the others go on.
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

func (h *health) failed(ctx context.Context, err error) {
	h.mu.Lock()
	first := h.backoff == 0
	if first {
		h.backoff, h.retryAt = firstRetry, time.Now().Add(firstRetry)
	}
	h.mu.Unlock()
	if first {
		h.log.WarnContext(ctx, "the shared rate limit cannot be used, so each client keeps to its own until Redis is back", "limit", h.name, "error", err)
	}
}

func (h *health) worked(ctx context.Context) {
	h.mu.Lock()
	back := h.backoff != 0
	h.backoff = 0
	h.mu.Unlock()
	if back {
		h.log.InfoContext(ctx, "the shared rate limit is used again", "limit", h.name)
	}
}
