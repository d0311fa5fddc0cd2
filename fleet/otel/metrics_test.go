// SPDX-License-Identifier: MIT

package otelfleet_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/reservationkit/reservations-go/fleet"
	otelfleet "github.com/reservationkit/reservations-go/fleet/otel"
)

// measured returns the value of each series, by the name of the metric and its attribute. That of a histogram
// is its count.
func measured(t *testing.T, reader metric.Reader) (map[string]float64, error) {
	t.Helper()
	var all metricdata.ResourceMetrics
	err := reader.Collect(t.Context(), &all)
	series := map[string]float64{}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			switch data := m.Data.(type) {
			case metricdata.Gauge[float64]:
				for _, point := range data.DataPoints {
					series[m.Name+" "+attributes(point.Attributes)] = point.Value
				}
			case metricdata.Gauge[int64]:
				for _, point := range data.DataPoints {
					series[m.Name+" "+attributes(point.Attributes)] = float64(point.Value)
				}
			case metricdata.Histogram[float64]:
				for _, point := range data.DataPoints {
					series[m.Name+" "+attributes(point.Attributes)] = float64(point.Count)
				}
			}
		}
	}
	return series, err
}

// attributes writes a set as "key=value".
func attributes(set attribute.Set) string { return set.Encoded(attribute.DefaultEncoder()) }

// TestMetrics of 10,000 parks: few series, whatever the parks are.
func TestMetrics(t *testing.T) {
	t.Parallel()
	reader := metric.NewManualReader()
	var parks []fleet.ParkStatus
	for i := range 10_000 {
		park := fleet.ParkStatus{
			Organization: int64(i + 1), Name: fmt.Sprintf("Park %d", i), State: fleet.Scheduled,
			Age: time.Duration(i+1) * time.Second, LastSuccess: time.Unix(1, 0), Problem: fmt.Sprintf("problem %d", i),
		}
		switch {
		case i < 10:
			park.State = fleet.Running
		case i >= 9_998:
			park.State = fleet.Stopped // whose data is too old as well
		}
		parks = append(parks, park)
	}
	parks = append(parks, fleet.ParkStatus{Organization: 20_001, State: fleet.Paused, Age: time.Hour * 1e5, LastSuccess: time.Unix(1, 0)},
		fleet.ParkStatus{Organization: 20_002, State: fleet.Waiting})
	var failure error
	metrics := otelfleet.New(metric.NewMeterProvider(metric.WithReader(reader)), func(context.Context) ([]fleet.ParkStatus, error) {
		return parks, failure
	})
	for i, outcome := range []fleet.Outcome{fleet.Done, fleet.Done, fleet.Refused} {
		metrics.Report(fleet.Report{Park: fleet.Park{Organization: int64(i)}, Outcome: outcome, Took: time.Second, Err: errors.New("canary")})
	}
	syncs := map[string]float64{
		"reservations.fleet.sync.duration reservations.fleet.outcome=done":    2,
		"reservations.fleet.sync.duration reservations.fleet.outcome=refused": 1,
	}
	want := map[string]float64{
		"reservations.fleet.age quantile=0.5": 5000, "reservations.fleet.age quantile=0.9": 9000,
		"reservations.fleet.age quantile=0.99": 9900, "reservations.fleet.age quantile=1": 10_000,
		"reservations.fleet.parks reservations.fleet.state=running": 10, "reservations.fleet.parks reservations.fleet.state=waiting": 1,
		"reservations.fleet.parks reservations.fleet.state=scheduled": 9_988, "reservations.fleet.parks reservations.fleet.state=paused": 1,
		"reservations.fleet.parks reservations.fleet.state=stopped": 2,
	}
	maps.Copy(want, syncs)
	got, err := measured(t, reader)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v; series (-want +got):\n%s", err, diff)
	}
	failure = errors.New("the database is away")
	if got, err := measured(t, reader); !errors.Is(err, failure) {
		t.Errorf("got %v and error %v, want %v", got, err, failure)
	}
	if err := metrics.Close(); err != nil {
		t.Error(err)
	}
	got, err = measured(t, reader)
	if diff := cmp.Diff(syncs, got); diff != "" || err != nil {
		t.Errorf("after Close: error %v; series (-want +got):\n%s", err, diff)
	}
}

// TestMetricsOfAWorker alone have the syncs, and no series without a value.
func TestMetricsOfAWorker(t *testing.T) {
	t.Parallel()
	reader := metric.NewManualReader()
	metrics := otelfleet.New(metric.NewMeterProvider(metric.WithReader(reader)), nil)
	metrics.Report(fleet.Report{Outcome: fleet.Unavailable})
	got, err := measured(t, reader)
	want := map[string]float64{"reservations.fleet.sync.duration reservations.fleet.outcome=unavailable": 1}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v; series (-want +got):\n%s", err, diff)
	}
	if err := metrics.Close(); err != nil {
		t.Error(err)
	}
}
