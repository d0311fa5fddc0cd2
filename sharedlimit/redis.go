// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"context"
	_ "embed" // for the scripts
	"fmt"

	"github.com/redis/go-redis/v9"
)

var (
	//go:embed take.lua
	takeSource string
	//go:embed pause.lua
	pauseSource string
	//go:embed settle.lua
	settleSource string

	takeScript   = redis.NewScript(takeSource)
	pauseScript  = redis.NewScript(pauseSource)
	settleScript = redis.NewScript(settleSource)
)

// run runs a script that returns so many numbers. It reports false if Redis cannot be used,
// or when ctx ends.
func (l *Limiter) run(ctx context.Context, script *redis.Script, numbers int, args ...any) (reply []int64, ok bool) {
	if ctx.Err() != nil || !l.health.due() {
		return nil, false
	}
	reply, err := l.bounded(ctx, script, args)
	if err == nil && len(reply) != numbers {
		err = fmt.Errorf("the script returned %d numbers, not %d", len(reply), numbers)
	}
	if ctx.Err() != nil {
		return nil, false
	}
	if err != nil {
		l.health.failed(ctx, err)
		return nil, false
	}
	l.health.worked(ctx)
	return reply, true
}

// bounded waits no longer than l.timeout. The command has a goroutine of its own, because a
// Redis client does not heed the deadline of its context unless it was set up to do so.
func (l *Limiter) bounded(ctx context.Context, script *redis.Script, args []any) ([]int64, error) {
	type result struct {
		reply []int64
		err   error
	}
	ctx, cancel := context.WithTimeoutCause(ctx, l.timeout, fmt.Errorf("it has not responded within %v", l.timeout))
	defer cancel()
	done := make(chan result, 1)
	go func() {
		reply, err := script.Run(ctx, l.redis, []string{l.key}, args...).Int64Slice()
		done <- result{reply, err}
	}()
	select {
	case r := <-done:
		return r.reply, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
