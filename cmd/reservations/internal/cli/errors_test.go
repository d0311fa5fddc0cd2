// SPDX-License-Identifier: MIT

package cli

import (
	"context"
	"errors"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

type call = func(context.Context, *reservations.Client) error

// TestErrors makes every kind of error that the library has, and finds no word of the library in it.
func TestErrors(t *testing.T) {
	library := regexp.MustCompile(`With[A-Z]|Params|\w+Service|NewClient|RetryPolicy|Client\.|reservations\.|types\.|json:|Go (value|struct)`)
	tests := []struct {
		name  string
		call  call
		fault reservationstest.Fault // of every request
		exit  int
		want  string
	}{
		{"plain http", ofNew("http://api.example.com", nil), nil, 2,
			"the base URL must begin with https://, because the API key would travel readable over http; --plain-http allows it"},
		{"no organization", ofNew("https://api.example.com", supplements), nil, 2,
			"supplements.list: organization is required: set it with --organization, RESERVATIONS_ORGANIZATION or a profile"},
		{"a path with a query", get, nil, 2, "the path must be a path such as /api/guests/7; give the query with --query KEY=VALUE"},
		{"401", guest, reservationstest.Status(401), 4,
			"GET /api/guests/1: 401 Unauthorized; check the API key and what it may do: reservations config show says where it comes from"},
		{"429 for long", guest, reservationstest.TooManyRequests("3600"), 5, "GET /api/guests/1: 429 Too Many Requests; the service " +
			"asks to wait 1h0m0s; not retried: its Retry-After of 1h0m0s is longer than the longest wait of this program, 1m0s; try again later"},
		{"302", guest, reservationstest.Status(302), 1, "GET /api/guests/1: 302 Found; redirects are not followed: check the base URL; " +
			"reservations config show says where it comes from"},
		{"503", guest, reservationstest.Status(503), 5, "GET /api/guests/1: 503 Service Unavailable (after 5 attempts); try again later"},
		{"no connection", ofNew("http://127.0.0.1:1", guest), nil, 5, "GET /api/guests/1: no connection: dial tcp 127.0.0.1:1: connect: " +
			"connection refused; check the network and the base URL, or try again later"},
		{"no response to a call", hurried, reservationstest.Hang(), 5, "GET /api/guests/1: no response: call timed out after 10s; try again later"},
		{"a page", guest, reservationstest.HTML(200), 1, `GET /api/guests/1: cannot read the response (status 200, content type "text/html; ` +
			`charset=utf-8"): invalid character '<' looking for beginning of value; it begins "<!DOCTYPE html> <html><head><title>200 OK` +
			`</title></head><body><h1>200 OK</h1></body></html>", so it is a page and not from the service; check the base URL: reservations config show says where it comes from`},
		{"no register", register, reservationstest.Body(200, "application/json", `[]`), 3,
			"GET /api/reports/presence: what the service sends is not complete (passes: 1, pages: 2): X-Total-Count is missing"},
		{"a setting", func(context.Context, *reservations.Client) error { return UsageErrorf("--from is %d", 1) }, nil, 2, "--from is 1"},
		{"findings", func(context.Context, *reservations.Client) error { return ExitErrorf(6, "2 warnings") }, nil, 6, "2 warnings"},
		{"half a register", func(context.Context, *reservations.Client) error { return IncompleteErrorf("no night") }, nil, 3, "no night"},
		{"another", func(context.Context, *reservations.Client) error { return errors.New("the disk is full") }, nil, 1, "the disk is full"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server, client := reservationstest.New(t, reservationstest.WithRecords(reservationstest.NewGuest(1)))
				if test.fault != nil {
					server.Inject("guests.get", reservationstest.Always(), test.fault)
					server.Inject("reports.presence", reservationstest.Always(), test.fault)
				}
				err := test.call(t.Context(), client)
				if err == nil {
					t.Fatal("got no error")
				}
				if got := describe(err); got != test.want {
					t.Errorf("got  %s\nwant %s", got, test.want)
				}
				if got := exitCode(err); got != test.exit {
					t.Errorf("got exit code %d, want %d", got, test.exit)
				}
				if word := library.FindString(describe(err)); word != "" {
					t.Errorf("the word %q is one of the library", word)
				}
			})
		})
	}
}

// ofNew calls another client, which retries nothing.
func ofNew(baseURL string, then call) call {
	return func(ctx context.Context, _ *reservations.Client) error {
		c, err := reservations.NewClient(baseURL, "key", reservations.WithRetry(reservations.NoRetry()))
		if err != nil {
			return err
		}
		return then(ctx, c)
	}
}

func guest(ctx context.Context, c *reservations.Client) error {
	_, err := c.Guests.Get(ctx, 1)
	return err
}

func hurried(ctx context.Context, c *reservations.Client) error {
	_, err := c.Guests.Get(ctx, 1, reservations.WithCallTimeout(10*time.Second))
	return err
}

func get(ctx context.Context, c *reservations.Client) error {
	return c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/guests/1?x=1"}, nil)
}

func register(ctx context.Context, c *reservations.Client) error {
	day := types.NewDate(2026, 11, 20)
	_, err := c.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: day, DateTo: day})
	return err
}

func supplements(ctx context.Context, c *reservations.Client) error {
	_, err := c.Supplements.Page(ctx, reservations.SupplementsParams{})
	return err
}
