// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/embedded"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/reservationkit/reservations-go"
	otelreservations "github.com/reservationkit/reservations-go/otel"
	"github.com/reservationkit/reservations-go/reservationstest"
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
	if spans, metrics := tel.ended(t), tel.measured(t); len(spans) != 2 || metrics["reservations.call.duration"].Data == nil {
		t.Errorf("got %d spans, want that of the attempt and that of the call, and the metrics %v", len(spans), metrics)
	}
}

var wasSet bool

// refusing is a provider whose meter makes no instrument, and returns nil for it.
type refusing struct{ embedded.MeterProvider }

type refusingMeter struct{ noop.Meter }

var errRefused = errors.New("refused instrument")

func (refusing) Meter(string, ...metric.MeterOption) metric.Meter { return refusingMeter{} }

func (refusingMeter) Float64Histogram(string, ...metric.Float64HistogramOption) (metric.Float64Histogram, error) {
	return nil, errRefused
}

func (refusingMeter) Int64Counter(string, ...metric.Int64CounterOption) (metric.Int64Counter, error) {
	return nil, errRefused
}

func (refusingMeter) Int64UpDownCounter(string, ...metric.Int64UpDownCounterOption) (metric.Int64UpDownCounter, error) {
	return nil, errRefused
}

// TestRefusedInstruments are reported to the program, and the spans are made all the same. It
// runs alone, because the handler belongs to the process.
func TestRefusedInstruments(t *testing.T) {
	var handled []error
	before := otel.GetErrorHandler()
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { handled = append(handled, err) }))
	t.Cleanup(func() { otel.SetErrorHandler(before) })
	tel := newTelemetry()
	srv := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(1, 3, monday, 1)...))
	defer srv.Close()
	srv.Inject("reports.presence", reservationstest.Nth(1), reservationstest.TooManyRequests("0"))
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key,
		otelreservations.Option(otelreservations.WithTracerProvider(tel.tracers), otelreservations.WithMeterProvider(refusing{})))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Reports.Presence(t.Context(), reservations.PresenceParams{DateFrom: monday, DateTo: monday}); err != nil {
		t.Error(err)
	}
	if spans := tel.ended(t); count(spans, "walk reports.presence", "") != 1 {
		t.Errorf("got the spans %+v", spans)
	}
	if len(handled) != 7 || slices.ContainsFunc(handled, func(err error) bool { return !errors.Is(err, errRefused) }) {
		t.Errorf("the program was told %v, want one error for each of the 7 metrics", handled)
	}
}

// TestANilSetting is an error of NewClient and not a panic in it.
func TestANilSetting(t *testing.T) {
	t.Parallel()
	var bad *reservations.ParamError
	if _, err := reservations.NewClient("https://api.example.com", "key", otelreservations.Option(nil)); !errors.As(err, &bad) {
		t.Errorf("got %v, want a *ParamError", err)
	}
}
