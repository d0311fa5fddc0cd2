// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"context"
	_ "embed" // for the scripts
	"fmt"
	"time"

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

// longestCommand is how long a command may take before it counts as failed. A call waits only for Config.Timeout, but the
// first command also makes a connection, and a late response still shows that Redis is there.
const longestCommand = 5 * time.Second

type command struct {
	asked time.Time
	done  chan struct{} // closed when the following fields are set
	reply []int64
	err   error
	at    time.Time // when the response arrived
}

// start sends a script that returns so many numbers. The script goes on when its call is cancelled. It runs in another
// goroutine, because a Redis client ignores the deadline of a context unless it was set up to use it.
func (l *Limiter) start(ctx context.Context, script *redis.Script, numbers int, args ...any) *command {
	c := &command{asked: time.Now(), done: make(chan struct{})}
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.longest())
		defer cancel()
		c.reply, c.err = script.Run(ctx, l.redis, []string{l.key}, args...).Int64Slice()
		if c.err == nil && len(c.reply) != numbers {
			c.err = fmt.Errorf("the script returned %d numbers, not %d", len(c.reply), numbers)
		}
		c.at = time.Now()
		close(c.done)
	}()
	return c
}

func (l *Limiter) longest() time.Duration { return max(longestCommand, l.timeout) }

// wait waits for the response until ctx or the timeout ends.
func (c *command) wait(ctx context.Context, timeout time.Duration) {
	select {
	case <-c.done:
	case <-ctx.Done():
	case <-time.After(timeout):
	}
}

func (c *command) isDone() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// ask asks for permission to send a request, and returns what take.lua returns. It reports false
// when ctx ends, when the response is late, and while Redis is away.
func (l *Limiter) ask(ctx context.Context, longest time.Duration) (reply []int64, ok bool) {
	if l.pending != nil { // its response was late, or its call was cancelled
		l.collect(ctx)
	}
	if l.pending == nil && l.health.due() {
		own := l.share.wait()
		if l.share.away { // after the response, the share holds for no longer than this
			own = min(own, l.share.absence())
		}
		l.pending = l.start(ctx, takeScript, 5, l.interval.Microseconds(), l.burst.Microseconds(), l.slot, longest.Microseconds(),
			longestProbe.Microseconds(), pollEvery.Microseconds(), l.probe.Load(), l.process, own.Microseconds())
	}
	if l.pending == nil || ctx.Err() != nil {
		return nil, false
	}
	return l.collect(ctx)
}

// collect notes the response to the pending command. It waits for the response, unless Redis is away. Without a response
// the command stays pending. It has failed when there is none within l.longest.
func (l *Limiter) collect(ctx context.Context) (reply []int64, ok bool) {
	c := l.pending
	if !l.share.away {
		c.wait(ctx, l.timeout)
	}
	switch {
	case c.isDone() && c.err == nil:
		l.pending = nil
		l.health.worked(ctx, c.at.Sub(c.asked), l.timeout)
		l.share.back(int(c.reply[3]))
		if c.reply[4] != 0 {
			l.health.differs(ctx, l.interval, time.Duration(c.reply[4])*time.Microsecond)
		}
		l.slot, l.due = c.reply[1], c.at.Add(time.Duration(c.reply[0])*time.Microsecond)
		if c.reply[0] == 0 { // also when it is late: no other process may send the probe then
			l.probe.Store(c.reply[2])
		}
		return c.reply, true
	case c.isDone():
		l.pending = nil
		l.health.failed(ctx, c.err)
	case time.Since(c.asked) >= l.longest():
		l.pending = nil
		l.health.failed(ctx, fmt.Errorf("it has not responded within %v", l.longest()))
	case ctx.Err() != nil:
		return nil, false
	}
	l.share.lost(c.asked)
	return nil, false
}

// tell runs a script that informs the other processes. It does nothing while Redis cannot be used.
func (l *Limiter) tell(ctx context.Context, script *redis.Script, args ...any) {
	if l.health.failing.Load() {
		return
	}
	c := l.start(ctx, script, 0, args...)
	c.wait(ctx, l.timeout)
	if c.isDone() && c.err != nil {
		l.health.warn(ctx, c.err)
	}
}
