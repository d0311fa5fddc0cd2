// SPDX-License-Identifier: MIT

package throttle

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/reservationkit/reservations-go"
)

const baseURL = "https://api.example.com" // nobody resolves it

// client makes one request and returns once it has been served.
type client func(ctx context.Context) error

// sdk is the SDK at its default settings, but for the number of requests in flight.
func sdk(rt http.RoundTripper, inFlight int) client {
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

// retryable is go-retryablehttp at its default settings.
func retryable(rt http.RoundTripper) client {
	retrying := retryablehttp.NewClient()
	retrying.Logger, retrying.HTTPClient = nil, &http.Client{Transport: rt}
	c := retrying.StandardClient()
	return func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, baseURL+"/api/guests/7", nil)
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("status %d", resp.StatusCode)
		}
		_, err = io.Copy(io.Discard, resp.Body)
		return err
	}
}

// walk makes n requests with some workers, and stops at the first that fails.
func walk(c client, workers, n int) error {
	var next atomic.Int64
	return together(workers, func(int) error {
		for next.Add(1) <= int64(n) {
			if err := c(context.Background()); err != nil {
				next.Store(int64(n))
				return err
			}
		}
		return nil
	})
}

// together calls f n times at the same time, and returns one of the errors.
func together(n int, f func(i int) error) error {
	var failed atomic.Pointer[error]
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			if err := f(i); err != nil {
				failed.Store(&err)
			}
		})
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}
