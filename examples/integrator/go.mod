// SPDX-License-Identifier: MIT

module example.com/integrator

go 1.26.0

require (
	github.com/jarcoal/httpmock v1.4.2
	github.com/reservationkit/reservations-go v0.1.0
	github.com/reservationkit/reservations-go/mirror v0.1.0
	github.com/reservationkit/reservations-go/otel v0.1.0
	go.opentelemetry.io/otel/sdk v1.46.0
	go.opentelemetry.io/otel/trace v1.46.0
)

require (
	github.com/alicebob/miniredis/v2 v2.40.0
	github.com/redis/go-redis/v9 v9.22.0
	github.com/reservationkit/reservations-go/sharedlimit v0.1.0
)
