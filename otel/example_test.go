// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"context"
	"fmt"
	"log"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

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
