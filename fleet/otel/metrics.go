// SPDX-License-Identifier: MIT

package otelfleet

import (
	"context"
	"math"
	"slices"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/fleet"
)

const scope = "github.com/reservationkit/reservations-go/fleet/otel"

// The attributes of the metrics.
const (
	outcomeKey  = attribute.Key("reservations.fleet.outcome")
	stateKey    = attribute.Key("reservations.fleet.state")
	quantileKey = attribute.Key("quantile")
)

// Metrics measures a fleet. Its methods are safe for concurrent use.
type Metrics struct {
	syncs        metric.Float64Histogram
	registration metric.Registration
}

// Status returns the status of the parks. It calls for example fleet.Status or fleet.StatusFiles.
type Status func(context.Context) ([]fleet.ParkStatus, error)

// New begins to measure with a provider; nil stands for the global one. It calls status whenever the metrics are
// collected. With a nil status the age and the parks are not measured: only one process of a fleet should do that.
//
// The error of a metric that the provider refuses, and an error of status, go to the error handler of package
// go.opentelemetry.io/otel, because a fleet should not stop when a metric is missing.
func New(provider metric.MeterProvider, status Status) *Metrics {
	if provider == nil {
		provider = otel.GetMeterProvider()
	}
	meter := provider.Meter(scope, metric.WithInstrumentationVersion(reservations.Version))
	m := &Metrics{syncs: newHistogram(meter)}
	if status == nil {
		return m
	}
	age, err := meter.Float64ObservableGauge("reservations.fleet.age", metric.WithUnit("s"),
		metric.WithDescription("Age of the data of the parks, by quantile."))
	handle(err)
	parks, err := meter.Int64ObservableGauge("reservations.fleet.parks", metric.WithUnit("{park}"),
		metric.WithDescription("Number of parks of the list, by state."))
	handle(err)
	m.registration, err = meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		all, err := status(ctx)
		if err != nil {
			return err
		}
		observeAge(o, age, all)
		observeParks(o, parks, all)
		return nil
	}, age, parks)
	handle(err)
	return m
}

func newHistogram(meter metric.Meter) metric.Float64Histogram {
	h, err := meter.Float64Histogram("reservations.fleet.sync.duration", metric.WithUnit("s"),
		metric.WithDescription("Duration of syncs of a park."),
		metric.WithExplicitBucketBoundaries(0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14400))
	if handle(err) {
		return noop.Float64Histogram{}
	}
	return h
}

// handle passes an error to the error handler of OpenTelemetry, and reports whether there was one.
func handle(err error) bool {
	if err != nil {
		otel.Handle(err)
	}
	return err != nil
}

// Report measures a sync. Give it to fleet.Config.Report, or call it there.
func (m *Metrics) Report(r fleet.Report) {
	m.syncs.Record(context.Background(), r.Took.Seconds(), metric.WithAttributes(outcomeKey.String(string(r.Outcome))))
}

// Close ends the measurement of the age and of the parks.
func (m *Metrics) Close() error {
	if m.registration == nil {
		return nil
	}
	return m.registration.Unregister()
}

func observeAge(o metric.Observer, gauge metric.Float64Observable, parks []fleet.ParkStatus) {
	var ages []time.Duration
	for _, p := range parks {
		if p.State != fleet.Paused && !p.LastSuccess.IsZero() {
			ages = append(ages, p.Age)
		}
	}
	if len(ages) == 0 {
		return
	}
	slices.Sort(ages)
	for _, quantile := range []float64{0.5, 0.9, 0.99, 1} {
		at := int(math.Ceil(quantile*float64(len(ages)))) - 1
		o.ObserveFloat64(gauge, ages[at].Seconds(), metric.WithAttributes(quantileKey.Float64(quantile)))
	}
}

func observeParks(o metric.Observer, gauge metric.Int64Observable, parks []fleet.ParkStatus) {
	count := map[fleet.State]int64{fleet.Running: 0, fleet.Waiting: 0, fleet.Scheduled: 0, fleet.Paused: 0, fleet.Stopped: 0}
	for _, p := range parks {
		count[p.State]++
	}
	for state, parks := range count {
		o.ObserveInt64(gauge, parks, metric.WithAttributes(stateKey.String(string(state))))
	}
}
