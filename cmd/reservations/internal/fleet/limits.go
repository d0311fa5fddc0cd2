// SPDX-License-Identifier: MIT

package fleet

import (
	"bytes"
	"context"
	"log/slog"
	"sync"

	"github.com/redis/go-redis/v9"
	"golang.org/x/time/rate"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	engine "github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// redisVariable is the variable of the environment with the address of Redis.
const redisVariable = "RESERVATIONS_REDIS_URL"

// limits hold the parks of each rate limit to a number of requests per second: those of this process, or
// with Redis those of all processes.
type limits struct {
	rate  float64
	redis *redis.Client // nil without Redis
	log   *slog.Logger

	mu     sync.Mutex
	byName map[string]reservations.Option
}

// newLimits reads the address of Redis, from a file or from the environment. It can have a password, so no
// error shows it.
func newLimits(app *cli.App, perSecond float64, redisFile string) (*limits, error) {
	l := &limits{rate: perSecond, log: slog.New(slog.NewTextHandler(warnings{app}, nil)), byName: map[string]reservations.Option{}}
	address, source := app.Getenv(redisVariable), redisVariable
	if redisFile != "" {
		text, err := app.ReadSecret(redisFile)
		if err != nil {
			return nil, cli.UsageErrorf("the address of Redis cannot be read: %w", err)
		}
		address, source = text, redisFile
	}
	switch {
	case perSecond == 0 && redisFile == "":
		return nil, nil
	case !(perSecond > 0 && perSecond <= 1000): // as sharedlimit demands
		return nil, cli.UsageErrorf("--rate must be above 0 and at most 1000 requests per second")
	case address == "":
		return l, nil
	}
	options, err := redis.ParseURL(address)
	if err != nil {
		return nil, cli.UsageErrorf("%s must hold an address such as redis://user:password@host:6379", source)
	}
	l.redis = redis.NewClient(options)
	return l, nil
}

// warnings prints the lines of a log as those of the program.
type warnings struct{ app *cli.App }

func (w warnings) Write(line []byte) (int, error) {
	w.app.Warn("%s", bytes.TrimSuffix(line, []byte("\n")))
	return len(line), nil
}

// silent is the log of go-redis, because sharedlimit says once when Redis is away.
type silent struct{}

func init() { redis.SetLogger(silent{}) }

func (silent) Printf(context.Context, string, ...any) {}

// options returns the options of the clients of a park, which are none without a rate.
func (l *limits) options(p engine.Park) []reservations.Option {
	if l == nil {
		return nil
	}
	return []reservations.Option{l.option(p)}
}

func (l *limits) option(p engine.Park) reservations.Option {
	l.mu.Lock()
	defer l.mu.Unlock()
	if option := l.byName[p.Limit]; option != nil {
		return option
	}
	option := reservations.WithLimiter(rate.NewLimiter(rate.Limit(l.rate), 1))
	if l.redis != nil {
		limiter, err := sharedlimit.New(l.redis, sharedlimit.Config{Name: p.Limit, Rate: l.rate, Logger: l.log})
		if err != nil { // which the checks above exclude
			return nil
		}
		option = limiter.Option()
	}
	l.byName[p.Limit] = option
	return option
}

// close ends the connections to Redis.
func (l *limits) close() {
	if l != nil && l.redis != nil {
		_ = l.redis.Close() // nothing depends on it
	}
}
