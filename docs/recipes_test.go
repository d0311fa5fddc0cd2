// SPDX-License-Identifier: MIT

package docs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// The recipes of these pages. TestSnippets in internal/lint compares their code with the pages.

// exampleClient returns a client of a service in memory that holds the given records.
// Organization 1 is the default of its calls.
func exampleClient(records ...any) *reservations.Client {
	srv := reservationstest.NewServer(reservationstest.WithRecords(records...))
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key, reservations.WithOrganization(1))
	if err != nil {
		log.Fatal(err)
	}
	return client
}

// served returns a service in memory that holds a guest, and what the examples need to call it.
func served() (srv *reservationstest.Server, baseURL, apiKey string, ctx context.Context) {
	srv = reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	return srv, srv.URL(), reservationstest.Key, context.Background()
}

// The API key can change while the program runs.
func Example_keySource() {
	srv, baseURL, apiKey, ctx := served()
	defer srv.Close()

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
func Example_twoOrganizations() {
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
func Example_loggingWithoutTexts() {
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTimes})))
	client, ctx := exampleClient(), context.Background()

	if _, err := client.Guests.Get(ctx, 77); err != nil {
		slog.LogAttrs(ctx, slog.LevelError, "the call failed", reservations.LogAttrs(err)...) // not err itself
	}
	// Output: level=ERROR msg="the call failed" kind="error response" operation=guests.get method=GET path=/api/guests/{id} status=404 attempts=1 temporary=false may_have_written=false
}

// Metrics come from hooks: requests in flight, durations, retries.
func Example_metrics() {
	srv, baseURL, apiKey, ctx := served()
	defer srv.Close()
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
func Example_warnings() {
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTimes})))
	srv, baseURL, apiKey, ctx := served()
	defer srv.Close()
	changed, err := json.Marshal(reservationstest.NewGuest(7))
	if err != nil {
		log.Fatal(err)
	}
	changed = bytes.Replace(changed, []byte(`"id":7`), []byte(`"id":"7"`), 1)
	srv.Inject("guests.get", reservationstest.Always(), reservationstest.Body(200, "application/json", string(changed)))

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

// A nightly job is patient, and a call behind a button is not.
func Example_callRetry() {
	srv, baseURL, apiKey, ctx := served()
	defer srv.Close()
	srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.Status(503))

	client, err := reservations.NewClient(baseURL, apiKey,
		reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 200, MaxElapsed: time.Hour, Budget: 10_000})) // for the job
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7, // behind a button
		reservations.WithCallRetry(reservations.NoRetry()), reservations.WithCallTimeout(2*time.Second))
	switch {
	case reservations.IsTemporary(err):
		fmt.Println("try again later:", err)
	case err != nil:
		log.Fatal(err)
	default:
		fmt.Println("welcome back:", guest.Returning)
	}
	// Output: try again later: GET /api/guests/7: 503 Service Unavailable
}

// The logger gets a record for each attempt, and records log without personal data.
func Example_logging() {
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTimes})))
	srv, baseURL, apiKey, ctx := served()
	defer srv.Close()
	srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("0"))

	client, err := reservations.NewClient(baseURL, apiKey, reservations.WithLogger(slog.Default()))
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		slog.Error("cannot read the guest", "error", err) // with operation, status, request id and more as fields
		os.Exit(1)
	}
	slog.Info("one record", "guest", guest) // without name, address and other personal data
	slog.Info("several records", "guests", types.Redacted([]types.Guest{*guest}))
	// Output:
	// level=INFO msg="reservations request" operation=guests.get method=GET path=/api/guests/{id} url_path=/api/guests/7 attempt=1 status=429
	// level=INFO msg="one record" guest="Guest{id:7 uuid:00000000-0000-4000-8000-000000000007 locale:en created:2026-11-01T09:00:00Z}"
	// level=INFO msg="several records" guests="[Guest{id:7 uuid:00000000-0000-4000-8000-000000000007 locale:en created:2026-11-01T09:00:00Z}]"
}

// withoutTimes leaves out of a log record what changes from run to run.
func withoutTimes(_ []string, a slog.Attr) slog.Attr {
	switch a.Key {
	case slog.TimeKey, "duration", "server", "wait":
		return slog.Attr{}
	}
	return a
}

// A program that keeps a copy of its key gets the new one after a 401.
func Example_refusedKey() {
	srv, baseURL, apiKey, ctx := served()
	defer srv.Close()

	var stored, kept atomic.Value // the key where your program gets it, and the copy that it keeps
	stored.Store(apiKey)
	kept.Store("the key of yesterday")
	client, err := reservations.NewClient(baseURL, "", reservations.WithAPIKeySource(
		func(ctx context.Context) (string, error) {
			if reservations.APIKeyRefused(ctx) {
				kept.Store(stored.Load())
			}
			return kept.Load().(string), nil
		}))
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.ID)
	fmt.Println(len(srv.Requests()), "requests")
	// Output:
	// 7
	// 2 requests
}
