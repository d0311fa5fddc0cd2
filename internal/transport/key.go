// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"fmt"
	"net/http"
)

// keyHeader is the header with the API key.
const keyHeader = "X-Api-Key"

// getKey returns the API key. It fails if the source of keys fails, or takes longer than the Timeout of an attempt.
func (a *attempts) getKey(ctx context.Context) (string, error) {
	if a.t.Key == nil {
		key := a.t.FixedKey()
		a.request.Scrub.Add(key)
		return key, nil
	}
	bounded, cancel := context.WithTimeout(ctx, a.t.Timeout)
	defer cancel()
	key, err := a.t.Key(bounded)
	a.request.Scrub.Add(key) // also when there is an error, which may show the key
	if err = a.t.asTimeout(bounded, ctx, err); err != nil {
		return "", fmt.Errorf("the API key source failed: %w", err)
	}
	return key, nil
}

// replaceKey asks the source for another key after a 401, at most once in a call, and returns whether the source gave one. If
// so, the request is sent again at once, whatever the policy says, because the service has not acted on a request with a
// refused key.
func (a *attempts) replaceKey(ctx context.Context) bool {
	if a.last.Status != http.StatusUnauthorized || a.askedForKey || ctx.Err() != nil {
		return false
	}
	a.askedForKey = true
	a.stopClock() // the duration of an attempt does not include the call of Key
	key, err := a.getKey(context.WithValue(ctx, keyRefused{}, true))
	if err != nil {
		a.last.NotRetried = a.request.Scrub.Line(err.Error())
		return false
	}
	a.newKey, a.backoff, a.last.Wait = key, 0, 0
	return key != a.key
}

type keyRefused struct{}

// KeyRefused reports whether ctx is that of a call of Config.Key after the service has refused the last key with a 401.
func KeyRefused(ctx context.Context) bool { return ctx.Value(keyRefused{}) != nil }
