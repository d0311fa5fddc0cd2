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
	"time"

	"github.com/redis/go-redis/v9"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// count is what one process has sent, or all together.
type count struct {
	Requests int       `json:"requests"`
	Refused  int       `json:"refused"` // of them with 429
	First    time.Time `json:"first"`   // when the first request was sent
	Last     time.Time `json:"last"`
}

// add adds the requests of another process.
func (c *count) add(other count) {
	if c.Requests == 0 {
		c.First, c.Last = other.First, other.Last
	}
	if other.Requests > 0 && other.First.Before(c.First) {
		c.First = other.First
	}
	if other.Last.After(c.Last) {
		c.Last = other.Last
	}
	c.Requests += other.Requests
	c.Refused += other.Refused
}

// perSecond is the rate between the first request and the last: of n requests, n-1 had to wait.
func (c count) perSecond() string {
	if c.Requests < 2 {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(c.Requests-1)/c.Last.Sub(c.First).Seconds())
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
	var mu sync.Mutex
	var sent count
	counting := reservations.WithHooks(reservations.Hooks{AttemptEnd: func(_ context.Context, a reservations.Attempt) {
		at := time.Now().Add(-a.Duration)
		attempt := count{Requests: 1, First: at, Last: at}
		if a.StatusCode == http.StatusTooManyRequests {
			attempt.Refused = 1
		}
		mu.Lock()
		defer mu.Unlock()
		sent.add(attempt)
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
	return json.NewEncoder(stdout).Encode(sent)
}
