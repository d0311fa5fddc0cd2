// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"errors"
	"net/http"
	"testing"

	"go.opentelemetry.io/otel"

	"github.com/reservationkit/reservations-go"
	otelreservations "github.com/reservationkit/reservations-go/otel"
)

// TestGlobalProviders are used when the program sets them after it has made its client, and without any a client
// works as well. It runs alone, because they belong to the process, and once: OpenTelemetry passes what was made before
// only to the first providers that a process sets.
func TestGlobalProviders(t *testing.T) {
	if wasSet {
		t.Skip("works once in a process: run it without -count")
	}
	wasSet = true
	client, err := reservations.NewClient("https://api.example.com", "key", otelreservations.Option(),
		reservations.WithHTTPClient(&http.Client{Transport: responds(200, "application/json", `{"id":7}`)}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Guests.Get(t.Context(), 7); err != nil {
		t.Errorf("without a provider: %v", err)
	}
	tel := newTelemetry()
	tracers, meters := otel.GetTracerProvider(), otel.GetMeterProvider()
	otel.SetTracerProvider(tel.tracers)
	otel.SetMeterProvider(tel.meters)
	t.Cleanup(func() { otel.SetTracerProvider(tracers); otel.SetMeterProvider(meters) })
	if _, err := client.Guests.Get(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	if spans, series := tel.ended(t), tel.series(t); len(spans) != 2 || len(series) < 4 {
		t.Errorf("got %d spans, want that of the attempt and that of the call, and the series\n%s", len(spans), sortedKeys(series))
	}
}

var wasSet bool

// TestANilSetting is an error of NewClient and not a panic in it.
func TestANilSetting(t *testing.T) {
	t.Parallel()
	var bad *reservations.ParamError
	if _, err := reservations.NewClient("https://api.example.com", "key", otelreservations.Option(nil)); !errors.As(err, &bad) {
		t.Errorf("got %v, want a *ParamError", err)
	}
}
