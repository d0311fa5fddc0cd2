// SPDX-License-Identifier: MIT

package otelreservations

import (
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/reservationkit/reservations-go"
)

const scope = "github.com/reservationkit/reservations-go/otel"

// Setting changes what [Option] uses. A nil Setting makes reservations.NewClient fail.
type Setting func(*setup)

type setup struct {
	tracers trace.TracerProvider
	meters  metric.MeterProvider
}

// WithTracerProvider sets where spans go. The default is the global provider of package
// go.opentelemetry.io/otel; nil stands for the default.
func WithTracerProvider(p trace.TracerProvider) Setting {
	return func(s *setup) { s.tracers = p }
}

// WithMeterProvider sets where metrics go. The default is the global provider of package
// go.opentelemetry.io/otel; nil stands for the default.
func WithMeterProvider(p metric.MeterProvider) Setting {
	return func(s *setup) { s.meters = p }
}

// Option returns an option for reservations.NewClient or Client.With that makes spans of all
// walks, calls and attempts of the client, and measures them. The package documentation lists
// the spans and the metrics.
//
// Without settings the global providers are used, also when the program sets them after
// Option has been called. Clients may share one Option, or each have a separate one. Give it to
// NewClient or to With but not to both: a client that With returns has the options of its parent
// as well, and with two Options everything is counted and traced twice.
//
// A metric that the provider refuses is not measured. The reason goes to the error handler of
// package go.opentelemetry.io/otel, as other errors of OpenTelemetry do. NewClient does not fail,
// because a program should not stop when a metric is missing. Spans and the other metrics work
// without it.
func Option(settings ...Setting) reservations.Option {
	var s setup
	for _, set := range settings {
		if set == nil {
			return nil // NewClient rejects a nil Option
		}
		set(&s)
	}
	if s.tracers == nil {
		s.tracers = otel.GetTracerProvider()
	}
	if s.meters == nil {
		s.meters = otel.GetMeterProvider()
	}
	spans := tracer{s.tracers.Tracer(scope, trace.WithInstrumentationVersion(reservations.Version), trace.WithSchemaURL(semconv.SchemaURL))}
	measured := newMeter(s.meters.Meter(scope, metric.WithInstrumentationVersion(reservations.Version), metric.WithSchemaURL(semconv.SchemaURL)))
	// The hooks of the spans come first, so that an exemplar of a measurement finds the span in the context.
	return reservations.Options(reservations.WithHooks(spans.hooks()), reservations.WithHooks(measured.hooks()))
}
