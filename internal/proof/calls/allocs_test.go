// SPDX-License-Identifier: MIT

//go:build !race

package calls_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestAllocationsOfASmallCall compares a call with net/http alone, which sends the same
// request and reads the body without decoding it.
func TestAllocationsOfASmallCall(t *testing.T) {
	const most = 60
	ctx := t.Context()
	for _, test := range []struct {
		name, body, path string
		query            url.Values
		call             func(*reservations.Client) error
	}{
		{"one record", `{"id":77}`, "/api/guests/77", nil, func(c *reservations.Client) error {
			return only(c.Guests.Get(ctx, 77))
		}},
		{"an empty list", `[]`, "/api/reservations/summaries", url.Values{
			"organization": {"42"}, "limit": {"25"},
			"dateFrom": {"2026-07-06T00:00:00Z"}, "dateTo": {"2026-07-13T12:30:00+02:00"},
		}, func(c *reservations.Client) error {
			p := reservations.SummariesParams{Organization: 42, DateFrom: from, DateTo: to, Limit: 25}
			return only(c.Reservations.SummariesPage(ctx, p))
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				return &http.Response{
					StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
					ContentLength: int64(len(test.body)), Body: io.NopCloser(bytes.NewReader([]byte(test.body))),
				}, nil
			})
			call := allocations(t, test.call, testclient.Over(t, rt))
			errorsAlone := &slog.HandlerOptions{Level: slog.LevelError}
			quiet := slog.New(slog.NewTextHandler(io.Discard, errorsAlone)) //nolint:sloglint // one that has a level
			if logged := allocations(t, test.call, testclient.Over(t, rt, reservations.WithLogger(quiet))); logged > call {
				t.Errorf("%v allocations with a logger that writes errors alone, and %v without", logged, call)
			}
			hc := &http.Client{Transport: rt}
			bare := testing.AllocsPerRun(200, func() {
				if err := bareCall(ctx, hc, test.path, test.query); err != nil {
					t.Fatal(err)
				}
			})
			if call-bare > most {
				t.Errorf("%v allocations, and %v with net/http alone: more than %d apart", call, bare, most)
			}
			t.Logf("%v allocations, and %v with net/http alone", call, bare)
		})
	}
}

func allocations(t *testing.T, call func(*reservations.Client) error, c *reservations.Client) float64 {
	return testing.AllocsPerRun(200, func() {
		if err := call(c); err != nil {
			t.Fatal(err)
		}
	})
}

func bareCall(ctx context.Context, hc *http.Client, path string, query url.Values) error {
	target := "https://api.example.com" + path
	if query != nil {
		params := url.Values{}
		for key, values := range query {
			params.Set(key, values[0])
		}
		target += "?" + params.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("X-Api-Key", reservationstest.Key)
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
