// SPDX-License-Identifier: MIT

package cost

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"testing"

	reservations "github.com/reservationkit/reservations-go"
)

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
