// SPDX-License-Identifier: MIT

package otelreservations

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/reservationkit/reservations-go"
)

// tracer makes the spans. The hook at a start returns a context with the span, and the hook at
// the end gets this context.
type tracer struct{ trace.Tracer }

func (t tracer) hooks() reservations.Hooks {
	return reservations.Hooks{
		WalkStart:    t.startWalk,
		WalkEnd:      endWalk,
		CallStart:    t.startCall,
		CallEnd:      endCall,
		AttemptStart: t.startAttempt,
		AttemptEnd:   endAttempt,
	}
}

func (t tracer) startWalk(ctx context.Context, w reservations.Walk) context.Context {
	ctx, _ = t.Start(ctx, "walk "+w.Name, trace.WithAttributes(operationKey.String(w.Name)))
	return ctx
}

func endWalk(ctx context.Context, w reservations.Walk) {
	end(ctx, errorType(w.Err), walkPagesKey.Int(w.Pages))
}

func (t tracer) startCall(ctx context.Context, c reservations.Call) context.Context {
	attrs := []attribute.KeyValue{operationKey.String(c.Name)}
	if c.Page != nil {
		attrs = append(attrs, pageNumberKey.Int(c.Page.Number), pageOffsetKey.Int(c.Page.Offset), pageLimitKey.Int(c.Page.Limit))
	}
	ctx, _ = t.Start(ctx, c.Name, trace.WithAttributes(attrs...))
	return ctx
}

func endCall(ctx context.Context, c reservations.Call) {
	end(ctx, errorType(c.Err), append(requestID(c.RequestID), attemptsKey.Int(c.Attempts))...)
}

func (t tracer) startAttempt(ctx context.Context, a reservations.Attempt) context.Context {
	to := endpointOf(a.Operation, a.Server, a.URLPath)
	attrs := append(to.attributes(), semconv.URLFull(to.full), operationKey.String(a.Name))
	if to.method == methodOther {
		attrs = append(attrs, semconv.HTTPRequestMethodOriginal(a.Method))
	}
	if a.Number > 1 {
		attrs = append(attrs, semconv.HTTPRequestResendCount(a.Number-1))
	}
	if a.Waited > 0 {
		attrs = append(attrs, waitKey.Float64(a.Waited.Seconds()))
	}
	ctx, _ = t.Start(ctx, to.spanName(), trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attrs...))
	return ctx
}

func endAttempt(ctx context.Context, a reservations.Attempt) {
	attrs := requestID(a.RequestID)
	if a.StatusCode != 0 {
		attrs = append(attrs, semconv.HTTPResponseStatusCode(a.StatusCode))
	}
	end(ctx, attemptErrorType(a), attrs...)
}

// end ends the span in ctx. It does not export the text of an error, which can quote what the
// service says of a guest.
func end(ctx context.Context, errorType string, attrs ...attribute.KeyValue) {
	span := trace.SpanFromContext(ctx)
	span.SetAttributes(attrs...)
	if errorType != "" {
		span.SetAttributes(semconv.ErrorTypeKey.String(errorType))
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

func requestID(id string) []attribute.KeyValue {
	if id == "" {
		return nil
	}
	return []attribute.KeyValue{requestIDKey.String(id)}
}
