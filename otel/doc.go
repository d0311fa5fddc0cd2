// Package otelreservations traces and measures what a client of
// [github.com/reservationkit/reservations-go] does, with OpenTelemetry.
package otelreservations
