// SPDX-License-Identifier: MIT

package otelreservations

import (
	"context"
	"slices"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/semconv/v1.43.0/httpconv"

	"github.com/reservationkit/reservations-go"
)

// meter takes the measurements. It keeps nothing between a start and an end.
type meter struct {
	requests httpconv.ClientRequestDuration
	active   httpconv.ClientActiveRequests
	calls    metric.Float64Histogram
	waits    metric.Float64Histogram
	retries  metric.Int64Counter
	pages    metric.Int64Counter
	warnings metric.Int64Counter
}

func newMeter(m metric.Meter) meter {
	// The conventions advise the boundaries of ofRequests. Calls have larger ones, because a call can wait for minutes.
	ofRequests := []float64{0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10}
	ofCalls := slices.Concat(ofRequests, []float64{20, 30, 60, 120, 300})
	requests, err := httpconv.NewClientRequestDuration(m, metric.WithExplicitBucketBoundaries(ofRequests...))
	handle(err)
	active, err := httpconv.NewClientActiveRequests(m)
	handle(err)
	return meter{
		requests: requests,
		active:   active,
		calls:    newHistogram(m, "reservations.call.duration", "Duration of calls, with their retries and waits.", ofCalls),
		waits:    newHistogram(m, "reservations.wait.duration", "Time that attempts have waited for the backoff, the rate limit and the limiter.", ofCalls),
		retries:  newCounter(m, "reservations.retries", "Number of attempts after which the call is retried.", "{retry}"),
		pages:    newCounter(m, "reservations.walk.pages", "Number of pages that walks have asked for.", "{page}"),
		warnings: newCounter(m, "reservations.warnings", "Number of values in responses that are not as documented.", "{warning}"),
	}
}

func newHistogram(m metric.Meter, name, description string, boundaries []float64) metric.Float64Histogram {
	h, err := m.Float64Histogram(name, metric.WithUnit("s"), metric.WithDescription(description), metric.WithExplicitBucketBoundaries(boundaries...))
	if handle(err) {
		return noop.Float64Histogram{}
	}
	return h
}

func newCounter(m metric.Meter, name, description, unit string) metric.Int64Counter {
	c, err := m.Int64Counter(name, metric.WithUnit(unit), metric.WithDescription(description))
	if handle(err) {
		return noop.Int64Counter{}
	}
	return c
}

// handle passes an error to the error handler of OpenTelemetry, and reports whether there was one.
func handle(err error) bool {
	if err != nil {
		otel.Handle(err)
	}
	return err != nil
}

func (m meter) hooks() reservations.Hooks {
	return reservations.Hooks{
		Warnings:     m.countWarnings,
		CallEnd:      m.endCall,
		AttemptStart: m.startAttempt,
		AttemptEnd:   m.endAttempt,
	}
}

func (m meter) countWarnings(ctx context.Context, c reservations.Call, found []reservations.WarningCount) {
	for _, w := range found {
		attrs := append(operationAttributes(c.Name, c.Server), fieldKey.String(w.Field), problemKey.String(w.Problem), readKey.Bool(w.Read))
		m.warnings.Add(ctx, int64(w.Count), metric.WithAttributes(attrs...))
	}
}

func (m meter) endCall(ctx context.Context, c reservations.Call) {
	attrs := metric.WithAttributes(failed(operationAttributes(c.Name, c.Server), errorType(c.Err))...)
	m.calls.Record(ctx, c.Duration.Seconds(), attrs)
	if c.Page != nil {
		m.pages.Add(ctx, 1, attrs)
	}
}

func (m meter) startAttempt(ctx context.Context, a reservations.Attempt) context.Context {
	m.active.AddSet(ctx, 1, attribute.NewSet(requestAttributes(a)...))
	m.waits.Record(ctx, a.Waited.Seconds(), metric.WithAttributes(operationAttributes(a.Name, a.Server)...))
	return ctx
}

func (m meter) endAttempt(ctx context.Context, a reservations.Attempt) {
	attrs, errorType := requestAttributes(a), attemptErrorType(a)
	m.active.AddSet(ctx, -1, attribute.NewSet(attrs...))
	if ofHTTP(a.StatusCode) {
		attrs = append(attrs, semconv.HTTPResponseStatusCode(a.StatusCode))
	}
	m.requests.RecordSet(ctx, a.Duration.Seconds(), attribute.NewSet(failed(attrs, errorType)...))
	if a.WillRetry {
		m.retries.Add(ctx, 1, metric.WithAttributes(failed(operationAttributes(a.Name, a.Server), errorType)...))
	}
}

// requestAttributes returns the attributes of an attempt that are known at its start.
func requestAttributes(a reservations.Attempt) []attribute.KeyValue {
	to := endpointOf(a.Operation, a.Server, a.URLPath)
	return append(to.attributes(), semconv.URLScheme(to.scheme))
}

func operationAttributes(name, server string) []attribute.KeyValue {
	return append(serverAttributes(server), operationKey.String(name))
}

// failed adds the type of an error, if there is one.
func failed(attrs []attribute.KeyValue, errorType string) []attribute.KeyValue {
	if errorType == "" {
		return attrs
	}
	return append(attrs, semconv.ErrorTypeKey.String(errorType))
}
