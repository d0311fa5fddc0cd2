// SPDX-License-Identifier: MIT

// Package walks_test proves what the module promises of what is read page by page.
package walks_test

import (
	"errors"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// days selects the first days of the register, in pages of a size.
func days(n, size int) reservations.PresenceParams {
	p := testclient.Days(n)
	p.Limit = size
	return p
}

// serve returns a service with n reservations that are present on every day.
func serve(n int, opts ...reservationstest.Option) *reservationstest.Server {
	return reservationstest.NewServer(append(opts, reservationstest.WithBookings(testclient.Present(n)...))...)
}

// inject applies a fault to requests for pages of the register.
func inject(srv *reservationstest.Server, when reservationstest.When, fault reservationstest.Fault) {
	srv.Inject("reports.presence", when, fault)
}

// complete reads a register, fails unless it is what the service holds, and returns how many
// readings that took.
func complete(t *testing.T, srv *reservationstest.Server, c *reservations.Client,
	p reservations.PresenceParams) (readings int) {
	t.Helper()
	p.Progress = func(at reservations.PresenceProgress) { readings = at.Walk }
	got, err := c.Reports.Presence(t.Context(), p)
	if err != nil {
		t.Fatalf("page size %d: %v", p.Limit, err)
	}
	isRegister(t, srv, p, got)
	return readings
}

// incomplete reads a register and fails unless the error is an IncompleteError.
func incomplete(t *testing.T, c *reservations.Client, p reservations.PresenceParams) *reservations.IncompleteError {
	t.Helper()
	got, err := c.Reports.Presence(t.Context(), p)
	var failed *reservations.IncompleteError
	if !errors.As(err, &failed) || got != nil || failed.Reason == "" {
		t.Fatalf("page size %d: got %d days, %v; want an IncompleteError", p.Limit, len(got), err)
	}
	return failed
}

// isRegister fails unless what was read is what the service holds.
func isRegister(t *testing.T, srv *reservationstest.Server, p reservations.PresenceParams, got []types.PresenceDay) {
	t.Helper()
	testclient.SameRegister(t, srv.Register(p), got)
	if t.Failed() {
		t.Fatalf("read in pages of %d", p.Limit)
	}
}
