package transport

import (
	"context"
	"fmt"
)

// keyHeader carries the API key.
const keyHeader = "X-Api-Key"

// askKey asks for the key of the next attempt, within the time of one.
func (c *call) askKey(ctx context.Context) error {
	if c.t.Key == nil {
		c.key = c.t.FixedKey()
		c.q.Scrub.Add(c.key)
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, c.t.Timeout)
	defer cancel()
	key, err := c.t.Key(limited)
	c.q.Scrub.Add(key) // also when it cannot be used
	if err == nil {
		err = limited.Err() // the source did not look at its context
	}
	if err = c.t.timedOut(limited, ctx, err); err != nil {
		return fmt.Errorf("the API key source failed: %w", err)
	}
	c.key = key
	return nil
}
