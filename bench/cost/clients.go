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

// Client is one way to read the service. Its methods return how many records they read.
type Client interface {
	Summaries(ctx context.Context, limit int) (int, error)
	RegisterPage(ctx context.Context) (int, error)
	Guest(ctx context.Context) error
}

// GuestID is the guest that every client asks for.
const GuestID = 7

// The reservations and nights that every client asks for lie between From and To.
var (
	From = firstDay
	To   = firstDay.AddDate(0, 0, month)
)

const month = 31

var clients = []struct {
	name string
	make func(baseURL string) (Client, error)
}{
	{"json", func(baseURL string) (Client, error) { return newByHand(baseURL), nil }},
	{"retryablehttp", func(baseURL string) (Client, error) {
		retrying := retryablehttp.NewClient()
		retrying.Logger = nil
		return byHand{baseURL, retrying.StandardClient(), unmarshal}, nil
	}},
	{"sdk", func(baseURL string) (Client, error) { return newSDK(baseURL) }},
}

// byHand is what an integrator writes: an http.Client, and a function that decodes a body.
type byHand struct {
	baseURL string
	http    *http.Client
	read    func(body io.Reader, v any) error
}

func newByHand(baseURL string) byHand { return byHand{baseURL, &http.Client{}, unmarshal} }

func unmarshal(body io.Reader, v any) error {
	data, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
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
	return c.read(resp.Body, v)
}

func (c byHand) Summaries(ctx context.Context, limit int) (int, error) {
	return c.summaries(ctx, 0, limit)
}

func (c byHand) summaries(ctx context.Context, offset, limit int) (int, error) {
	var summaries []summary
	err := c.get(ctx, "/api/reservations/summaries", url.Values{
		"organization": {"1"},
		"dateFrom":     {From.Format(time.RFC3339)},
		"dateTo":       {To.Format(time.RFC3339)},
		"offset":       {strconv.Itoa(offset)},
		"limit":        {strconv.Itoa(limit)},
	}, &summaries)
	return len(summaries), err
}

func (c byHand) RegisterPage(ctx context.Context) (int, error) {
	var days []presenceDay
	err := c.get(ctx, "/api/reports/presence", url.Values{
		"dateFrom": {From.Format(time.RFC3339)},
		"dateTo":   {To.Format(time.RFC3339)},
	}, &days)
	return len(days), err
}

func (c byHand) Guest(ctx context.Context) error {
	return c.get(ctx, "/api/guests/"+strconv.Itoa(GuestID), nil, &guest{})
}

// sdk is the SDK.
type sdk struct{ *reservations.Client }

func newSDK(baseURL string) (sdk, error) {
	client, err := reservations.NewClient(baseURL, "key", reservations.WithOrganization(1))
	return sdk{client}, err
}

func (c sdk) Summaries(ctx context.Context, limit int) (int, error) {
	summaries, err := c.Reservations.SummariesPage(ctx, reservations.SummariesParams{DateFrom: From, DateTo: To, Limit: limit})
	return len(summaries), err
}

var presenceParams = reservations.PresenceParams{DateFrom: types.DateOf(From), DateTo: types.DateOf(To)}

func (c sdk) RegisterPage(ctx context.Context) (int, error) {
	page, err := c.Reports.PresencePage(ctx, presenceParams)
	if err != nil {
		return 0, err
	}
	return len(page.Days), nil
}

func (c sdk) Guest(ctx context.Context) error {
	_, err := c.Guests.Get(ctx, GuestID)
	return err
}
