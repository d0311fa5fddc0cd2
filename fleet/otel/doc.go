// SPDX-License-Identifier: MIT

// Package otelfleet measures a fleet with OpenTelemetry.
//
//	metrics := otelfleet.New(nil, func(ctx context.Context) ([]fleet.ParkStatus, error) {
//		return fleet.Status(ctx, pool)
//	})
//	defer metrics.Close()
//	err := fleet.Run(ctx, pool, fleet.Config{Report: metrics.Report, ...})
//
// # Metrics
//
//	reservations.fleet.sync.duration   histogram, s   of each sync; its count is the number of syncs
//	reservations.fleet.age             gauge, s       age of the data of the parks, by quantile
//	reservations.fleet.parks           gauge          parks of the list, by state
//
// The duration has the attribute reservations.fleet.outcome with the value of fleet.Outcome: done,
// unavailable, failed, refused or interrupted. The age has the attribute quantile, which is 0.5, 0.9, 0.99 or
// 1: with 0.5, half of the parks have data that is at most this old, and with 1 all have. The age counts only
// parks that are not paused and have a copy. The parks have the attribute reservations.fleet.state with the value
// of fleet.State.
//
// No attribute names a park, so the number of time series does not grow with the list. For single parks,
// look at the view fleet_status or at "reservations fleet status".
//
// To measure the requests, give the option of [github.com/reservationkit/reservations-go/otel] in
// fleet.Config.Options. Its metric reservations.warnings counts, by field, values that are not as documented.
package otelfleet
