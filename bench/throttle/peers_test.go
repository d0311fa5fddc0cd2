// SPDX-License-Identifier: MIT

//go:build peers

package throttle

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivelimiter"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/hashicorp/go-retryablehttp"
)

func init() {
	kinds = append(kinds, []kind{
		{"go-retryablehttp, sequential", 1, func(rt http.RoundTripper) client { return retryable(memory, rt) }},
		{"go-retryablehttp, 8 workers", 8, func(rt http.RoundTripper) client { return retryable(memory, rt) }},
		{"failsafe-go adaptive limiter, 8 workers", 8, func(rt http.RoundTripper) client { return failsafe(memory, rt) }},
	}...)
}

// retryable is go-retryablehttp at its default settings.
func retryable(baseURL string, rt http.RoundTripper) client {
	c := retryablehttp.NewClient()
	c.Logger, c.HTTPClient = nil, &http.Client{Transport: rt}
	return plain(baseURL, c.StandardClient())
}

// failsafe is failsafe-go's retry policy around its adaptive limiter, which may let eight
// requests through at a time and makes the others wait.
func failsafe(baseURL string, rt http.RoundTripper) client {
	retry := failsafehttp.NewRetryPolicyBuilder().WithBackoff(500*time.Millisecond, 30*time.Second).Build()
	limiter := adaptivelimiter.NewBuilder[*http.Response]().WithLimits(1, 8, 2).WithMaxWaitTime(time.Hour).Build()
	return plain(baseURL, &http.Client{Transport: failsafehttp.NewRoundTripper(rt, retry, limiter)})
}

func plain(baseURL string, c *http.Client) client {
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
