// SPDX-License-Identifier: MIT

package cli

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var today = types.NewDate(2026, 11, 20)

// failures makes every kind of error that the library has.
var failures = []struct {
	name, want string
	exit       int
	call       call
	fault      reservationstest.Fault // of every request
}{
	{name: "plain http", exit: 2, call: newClient("http://api.example.com", "key"),
		want: "the base URL must begin with https://, because the API key would travel readable over http; " +
			"--plain-http allows it"},
	{name: "no organization", exit: 2, call: supplements,
		want: "organization is required: set it with --organization, RESERVATIONS_ORGANIZATION or a profile"},
	{name: "a path with a query", exit: 2, call: get("/api/guests/1?x=1"),
		want: "the path must be a path such as /api/guests/7"},
	{name: "a register that ends before it begins", exit: 2, call: register(-2),
		want: "dateTo must not be before dateFrom"},
	{name: "401", exit: 4, call: guest(1), fault: reservationstest.Status(401),
		want: "GET /api/guests/1: 401 Unauthorized; check the API key and what it may do: reservations config " +
			"show says where it comes from"},
	{name: "407", exit: 1, call: guest(1), fault: reservationstest.Status(407),
		want: "GET /api/guests/1: 407 Proxy Authentication Required; a proxy asks for credentials: give them " +
			"in its URL, in HTTPS_PROXY"},
	{name: "429 for long", exit: 5, call: guest(1), fault: reservationstest.TooManyRequests("3600"),
		want: "GET /api/guests/1: 429 Too Many Requests; the service asks to wait 1h0m0s; not retried: its " +
			"Retry-After of 1h0m0s is longer than the longest wait of this program, 1m0s; try again later"},
	{name: "too many calls fail", exit: 5, call: again(60), fault: reservationstest.Status(503),
		want: "GET /api/guests/1: 503 Service Unavailable; not retried: too many calls fail: " +
			"their retries are more than this program makes, 100; try again later"},
	{name: "302", exit: 1, call: guest(1), fault: reservationstest.Status(302),
		want: "GET /api/guests/1: 302 Found; redirects are not followed: check the base URL; reservations " +
			"config show says where it comes from"},
	{name: "503", exit: 5, call: guest(1), fault: reservationstest.Status(503),
		want: "GET /api/guests/1: 503 Service Unavailable (after 5 attempts); try again later"},
	{name: "no connection", exit: 5, call: refused,
		want: "GET /api/guests/1: no connection: dial tcp 127.0.0.1:1: connect: connection refused; check " +
			"the network and the base URL, or try again later"},
	{name: "no response to a call", exit: 5, call: hurried, fault: reservationstest.Hang(),
		want: "GET /api/guests/1: no response: call timed out after 10s; try again later"},
	{name: "a page", exit: 1, call: guest(1), fault: reservationstest.HTML(200),
		want: `GET /api/guests/1: cannot read the response (status 200, content type "text/html; ` +
			`charset=utf-8"): invalid character '<' looking for beginning of value; it begins "<!DOCTYPE ` +
			`html> <html><head><title>200 OK</title></head><body><h1>200 OK</h1></body></html>"; check the ` +
			`base URL: reservations config show says where it comes from`},
	{name: "no register", exit: 3, call: register(0), fault: reservationstest.Body(200, "application/json", `[]`),
		want: "GET /api/reports/presence: what the service sends is not complete: X-Total-Count is missing " +
			"(pages read: 1, times from the start: 1)"},
}

func TestErrorsHaveNoWordOfTheLibrary(t *testing.T) {
	var names []string
	for _, operation := range reservations.Operations() {
		names = append(names, regexp.QuoteMeta(operation.Name))
	}
	library := regexp.MustCompile(`With[A-Z]|Params|\w+Service|NewClient|RetryPolicy|Client\.|reservations\.|types\.|json:|Go (value|struct)|` +
		strings.Join(names, "|"))
	for _, test := range failures {
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
				got := describe(err, "")
				if got != test.want {
					t.Errorf("got  %s\nwant %s", got, test.want)
				}
				if got := exitCode(err); got != test.exit {
					t.Errorf("got exit code %d, want %d", got, test.exit)
				}
				if word := library.FindString(got); word != "" {
					t.Errorf("%q has the word %q of the library", got, word)
				}
			})
		})
	}
}

type call = func(context.Context, *reservations.Client) error

func newClient(baseURL, key string) call {
	return func(context.Context, *reservations.Client) error {
		_, err := reservations.NewClient(baseURL, key)
		return err
	}
}

func guest(id int64) call {
	return func(ctx context.Context, c *reservations.Client) error {
		_, err := c.Guests.Get(ctx, id)
		return err
	}
}

func get(path string) call {
	return func(ctx context.Context, c *reservations.Client) error {
		return c.Do(ctx, reservations.Request{Method: "GET", Path: path}, nil)
	}
}

func register(days int) call {
	return func(ctx context.Context, c *reservations.Client) error {
		_, err := c.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: today, DateTo: today.AddDays(days)})
		return err
	}
}

func supplements(ctx context.Context, _ *reservations.Client) error {
	c, err := reservations.NewClient("https://api.example.com", "key")
	if err == nil {
		_, err = c.Supplements.Page(ctx, reservations.SupplementsParams{})
	}
	return err
}

// refused calls a port of this machine on which nothing listens.
func refused(ctx context.Context, _ *reservations.Client) error {
	c, err := reservations.NewClient("http://127.0.0.1:1", "key", reservations.WithRetry(reservations.NoRetry()))
	if err == nil {
		_, err = c.Guests.Get(ctx, 1)
	}
	return err
}

// again calls that many times, and returns the last error.
func again(times int) call {
	return func(ctx context.Context, c *reservations.Client) (err error) {
		for range times {
			err = guest(1)(ctx, c)
		}
		return err
	}
}

func hurried(ctx context.Context, c *reservations.Client) error {
	_, err := c.Guests.Get(ctx, 1, reservations.WithCallTimeout(10*time.Second))
	return err
}
