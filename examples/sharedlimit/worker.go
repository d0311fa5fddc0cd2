// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"

	"github.com/redis/go-redis/v9"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// count is what one process has sent.
type count struct {
	Requests int64 `json:"requests"`
	Refused  int64 `json:"refused"` // of them with 429
}

// work sends requests from four goroutines until the time is over.
func work(ctx context.Context, o options, stdout io.Writer) error {
	where, err := redis.ParseURL(os.Getenv("REDIS_URL"))
	if err != nil {
		return errors.New("REDIS_URL is not the address of a Redis, such as redis://localhost:6379/0")
	}
	rdb := redis.NewClient(where)
	defer rdb.Close()
	limiter, err := sharedlimit.New(rdb, sharedlimit.Config{Name: "example", Rate: o.rate})
	if err != nil {
		return err
	}
	var requests, refused atomic.Int64
	counting := reservations.WithHooks(reservations.Hooks{AttemptEnd: func(_ context.Context, a reservations.Attempt) {
		requests.Add(1)
		if a.StatusCode == http.StatusTooManyRequests {
			refused.Add(1)
		}
	}})
	client, err := reservations.NewClientFromEnv(limiter.Option(), counting)
	if err != nil {
		return err
	}
	until, stop := context.WithTimeout(ctx, o.duration)
	defer stop()
	errs := make([]error, 4)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			for errs[i] == nil {
				_, errs[i] = client.Accommodations.FacilityGroups(until)
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("reading the facility groups failed: %w", err)
		}
	}
	return json.NewEncoder(stdout).Encode(count{requests.Load(), refused.Load()})
}
