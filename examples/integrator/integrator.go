// SPDX-License-Identifier: MIT

// Package integrator is the code of a program that installs the modules of this repository: it
// makes one client for the program and copies the reservations every night. Its go.mod has no
// replace directive, so its tests run with the modules as they are published. In a clone,
// bash .ci/integrator first publishes the modules to a folder, and then runs the tests.
package integrator

import (
	"context"
	"fmt"
	"net/http"

	"go.opentelemetry.io/otel/trace"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/mirror"
	otelreservations "github.com/reservationkit/reservations-go/otel"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// NewClient returns the client of the program, which is traced and shares the rate limit with
// the other processes that use its key. hc sends the requests.
func NewClient(baseURL, apiKey string, hc *http.Client, limiter *sharedlimit.Limiter, tracing trace.TracerProvider) (*reservations.Client, error) {
	return reservations.NewClient(baseURL, apiKey,
		reservations.WithHTTPClient(hc),
		reservations.WithOrganization(1),
		reservations.WithUserAgent("integrator"),
		limiter.Option(),
		otelreservations.Option(otelreservations.WithTracerProvider(tracing)),
	)
}

// CopyNightly brings the database up to date and returns how many reservations are new.
func CopyNightly(ctx context.Context, client *reservations.Client, database string) (int, error) {
	m, err := mirror.Open(ctx, database, mirror.Config{SkipRegister: true})
	if err != nil {
		return 0, fmt.Errorf("nightly copy: %w", err)
	}
	defer m.Close()
	summary, err := m.Sync(ctx, client)
	if err != nil {
		return 0, fmt.Errorf("nightly copy: %w", err)
	}
	return summary.New, nil
}

// CopyParks keeps a copy of each park in dir until ctx ends. hc sends the requests, and report is called
// after each sync.
func CopyParks(ctx context.Context, dir string, parks []fleet.Park, hc *http.Client, report func(fleet.Report)) error {
	return fleet.RunFiles(ctx, dir, parks, fleet.Config{
		Keys:    fleet.KeysFromEnvironment,
		Options: func(fleet.Park) []reservations.Option { return []reservations.Option{reservations.WithHTTPClient(hc)} },
		Copy:    mirror.Config{SkipRegister: true},
		Report:  report,
	})
}
