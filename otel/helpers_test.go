// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	otelreservations "github.com/reservationkit/reservations-go/otel"
)

const (
	base = "https://api.example.com"
	key  = "canary-key-0123456789"
)

// telemetry is the OpenTelemetry SDK with everything in memory.
type telemetry struct {
	spans   *tracetest.SpanRecorder
	tracers *sdktrace.TracerProvider
	reader  *sdkmetric.ManualReader
	meters  *sdkmetric.MeterProvider
}

func newTelemetry() *telemetry {
	tel := &telemetry{spans: tracetest.NewSpanRecorder(), reader: sdkmetric.NewManualReader()}
	tel.tracers = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(tel.spans))
	tel.meters = sdkmetric.NewMeterProvider(sdkmetric.WithReader(tel.reader))
	return tel
}

// client returns a client of base whose requests go to rt, and that tel observes after the options.
func (tel *telemetry) client(base string, rt http.RoundTripper, options ...reservations.Option) *reservations.Client {
	options = append(options, reservations.WithHTTPClient(&http.Client{Transport: rt}), reservations.WithOrganization(1),
		otelreservations.Option(otelreservations.WithTracerProvider(tel.tracers), otelreservations.WithMeterProvider(tel.meters)))
	return must(reservations.NewClient(base, key, options...))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// span is what the tests compare of a span.
type span struct {
	Name, Parent, Kind, Status string
	Attributes                 map[string]string
}

// ended returns the spans in the order in which they ended. It fails the test when one has not ended exactly once, when one
// has a text of a status, an event or a link, and when a request has begun for the metrics and not ended.
func (tel *telemetry) ended(t *testing.T) (all []span) {
	t.Helper()
	names, ends := map[trace.SpanID]string{}, map[trace.SpanID]int{}
	for _, s := range tel.spans.Ended() {
		names[s.SpanContext().SpanID()] = s.Name()
		ends[s.SpanContext().SpanID()]++
	}
	for _, s := range tel.spans.Started() {
		if n := ends[s.SpanContext().SpanID()]; n != 1 {
			t.Errorf("the span %q has ended %d times, want once", s.Name(), n)
		}
	}
	for attrs, value := range tel.series(t) {
		if strings.HasPrefix(attrs, "http.client.active_requests ") && value != "0{request}" {
			t.Errorf("%s is %s, want 0", attrs, value)
		}
	}
	for _, s := range tel.spans.Ended() {
		attrs := map[string]string{}
		for _, a := range s.Attributes() {
			attrs[string(a.Key)] = a.Value.String()
		}
		if status := s.Status(); status.Description != "" || len(s.Events()) > 0 || len(s.Links()) > 0 {
			t.Errorf("the span %q has the status text %q, %d events and %d links, want none", s.Name(), status.Description, len(s.Events()), len(s.Links()))
		}
		all = append(all, span{s.Name(), names[s.Parent().SpanID()], s.SpanKind().String(), s.Status().Code.String(), attrs})
	}
	return all
}

// series returns what each time series holds, by its metric and its attributes: the value of a counter, or the number, the
// boundaries and the sum of a histogram, with the unit.
func (tel *telemetry) series(t *testing.T) map[string]string {
	t.Helper()
	var data metricdata.ResourceMetrics
	if err := tel.reader.Collect(context.Background(), &data); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, scope := range data.ScopeMetrics {
		for _, m := range scope.Metrics {
			add := func(set attribute.Set, value string) {
				all[m.Name+" "+set.Encoded(attribute.DefaultEncoder())] = value + m.Unit
			}
			switch data := m.Data.(type) {
			case metricdata.Histogram[float64]:
				for _, p := range data.DataPoints {
					add(p.Attributes, fmt.Sprintf("%d in %v: %g", p.Count, p.Bounds, p.Sum))
				}
			case metricdata.Sum[int64]:
				for _, p := range data.DataPoints {
					add(p.Attributes, fmt.Sprint(p.Value))
				}
			}
			if m.Description == "" {
				t.Errorf("the metric %s has no description", m.Name)
			}
		}
	}
	return all
}

// responds returns a service that always sends this.
func responds(status int, contentType, body string, header ...string) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		h := http.Header{"Content-Type": {contentType}}
		for pair := range slices.Chunk(header, 2) {
			h.Set(pair[0], pair[1])
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r, ContentLength: -1}, nil
	}
}

func sortedKeys[V any](m map[string]V) string { return strings.Join(slices.Sorted(maps.Keys(m)), "\n") }

func getGuest(ctx context.Context, c *reservations.Client) error {
	_, err := c.Guests.Get(ctx, 77)
	return err
}

func orNone(text string) string { return cmp.Or(text, "-") }
