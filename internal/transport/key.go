// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// keyHeader carries the API key.
const keyHeader = "X-Api-Key"

// askKey asks for a key, within the time of an attempt.
func (c *call) askKey(ctx context.Context) (string, error) {
	if c.t.Key == nil {
		key := c.t.FixedKey()
		c.q.Scrub.Add(key)
		return key, nil
	}
	limited, cancel := context.WithTimeout(ctx, c.t.Timeout)
	defer cancel()
	key, err := c.t.Key(limited)
	c.q.Scrub.Add(key) // also when it cannot be used
	if err = c.t.asTimeout(limited, ctx, err); err != nil {
		return "", fmt.Errorf("the API key source failed: %w", err)
	}
	return key, nil
}

// replaceKey asks the source for another key after a 401, and reports whether the source returned a different one. Then the
// request is sent again at once, whatever the policy says, because a service that refuses the key has not acted. A call
// does this only once. A fixed key is never replaced.
func (c *call) replaceKey(ctx context.Context) bool {
	if c.last.Status != http.StatusUnauthorized || c.askedKey || ctx.Err() != nil {
		return false
	}
	c.askedKey = true
	c.setDuration() // the duration of an attempt does not include the source of the key
	key, err := c.askKey(context.WithValue(ctx, keyRefused{}, true))
	if err != nil {
		c.last.NotRetried = c.q.Scrub.Line(err.Error())
		return false
	}
	c.newKey, c.backoff, c.last.Wait = key, 0, 0
	return key != c.key
}

type keyRefused struct{}

// KeyRefused reports whether the context with which Key is called follows a 401.
func KeyRefused(ctx context.Context) bool { return ctx.Value(keyRefused{}) != nil }

// setDuration sets the duration of the current attempt. It does nothing the second time.
func (c *call) setDuration() {
	if c.last.Duration == 0 {
		c.idle = time.Now()
		c.last.Duration = c.idle.Sub(c.began)
	}
}
