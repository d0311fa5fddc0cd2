// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/embedded"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/reservationkit/reservations-go"
	otelreservations "github.com/reservationkit/reservations-go/otel"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// providersWereSet is true from then on, because OpenTelemetry passes what was made before only
// to the first providers that a process sets.
var providersWereSet bool

// TestGlobalProviders are used when the program sets them after it has made its client, and
// without any a client works as well. It runs alone, because they belong to the process.
func TestGlobalProviders(t *testing.T) {
	if providersWereSet {
		t.Skip("works once in a process: run it without -count")
	}
	providersWereSet = true
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	clients := map[string]*reservations.Client{}
	for name, option := range map[string]reservations.Option{
		"no settings": otelreservations.Option(),
		"nil":         otelreservations.Option(otelreservations.WithTracerProvider(nil), otelreservations.WithMeterProvider(nil)),
	} {
		client, err := reservations.NewClient(srv.URL(), reservationstest.Key, option)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Guests.Get(t.Context(), 7); err != nil {
			t.Errorf("without a provider and with %s: %v", name, err)
		}
		clients[name] = client
	}
	tel := newTelemetry()
	tracers, meters := otel.GetTracerProvider(), otel.GetMeterProvider()
	otel.SetTracerProvider(tel.tracers)
	otel.SetMeterProvider(tel.meters)
	t.Cleanup(func() { otel.SetTracerProvider(tracers); otel.SetMeterProvider(meters) })
	for name, client := range clients {
		t.Run(name, func(t *testing.T) {
			tel.spans.Reset()
			if _, err := client.Guests.Get(t.Context(), 7); err != nil {
				t.Fatal(err)
			}
			if spans := tel.ended(t); len(spans) != 2 {
				t.Errorf("got %d spans, want that of the attempt and that of the call", len(spans))
			}
		})
	}
	for attrs, value := range series(t, tel.measured(t)["reservations.call.duration"]) {
		if !strings.HasPrefix(value, "2 in ") {
			t.Errorf("%s: got %s, want both calls since the provider was set", attrs, value)
		}
	}
}

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
	srv.Inject(reservationstest.OpPresence, reservationstest.Nth(1), reservationstest.TooManyRequests("0"))
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
