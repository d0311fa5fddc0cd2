// SPDX-License-Identifier: MIT

package cost

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// client is one way to read the service. Its methods return how many records they read.
type client interface {
	Summaries(ctx context.Context, limit int) (int, error)
	RegisterPage(ctx context.Context) (int, error)
	Guest(ctx context.Context) error
}

// guestID is the guest that every client asks for.
const guestID = 7

// lastDay ends what every client asks for.
var lastDay = firstDay.AddDate(0, 0, month)

var clients = []struct {
	name string
	make func(baseURL string) (client, error)
}{
	{"json", func(baseURL string) (client, error) { return byHand{baseURL, &http.Client{}}, nil }},
	{"retryablehttp", func(baseURL string) (client, error) {
		retrying := retryablehttp.NewClient()
		retrying.Logger = nil
		return byHand{baseURL, retrying.StandardClient()}, nil
	}},
	{"sdk", func(baseURL string) (client, error) { return newSDK(baseURL) }},
}

// byHand is what an integrator writes: an http.Client, and a function that decodes a body.
type byHand struct {
	baseURL string
	http    *http.Client
}

func (c byHand) get(ctx context.Context, path string, query url.Values, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.baseURL+path+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("X-Api-Key", "key")
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s", path, resp.Status)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, v)
}

func (c byHand) Summaries(ctx context.Context, limit int) (int, error) {
	var summaries []summary
	err := c.get(ctx, "/api/reservations/summaries", url.Values{
		"organization": {"1"},
		"dateFrom":     {firstDay.Format(time.RFC3339)},
		"dateTo":       {lastDay.Format(time.RFC3339)},
		"offset":       {"0"},
		"limit":        {strconv.Itoa(limit)},
	}, &summaries)
	return len(summaries), err
}

func (c byHand) RegisterPage(ctx context.Context) (int, error) {
	var days []presenceDay
	err := c.get(ctx, "/api/reports/presence", url.Values{
		"dateFrom": {firstDay.Format(time.RFC3339)},
		"dateTo":   {lastDay.Format(time.RFC3339)},
	}, &days)
	return len(days), err
}

func (c byHand) Guest(ctx context.Context) error {
	return c.get(ctx, "/api/guests/"+strconv.Itoa(guestID), nil, &guest{})
}

// sdk is the SDK.
type sdk struct{ *reservations.Client }

func newSDK(baseURL string) (sdk, error) {
	client, err := reservations.NewClient(baseURL, "key", reservations.WithOrganization(1))
	return sdk{client}, err
}

func (c sdk) Summaries(ctx context.Context, limit int) (int, error) {
	summaries, err := c.Reservations.SummariesPage(ctx, reservations.SummariesParams{DateFrom: firstDay, DateTo: lastDay, Limit: limit})
	return len(summaries), err
}

var presenceParams = reservations.PresenceParams{DateFrom: types.DateOf(firstDay), DateTo: types.DateOf(lastDay)}

func (c sdk) RegisterPage(ctx context.Context) (int, error) {
	page, err := c.Reports.PresencePage(ctx, presenceParams)
	if err != nil {
		return 0, err
	}
	return len(page.Days), nil
}

func (c sdk) Guest(ctx context.Context) error {
	_, err := c.Guests.Get(ctx, guestID)
	return err
}
