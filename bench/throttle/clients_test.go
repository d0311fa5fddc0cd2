// SPDX-License-Identifier: MIT

package throttle

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/reservationkit/reservations-go"
)

// client makes one request and returns once it has been served.
type client func(ctx context.Context) error

// sdk is the SDK at its default settings, but for the number of requests in flight.
func sdk(baseURL string, rt http.RoundTripper, inFlight int) client {
	c, err := reservations.NewClient(baseURL, "key",
		reservations.WithHTTPClient(&http.Client{Transport: rt}), reservations.WithMaxConcurrency(inFlight))
	if err != nil {
		panic(err)
	}
	return func(ctx context.Context) error {
		_, err := c.Guests.Get(ctx, 7)
		return err
	}
}

// walk makes n requests with some workers, and stops at the first that fails.
func walk(c client, workers, n int) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for failed.Load() == nil && next.Add(1) <= int64(n) {
				if err := c(context.Background()); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}
