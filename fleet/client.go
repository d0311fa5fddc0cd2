// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	reservations "github.com/reservationkit/reservations-go"
)

// clients makes the clients of parks in one process. All clients share connections. The clients of parks with
// the same rate limit also share a throttle, so that each knows what the responses to the others say of the limit.
type clients struct {
	config      Config
	connections *http.Client

	mu     sync.Mutex
	limits map[string]*reservations.Client // the first client of each limit, by its name
}

func newClients(c Config) *clients {
	connections := &http.Client{Transport: http.DefaultTransport}
	if t, ok := http.DefaultTransport.(*http.Transport); ok { // the program has not replaced it by another type
		t = t.Clone()
		t.MaxIdleConnsPerHost = c.Workers * 2
		connections.Transport = t
	}
	return &clients{config: c, connections: connections, limits: map[string]*reservations.Client{}}
}

// of returns the client of p.
func (c *clients) of(p Park) (*reservations.Client, error) {
	p.Limit = p.limit()
	options := []reservations.Option{
		reservations.WithHTTPClient(c.connections),
		reservations.WithOrganization(p.Organization),
		reservations.WithAPIKeySource(c.key(p)),
	}
	if c.config.Options != nil {
		options = append(options, c.config.Options(p)...)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if first := c.limits[p.Limit]; first != nil {
		options = append(options, reservations.WithSharedThrottle(first))
	}
	client, err := reservations.NewClient(p.BaseURL, "", options...)
	if err == nil && c.limits[p.Limit] == nil {
		c.limits[p.Limit] = client
	}
	return client, err
}

// key returns the source of the API key of p. Its errors wrap errNoKey, so that a refusal by what holds the keys is
// not taken for a refusal by the service.
func (c *clients) key(p Park) func(context.Context) (string, error) {
	source := c.config.Keys(p)
	return func(ctx context.Context) (string, error) {
		if source == nil {
			return "", errNoKey
		}
		key, err := source(ctx)
		if err != nil {
			return "", fmt.Errorf("%w: %w", errNoKey, err)
		}
		return key, nil
	}
}
