// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"fmt"
	"net/http"
)

// keyHeader carries the API key.
const keyHeader = "X-Api-Key"

// askKey asks for a key, within the time of an attempt.
func (a *attempts) askKey(ctx context.Context) (string, error) {
	if a.t.Key == nil {
		key := a.t.FixedKey()
		a.request.Scrub.Add(key)
		return key, nil
	}
	limited, cancel := context.WithTimeout(ctx, a.t.Timeout)
	defer cancel()
	key, err := a.t.Key(limited)
	a.request.Scrub.Add(key) // also when it cannot be used
	if err = a.t.asTimeout(limited, ctx, err); err != nil {
		return "", fmt.Errorf("the API key source failed: %w", err)
	}
	return key, nil
}

// replaceKey asks the source for another key after a 401, and reports whether the source returned a different one. Then the
// request is sent again at once, whatever the policy says, because a service that refuses the key has not acted. A call
// does this only once. A fixed key is never replaced.
func (a *attempts) replaceKey(ctx context.Context) bool {
	if a.last.Status != http.StatusUnauthorized || a.askedKey || ctx.Err() != nil {
		return false
	}
	a.askedKey = true
	a.setDuration() // the duration of an attempt does not include the source of the key
	key, err := a.askKey(context.WithValue(ctx, keyRefused{}, true))
	if err != nil {
		a.last.NotRetried = a.request.Scrub.Line(err.Error())
		return false
	}
	a.newKey, a.backoff, a.last.Wait = key, 0, 0
	return key != a.key
}

type keyRefused struct{}

// KeyRefused reports whether the context with which Key is called follows a 401.
func KeyRefused(ctx context.Context) bool { return ctx.Value(keyRefused{}) != nil }
