// SPDX-License-Identifier: MIT

module github.com/reservationkit/reservations-go/internal/bench

go 1.26.0

require (
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/reservationkit/reservations-go v0.0.0
	github.com/shopspring/decimal v1.6.0
)

require (
	github.com/google/go-querystring v1.2.0 // indirect
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
)

replace github.com/reservationkit/reservations-go => ../../
