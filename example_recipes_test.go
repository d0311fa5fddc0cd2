// SPDX-License-Identifier: MIT

package reservations_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jarcoal/httpmock"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// The recipes of docs. A test compares their code with the pages.

// Requests go through a proxy, and a certificate authority of your own is trusted.
func Example_proxy() {
	roots, err := x509.SystemCertPool()
	if err != nil {
		log.Fatal(err)
	}
	if pem, err := os.ReadFile("company-ca.pem"); err == nil {
		roots.AppendCertsFromPEM(pem)
	}

	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = http.ProxyURL(&url.URL{Scheme: "http", Host: "proxy.example.com:3128"})
	transport.TLSClientConfig = &tls.Config{RootCAs: roots}

	client, err := reservations.NewClient("https://api.example.com", "key",
		reservations.WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(client)
	// Output: reservations.Client(https://api.example.com)
}

// The API key can change while the program runs.
func ExampleWithAPIKeySource() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	baseURL, apiKey := srv.URL(), reservationstest.Key
	ctx := context.Background()

	var storedKey atomic.Value // your program keeps the key somewhere, for example here
	storedKey.Store(apiKey)
	client, err := reservations.NewClient(baseURL, "", reservations.WithAPIKeySource(
		func(ctx context.Context) (string, error) {
			return storedKey.Load().(string), nil // asked before each attempt
		}))
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.ID)

	storedKey.Store("a key that the service does not know")
	_, err = client.Guests.Get(ctx, 7)
	fmt.Println(errors.Is(err, reservations.ErrUnauthorized))
	// Output:
	// 7
	// true
}

// Two organizations with two keys share the connections and the rate limit.
func ExampleClient_With() {
	first, err := reservations.NewClient("https://api.example.com", "first key", reservations.WithOrganization(1))
	if err != nil {
		log.Fatal(err)
	}
	second, err := first.With(
		reservations.WithOrganization(2),
		reservations.WithAPIKeySource(func(context.Context) (string, error) { return "second key", nil }))
	if err != nil {
		log.Fatal(err)
	}
	for _, client := range []*reservations.Client{first, second} {
		fmt.Println(client)
	}
	// Output:
	// reservations.Client(https://api.example.com)
	// reservations.Client(https://api.example.com)
}

// Fields that the API does not document can be read and sent.
func Example_undocumentedField() {
	client := exampleClient(reservationstest.NewReservation(7))
	ctx := context.Background()

	update := types.ReservationUpdate{
		Notes: types.Set("arrives late"),
		Extra: map[string]any{"arrivalTime": "22:30"}, // sent although this package does not know it
	}
	params := reservations.UpdateReservationParams{Token: types.NewSecret("token-7")}
	reservation, err := client.Reservations.Update(ctx, 7, params, &update)
	if err != nil {
		log.Fatal(err)
	}

	var arrival string
	if value, ok := reservation.Extra["arrivalTime"]; ok { // received although this package does not know it
		if err := json.Unmarshal(value, &arrival); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Printf("%q\n", arrival)
	// Output: ""
}

// A failure is logged without what the service said, which may be about a guest.
func ExampleAPIError_logging() {
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTimes})))
	client, ctx := exampleClient(), context.Background()

	_, err := client.Guests.Get(ctx, 77)
	known := []any{"temporary", reservations.IsTemporary(err), "mayHaveWritten", reservations.MayHaveWritten(err)}
	if refused, ok := errors.AsType[*reservations.APIError](err); ok {
		known = append(known, "operation", refused.Name, "status", refused.StatusCode, "requestID", refused.RequestID)
	}
	if err != nil {
		slog.Error("the call failed", known...) // not err itself
	}
	// Output: level=ERROR msg="the call failed" temporary=false mayHaveWritten=false operation=guests.get status=404 requestID=""
}

// An operation that the package has no method for gets the same key, retries and errors.
func ExampleClient_Do() {
	client, ctx := announcementsClient(), context.Background()

	var announcements []struct {
		ID    int64
		Title string
	}
	request := reservations.Request{
		Method: "GET",
		Path:   "/api/announcements/",
		Query:  url.Values{"limit": {"10"}},
	}
	if err := client.Do(ctx, request, &announcements); err != nil {
		log.Fatal(err)
	}
	fmt.Println(announcements)
	// Output: [{1 Pool closed}]
}

// announcementsClient returns a client of a service with an operation of its own.
func announcementsClient() *reservations.Client {
	mock := httpmock.NewMockTransport()
	mock.RegisterResponder("GET", "https://api.example.com/api/announcements/?limit=10",
		httpmock.NewStringResponder(200, `[{"id":1,"title":"Pool closed"}]`))
	client, err := reservations.NewClient("https://api.example.com", "key",
		reservations.WithHTTPClient(&http.Client{Transport: mock}))
	if err != nil {
		log.Fatal(err)
	}
	return client
}

// Metrics come from hooks: requests in flight, durations, retries.
func Example_metrics() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	baseURL, apiKey, ctx := srv.URL(), reservationstest.Key, context.Background()
	srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.Status(503))

	var inFlight, retries atomic.Int64
	var seconds sync.Map // by name of the operation
	client, err := reservations.NewClient(baseURL, apiKey, reservations.WithHooks(reservations.Hooks{
		AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context {
			inFlight.Add(1)
			return ctx
		},
		AttemptEnd: func(ctx context.Context, a reservations.Attempt) {
			inFlight.Add(-1)
			if a.WillRetry {
				retries.Add(1)
			}
		},
		CallEnd: func(ctx context.Context, c reservations.Call) {
			seconds.Store(c.Name, c.Duration.Seconds())
		},
	}))
	if err != nil {
		log.Fatal(err)
	}

	_, err = client.Guests.Get(ctx, 7)
	_, timed := seconds.Load("guests.get")
	fmt.Println(inFlight.Load(), "in flight,", retries.Load(), "retry,", timed, err)
	// Output: 0 in flight, 1 retry, true <nil>
}

// Warnings of all calls are counted, so that a change of the service is seen before a call fails.
func ExampleHooks_warnings() {
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTimes})))
	srv := reservationstest.NewServer()
	defer srv.Close()
	changed, err := json.Marshal(reservationstest.NewGuest(7))
	if err != nil {
		log.Fatal(err)
	}
	changed = bytes.Replace(changed, []byte(`"id":7`), []byte(`"id":"7"`), 1)
	srv.Inject("guests.get", reservationstest.Always(), reservationstest.Body(200, "application/json", string(changed)))
	baseURL, apiKey, ctx := srv.URL(), reservationstest.Key, context.Background()

	count := func(ctx context.Context, call reservations.Call, found []reservations.WarningCount) {
		for _, w := range found {
			slog.WarnContext(ctx, "the service has changed", "operation", call.Name, "field", w.Field, "problem", w.Problem, "count", w.Count)
		}
	}
	client, err := reservations.NewClient(baseURL, apiKey, reservations.WithHooks(reservations.Hooks{Warnings: count}))
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.ID)
	// Output:
	// level=WARN msg="the service has changed" operation=guests.get field=id problem="a string where a whole number is documented" count=1
	// 7
}

// A price that cannot be read would be missing in a sum, so the call fails instead.
func ExampleWithStrict() {
	srv := reservationstest.NewServer()
	defer srv.Close()
	const changed = `[{"id":7,"totalPrice":"12,50"}]`
	srv.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Body(200, "application/json", changed))
	params := reservations.SummariesParams{Organization: 1, DateFrom: time.Now(), DateTo: time.Now()}

	client, err := reservations.NewClient(srv.URL(), reservationstest.Key, reservations.WithStrict())
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Reservations.SummariesPage(context.Background(), params) // WithCallStrict() here is for this call alone
	if bad, ok := errors.AsType[*reservations.DecodeError](err); ok {
		fmt.Println(bad.Field, "cannot be read")
	}
	// Output: [0].totalPrice cannot be read
}

// A switch over the errors that a program handles in different ways.
func ExampleAPIError() {
	client, ctx := exampleClient(), context.Background()

	guest, err := client.Guests.Get(ctx, 77)
	var refused *reservations.APIError
	switch {
	case errors.Is(err, reservations.ErrNotFound):
		fmt.Println(err) // also ErrBadRequest, ErrUnauthorized, ErrForbidden, ErrRateLimited, ErrServer
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Println("no time left:", err)
	case errors.As(err, &refused):
		fmt.Println(refused.StatusCode, refused.Errors, refused.RequestID, refused.RetryAfter)
	case err != nil:
		log.Fatal(err)
	default:
		fmt.Println(guest.ID)
	}
	// Output: GET /api/guests/77: 404 Not Found: there is no Guest with id 77
}
