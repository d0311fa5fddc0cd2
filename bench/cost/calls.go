// SPDX-License-Identifier: MIT

package cost

import (
	"context"
	"fmt"
	"testing"
)

// call is one request to measure, to a service with a number of reservations.
type call struct {
	name         string
	reservations int
	make         func(context.Context, Client) error
}

var calls = []call{
	{"empty", 0, summaries(25, 0)},
	{"guest", 25, func(ctx context.Context, c Client) error { return c.Guest(ctx) }},
	{"summaries25", 1000, summaries(25, 25)},
	{"summaries1000", 1000, summaries(1000, 1000)},
	{"register", 25, func(ctx context.Context, c Client) error {
		days, err := c.RegisterPage(ctx)
		return enough(days, month, err)
	}},
}

func summaries(limit, want int) func(context.Context, Client) error {
	return func(ctx context.Context, c Client) error {
		records, err := c.Summaries(ctx, limit)
		return enough(records, want, err)
	}
}

// enough returns an error if there are not as many records as wanted. It makes sure that all clients do the same work.
func enough(records, want int, err error) error {
	if err == nil && records != want {
		return fmt.Errorf("%d records, want %d", records, want)
	}
	return err
}

// BenchmarkCalls makes every call with one kind of client.
func BenchmarkCalls(b *testing.B, name string, newClient func(baseURL string) (Client, error)) {
	for _, call := range calls {
		b.Run("op="+call.name+"/client="+name, func(b *testing.B) {
			client, err := newClient(BaseURL(call.reservations))
			if err != nil {
				b.Fatal(err)
			}
			Loop(b, func() error { return call.make(b.Context(), client) })
		})
	}
}
