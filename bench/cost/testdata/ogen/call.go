// Package ogen measures the client that ogen generates from contract/openapi.yaml.
// ../../../cost.sh makes a test of it, in a module of its own with what ogen generates.
package ogen

import (
	"context"
	"fmt"
	"testing"

	"ogen/api"

	"github.com/reservationkit/reservations-go/bench/cost"
)

func TestMain(m *testing.M) { cost.Main(m) }

func BenchmarkCall(b *testing.B) {
	cost.BenchmarkCalls(b, "ogen", func(baseURL string) (cost.Client, error) {
		c, err := api.NewClient(baseURL, key{})
		return client{c}, err
	})
}

type key struct{}

func (key) ApiKey(context.Context, api.OperationName) (api.ApiKey, error) {
	return api.ApiKey{APIKey: "key"}, nil
}

type client struct{ *api.Client }

func (c client) Summaries(ctx context.Context, limit int) (int, error) {
	result, err := c.ReservationsSummaries(ctx, api.ReservationsSummariesParams{
		Organization: 1, DateFrom: cost.From, DateTo: cost.To, Limit: api.NewOptInt(limit),
	})
	if err != nil {
		return 0, err
	}
	summaries, ok := result.(*api.ReservationsSummariesOKApplicationJSON)
	if !ok {
		return 0, fmt.Errorf("the result is a %T", result)
	}
	return len(*summaries), nil
}

func (c client) RegisterPage(ctx context.Context) (int, error) {
	result, err := c.ReportsPresence(ctx, api.ReportsPresenceParams{DateFrom: cost.From, DateTo: api.NewOptDateTime(cost.To)})
	if err != nil {
		return 0, err
	}
	page, ok := result.(*api.ReportsPresenceOKHeaders)
	if !ok {
		return 0, fmt.Errorf("the result is a %T", result)
	}
	return len(page.Response), nil
}

func (c client) Guest(ctx context.Context) error {
	result, err := c.GuestsGet(ctx, api.GuestsGetParams{ID: cost.GuestID})
	if _, ok := result.(*api.Guest); err == nil && !ok {
		err = fmt.Errorf("the result is a %T", result)
	}
	return err
}
