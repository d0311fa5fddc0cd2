package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// keyHeader carries the API key.
const keyHeader = "X-Api-Key"

// askKey asks for the key of the next attempt, within the time of one.
func (r *run) askKey(ctx context.Context) (string, error) {
	if r.t.Key == nil {
		key := r.t.FixedKey()
		r.q.Scrub.Add(key)
		return key, nil
	}
	limited, cancel := context.WithTimeout(ctx, r.t.Timeout)
	defer cancel()
	key, err := r.t.Key(limited)
	r.q.Scrub.Add(key) // also when it cannot be used
	if err == nil {
		err = limited.Err() // it did not look at its context
	}
	if err = r.t.timedOut(limited, ctx, err); err != nil {
		return "", fmt.Errorf("the API key source failed: %w", err)
	}
	return key, nil
}

// sendKeyed sends a request that nobody else holds. It sets the key if the request is to the
// origin of the base URL, and sends no request anywhere else. Its body is in memory, so that
// there is nothing to close.
func (r *run) sendKeyed(req *http.Request) (*http.Response, error) {
	if base := r.t.Base; req.URL.Scheme != base.Scheme || req.URL.Host != base.Host {
		return nil, errors.New("refused to send the API key to an origin other than the base URL's")
	}
	req.Header.Set(keyHeader, r.key)
	resp, err := r.t.base.RoundTrip(req)
	if err != nil || resp == nil || !IsSuccess(resp.StatusCode) { // which may be of a proxy that tells what it was sent
		r.q.Scrub.Add(proxyPassword(req, r.t.base.next()))
	}
	return resp, err
}
