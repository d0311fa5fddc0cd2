// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"context"
	"fmt"
	"log"
	"net/http"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	noopmetric "go.opentelemetry.io/otel/metric/noop"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	nooptrace "go.opentelemetry.io/otel/trace/noop"

	"github.com/reservationkit/reservations-go"
	otelreservations "github.com/reservationkit/reservations-go/otel"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// With the global providers, which a program sets up as it does for its other packages.
func Example() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	baseURL, apiKey := srv.URL(), reservationstest.Key
	ctx := context.Background()

	client, err := reservations.NewClient(baseURL, apiKey, otelreservations.Option())
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.ID)
	// Output: 7
}

// With a provider of its own, here one that keeps the spans in memory.
func ExampleWithTracerProvider() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	srv.Inject(reservationstest.OpGuest, reservationstest.Nth(1), reservationstest.TooManyRequests("0"))

	memory := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(memory))
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key,
		otelreservations.Option(otelreservations.WithTracerProvider(provider)))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := client.Guests.Get(context.Background(), 7); err != nil {
		log.Fatal(err)
	}
	for _, span := range memory.GetSpans() {
		fmt.Println(span.SpanKind, span.Name, span.Status.Code)
	}
	// Output:
	// client GET /api/guests/{id} Error
	// client GET /api/guests/{id} Unset
	// internal guests.get Unset
}

// The traceparent header is sent by otelhttp, whose own spans and metrics, which would show
// tokens, go nowhere. It uses the propagator that the program has set with
// otel.SetTextMapPropagator.
func Example_propagation() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	baseURL, apiKey := srv.URL(), reservationstest.Key
	ctx := context.Background()

	transport := otelhttp.NewTransport(http.DefaultTransport,
		otelhttp.WithTracerProvider(nooptrace.NewTracerProvider()),
		otelhttp.WithMeterProvider(noopmetric.NewMeterProvider()),
		otelhttp.WithPropagators(otel.GetTextMapPropagator()))
	client, err := reservations.NewClient(baseURL, apiKey,
		reservations.WithHTTPClient(&http.Client{Transport: transport}), otelreservations.Option())
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.ID)
	// Output: 7
}
