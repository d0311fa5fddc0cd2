// SPDX-License-Identifier: MIT

// Package cost measures what a call of the SDK costs, compared with net/http and
// go-retryablehttp, each with encoding/json. Compare figures only with others of the same run;
// ../cost.sh runs everything and prints the ratios.
package cost

import (
	"context"
	"fmt"
	"testing"
)

func TestMain(m *testing.M) { runTests(m) }

// calls are requests to measure, each to a service with a number of reservations.
var calls = []struct {
	name         string
	reservations int
	make         func(context.Context, client) error
}{
	{"empty", 0, summaries(25, 0)},
	{"guest", 25, func(ctx context.Context, c client) error { return c.Guest(ctx) }},
	{"summaries25", 1000, summaries(25, 25)},
	{"summaries1000", 1000, summaries(1000, 1000)},
	{"register", 25, func(ctx context.Context, c client) error {
		days, err := c.RegisterPage(ctx)
		return enough(days, month, err)
	}},
}

func summaries(limit, want int) func(context.Context, client) error {
	return func(ctx context.Context, c client) error {
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

// TestCalls: every client gets what it asks for.
func TestCalls(t *testing.T) {
	for _, c := range clients {
		for _, call := range calls {
			t.Run(c.name+"/"+call.name, func(t *testing.T) {
				client, err := c.make(serviceURL(call.reservations))
				if err != nil {
					t.Fatal(err)
				}
				if err := call.make(t.Context(), client); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// BenchmarkCall makes whole calls over the loopback interface.
func BenchmarkCall(b *testing.B) {
	for _, call := range calls {
		for _, c := range clients {
			b.Run("op="+call.name+"/client="+c.name, func(b *testing.B) {
				client, err := c.make(serviceURL(call.reservations))
				if err != nil {
					b.Fatal(err)
				}
				loop(b, func() error { return call.make(b.Context(), client) })
			})
		}
	}
}

// BenchmarkRegister reads a register of one page and has it proven complete, where other
// clients believe the page.
func BenchmarkRegister(b *testing.B) {
	client, err := newSDK(serviceURL(25))
	if err != nil {
		b.Fatal(err)
	}
	loop(b, func() error { _, err := client.Reports.Presence(b.Context(), presenceParams); return err })
}
