// SPDX-License-Identifier: MIT

//go:build linux

package chaos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// workerVariable makes the test binary a worker.
const workerVariable = "FLEET_TEST_WORKER"

// worker is what such a process does.
type worker struct {
	DSN   string
	Name  string
	Syncs int           // at a time
	Lease time.Duration // see fleet.Config
	Of    int           // how many workers there are
	Redis string        // address; "" is without limits
	Rate  float64       // of each limit, in requests per second of all workers
}

func TestMain(m *testing.M) {
	if text := os.Getenv(workerVariable); text != "" {
		if err := runWorker(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runWorker works until SIGTERM. It prints what comes of syncs that nothing should let happen.
func runWorker(text string) error {
	var w worker
	if err := json.Unmarshal([]byte(text), &w); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	config, err := pgxpool.ParseConfig(w.DSN)
	if err != nil {
		return err
	}
	config.MaxConns = int32(w.Syncs) + 2
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer pool.Close()
	limits := &limits{worker: w, limiters: map[string]*sharedlimit.Limiter{}}
	if w.Redis != "" {
		redis.SetLogger(silent{})
		limits.redis = redis.NewClient(&redis.Options{Addr: w.Redis})
		defer limits.redis.Close()
	}
	var syncs atomic.Int64
	err = fleet.Run(ctx, pool, fleet.Config{
		Workers: w.Syncs,
		Keys: func(p fleet.Park) func(context.Context) (string, error) {
			return func(context.Context) (string, error) { return keyOf(p), nil }
		},
		Options: func(p fleet.Park) []reservations.Option { // called before each sync
			name := reservations.WithUserAgent(fmt.Sprintf("%s-%d-%d", w.Name, os.Getpid(), syncs.Add(1)))
			return append(limits.options(p), name)
		},
		Copy:  mirror.Config{RegisterFrom: firstNight()},
		Lease: w.Lease,
		Report: func(r fleet.Report) {
			if r.Outcome == fleet.Failed || r.Outcome == fleet.Refused {
				fmt.Println("park", r.Park.Organization, "was", r.Outcome, r.Err)
			}
		},
	})
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// limits are those of a worker.
type limits struct {
	worker   worker
	redis    *redis.Client
	mu       sync.Mutex
	limiters map[string]*sharedlimit.Limiter
}

func (l *limits) options(p fleet.Park) []reservations.Option {
	if l.redis == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.limiters[p.Limit] == nil {
		limiter, err := sharedlimit.New(l.redis, sharedlimit.Config{Name: p.Limit, Rate: l.worker.Rate, Processes: l.worker.Of})
		if err != nil {
			panic(err)
		}
		l.limiters[p.Limit] = limiter
	}
	return []reservations.Option{l.limiters[p.Limit].Option()}
}

type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}
