// SPDX-License-Identifier: MIT

// Package cost measures what a call of the SDK costs, compared with net/http and
// go-retryablehttp, each with encoding/json. Compare figures only with others of the same run;
// ../cost.sh runs everything and prints the ratios.
package cost

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"testing"

	reservations "github.com/reservationkit/reservations-go"
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

// BenchmarkDecode reads a body that is there already. That of the SDK is a whole call, which
// does what json.Unmarshal leaves to others: it reads the body, and finds what is odd in it.
func BenchmarkDecode(b *testing.B) {
	summaries := func(ctx context.Context, c sdk) error { _, err := c.Summaries(ctx, 0); return err }
	register := func(ctx context.Context, c sdk) error { _, err := c.RegisterPage(ctx); return err }
	benchmarkDecode[summary](b, "summaries25", summariesBody(0, 25), summaries)
	benchmarkDecode[summary](b, "summaries1000", summariesBody(0, 1000), summaries)
	benchmarkDecode[presenceDay](b, "register", registerBody(month, 0, 25), register)
}

func benchmarkDecode[T any](b *testing.B, name string, body []byte, call func(context.Context, sdk) error) {
	b.Run("body="+name+"/client=json", func(b *testing.B) {
		loop(b, func() error {
			var records []T
			return json.Unmarshal(body, &records)
		})
	})
	b.Run("body="+name+"/client=sdk", func(b *testing.B) {
		client := onWire(b, func(req *http.Request) *http.Response { return jsonResponse(req, body, 25) })
		loop(b, func() error { return call(b.Context(), client) })
	})
}

// onWire returns a client with these responses, over a connection that costs nothing.
func onWire(tb testing.TB, respond func(*http.Request) *http.Response) sdk {
	client, err := reservations.NewClient("https://api.example.com", "key", reservations.WithOrganization(1),
		reservations.WithMaxConcurrency(1), reservations.WithHTTPClient(&http.Client{Transport: wire(respond)}))
	if err != nil {
		tb.Fatal(err)
	}
	return sdk{client}
}

type wire func(*http.Request) *http.Response

func (w wire) RoundTrip(req *http.Request) (*http.Response, error) { return w(req), nil }

func jsonResponse(req *http.Request, body []byte, total int) *http.Response {
	return &http.Response{
		StatusCode:    http.StatusOK,
		Header:        http.Header{"Content-Type": {"application/json"}, "X-Total-Count": {strconv.Itoa(total)}},
		Body:          io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)),
		Request:       req,
	}
}
