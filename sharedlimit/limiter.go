// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// Config sets up a [Limiter]. Name and Rate are required. Give all processes that share a limit the same values.
type Config struct {
	// Name names the limit. Limiters of the same name on the same Redis share it. Do not use the API key as a name:
	// everybody with access to Redis could read it.
	Name string
	// Rate is how many requests all processes together send per second, such as 10, or 1.0/60 for one a minute. It must
	// be above 0 and at most 1000. Choose a few per cent less than the service allows.
	Rate float64
	// Burst is how many requests may be sent at once after a time without requests. The default, 1, keeps them 1/Rate apart.
	Burst int
	// Processes is the highest number of processes that share the limit at the same time. While Redis cannot be used,
	// each of them sends Rate divided by this number, or by the one that Redis has last counted if that is higher. The
	// default, 0, is the number that Redis has last counted, and 4 before it has counted any: set it when more than four
	// processes can start without Redis.
	Processes int
	// MaxPause is the longest pause that is shared. The default, 60 seconds, is the same as RetryPolicy.MaxRetryAfter, and
	// the two should be equal: when the service asks for more, the call fails at once, and no other call waits.
	MaxPause time.Duration
	// Timeout is how long a call waits for a response of Redis, before it goes on with the share of this process. It
	// should be longer than a round trip takes. The default is 250 milliseconds.
	Timeout time.Duration
	// Logger gets a warning when Redis cannot be used, another one every minute while that lasts, and a line when it can
	// be used again. It also gets a warning every minute while another process has another Rate for the same Name, and at
	// the level Debug what go-redis logs, which it would write to the standard error; there is one such log for the whole
	// program, and the last call of New sets it. The default is slog.Default() at the call of [New].
	Logger *slog.Logger
}

// Limiter is a limit for [reservations.WithLimiter] that several processes share through Redis. Make one with [New] for
// all clients of a process. It is safe for concurrent use, and needs no closing.
type Limiter struct {
	redis    redis.Scripter
	key      string
	process  string        // a random name of this process in Redis
	interval time.Duration // between two requests
	burst    time.Duration // how far before its time a request may be sent
	maxPause time.Duration
	timeout  time.Duration
	health   health

	queue queue

	// Only the call that has its turn in the queue may use the following fields.
	share   share
	pending *command  // a run of take.lua whose response was not read yet, or nil
	slot    int64     // the slot that is reserved, in microseconds of the clock of Redis, or 0
	due     time.Time // the time of the slot

	probe atomic.Int64 // the end of the pause for which the next attempt is the probe, or 0
}

const (
	longestProbe = 5 * time.Second            // how long other requests wait for the outcome of a probe, before another one is sent
	pollEvery    = 50 * time.Millisecond      // how often a process asks for the outcome of the probe of another process
	forever      = 100 * 365 * 24 * time.Hour // longer than any wait, and short enough to be added to a time
)

// New returns a limiter that keeps its state in Redis. rdb is a *redis.Client, a *redis.ClusterClient or another
// redis.UniversalClient, which the caller closes when no client uses the limiter any more. New sends nothing to Redis. It
// fails when rdb is nil or when config is not valid.
func New(rdb redis.Scripter, config Config) (*Limiter, error) {
	config.Burst = cmp.Or(config.Burst, 1)
	config.MaxPause = cmp.Or(config.MaxPause, time.Minute)
	config.Timeout = cmp.Or(config.Timeout, 250*time.Millisecond)
	switch {
	case rdb == nil:
		return nil, errors.New("sharedlimit: the Redis client must not be nil")
	case config.Name == "":
		return nil, errors.New("sharedlimit: Config.Name must not be empty")
	case !(config.Rate > 0 && config.Rate <= 1000): // not NaN either
		return nil, fmt.Errorf("sharedlimit: Config.Rate must be above 0 and at most 1000 requests per second, not %v", config.Rate)
	case config.Burst < 0 || config.Processes < 0 || config.MaxPause < 0 || config.Timeout < 0:
		return nil, errors.New("sharedlimit: Config.Burst, Processes, MaxPause and Timeout must not be negative")
	}
	logger := cmp.Or(config.Logger, slog.Default())
	goRedisLog.Store(logger)
	interval := time.Duration(math.Min(float64(time.Second)/config.Rate, float64(forever)))
	return &Limiter{
		redis:    rdb,
		key:      "reservations:limit:" + config.Name,
		process:  rand.Text(),
		interval: interval,
		burst:    times(interval, config.Burst-1),
		maxPause: config.MaxPause,
		timeout:  config.Timeout,
		health:   health{log: logger, name: config.Name},
		share:    share{interval: interval, processes: config.Processes},
	}, nil
}

// Wait waits until the next request may be sent. It returns the error of ctx when ctx ends, and an error that wraps
// context.DeadlineExceeded as soon as it is known that the call would have to wait beyond the deadline, also while it
// waits for other calls of the process. While Redis cannot be used, it waits until the share of this process allows a
// request. A client calls it before each attempt; see [Limiter.Option].
func (l *Limiter) Wait(ctx context.Context) error {
	if err := l.queue.enter(ctx); err != nil {
		return err
	}
	defer l.queue.leave()
	if time.Now().After(l.due) {
		l.slot = 0 // a cancelled call has left it and its time is over; a slot that is still to come is used
	}
	for {
		wait, err := l.take(ctx)
		if err != nil || wait == 0 {
			return err
		}
		if err := l.sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// Check returns an error that wraps context.DeadlineExceeded when it is known that [Limiter.Wait] could not return before
// the deadline of ctx. It does not wait. A client uses it for a call that has to wait for other calls of the client first.
func (l *Limiter) Check(ctx context.Context) error {
	deadline, _ := ctx.Deadline()
	return l.queue.check(deadline)
}

// take asks for permission to send a request, and returns 0 or how long to wait before asking again.
func (l *Limiter) take(ctx context.Context) (time.Duration, error) {
	longest := forever
	deadline, ok := ctx.Deadline()
	if ok {
		longest = time.Until(deadline)
	}
	reply, shared := l.ask(ctx, longest)
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	wait := l.share.wait()
	next := pace{interval: l.share.each()}
	if shared {
		wait = time.Duration(reply[0]) * time.Microsecond
		next = pace{interval: l.interval, burst: l.burst}
	}
	next.first = time.Now().Add(wait)
	l.queue.expect(next)
	if err := next.tooLate(0, deadline); err != nil {
		return 0, err
	}
	if wait == 0 {
		l.slot, l.share.sent = 0, time.Now()
	}
	return wait, nil
}

// sleep waits, but not longer than until a late response of Redis arrives, or until Redis is to be tried again.
func (l *Limiter) sleep(ctx context.Context, wait time.Duration) error {
	var responded <-chan struct{}
	switch {
	case l.pending != nil:
		responded = l.pending.done
	case l.share.away:
		wait = min(wait, time.Until(l.health.retryAt))
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-responded:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
