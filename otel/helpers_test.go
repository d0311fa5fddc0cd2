// SPDX-License-Identifier: MIT

package otelreservations_test

import (
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
	"github.com/reservationkit/reservations-go/reservationstest"
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

func (tel *telemetry) option() reservations.Option {
	return otelreservations.Option(otelreservations.WithTracerProvider(tel.tracers), otelreservations.WithMeterProvider(tel.meters))
}

// client returns a client whose requests go to rt, and that tel observes.
func (tel *telemetry) client(t *testing.T, rt http.RoundTripper, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	opts = append([]reservations.Option{reservations.WithHTTPClient(&http.Client{Transport: rt}), reservations.WithOrganization(1), tel.option()}, opts...)
	c, err := reservations.NewClient("https://api.example.com", reservationstest.Key, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// span is what the tests compare of a span.
type span struct {
	Name, Parent, Kind, Status string
	Attributes                 map[string]string
}

// ended returns the spans in the order in which they ended. It fails the test when one has
// not ended, or more than once.
func (tel *telemetry) ended(t *testing.T) (all []span) {
	t.Helper()
	names := map[trace.SpanID]string{}
	ends := map[trace.SpanID]int{}
	for _, s := range tel.spans.Ended() {
		names[s.SpanContext().SpanID()] = s.Name()
		ends[s.SpanContext().SpanID()]++
	}
	for _, s := range tel.spans.Started() {
		if n := ends[s.SpanContext().SpanID()]; n != 1 {
			t.Errorf("the span %q has ended %d times, want once", s.Name(), n)
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

// measured returns the metrics by name.
func (tel *telemetry) measured(t *testing.T) map[string]metricdata.Metrics {
	t.Helper()
	var data metricdata.ResourceMetrics
	if err := tel.reader.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	metrics := map[string]metricdata.Metrics{}
	for _, scope := range data.ScopeMetrics {
		for _, m := range scope.Metrics {
			metrics[m.Name] = m
		}
	}
	return metrics
}

// series returns what each time series holds: the number and the sum of a histogram, or the
// value of a counter.
func series(t *testing.T, m metricdata.Metrics) map[string]string {
	t.Helper()
	values := map[string]string{}
	add := func(set attribute.Set, value string) { values[set.Encoded(attribute.DefaultEncoder())] = value }
	switch data := m.Data.(type) {
	case metricdata.Histogram[float64]:
		for _, p := range data.DataPoints {
			add(p.Attributes, fmt.Sprintf("%d in %gs", p.Count, p.Sum))
		}
	case metricdata.Sum[int64]:
		for _, p := range data.DataPoints {
			add(p.Attributes, fmt.Sprint(p.Value))
		}
	default:
		t.Fatalf("the metric %q has data of type %T", m.Name, m.Data)
	}
	return values
}

// allSeries are those of all metrics, each after the name of its metric.
func (tel *telemetry) allSeries(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, m := range tel.measured(t) {
		for attrs, value := range series(t, m) {
			all[name+" "+attrs] = value
		}
	}
	return all
}

// wantNothingUnderWay fails the test when a request has begun for the metrics and not ended.
func (tel *telemetry) wantNothingUnderWay(t *testing.T) {
	t.Helper()
	for attrs, value := range tel.allSeries(t) {
		if strings.HasPrefix(attrs, "http.client.active_requests ") && value != "0" {
			t.Errorf("%s is %s, want 0", attrs, value)
		}
	}
}

// count returns how many spans have this name and this parent.
func count(spans []span, name, parent string) (n int) {
	for _, s := range spans {
		if s.Name == name && s.Parent == parent {
			n++
		}
	}
	return n
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

// labels are attributes as a series shows them, without those that are empty.
func labels(attrs ...string) string {
	attrs = slices.DeleteFunc(attrs, func(a string) bool { return strings.HasSuffix(a, "=") })
	slices.Sort(attrs)
	return strings.Join(attrs, ",")
}

func sortedKeys[V any](m map[string]V) string { return strings.Join(slices.Sorted(maps.Keys(m)), "\n") }
