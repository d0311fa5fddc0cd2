// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// State is what happens with a park now.
type State string

// The states of a park.
const (
	Running   State = "running"   // a worker syncs it
	Waiting   State = "waiting"   // its next sync may begin, and no worker has taken it yet
	Scheduled State = "scheduled" // its next sync is later
	Paused    State = "paused"    // as its entry says
	Stopped   State = "stopped"   // its key was refused: it waits for Set or Resume
)

// ParkStatus is how a park is.
type ParkStatus struct {
	Organization int64  // of its entry
	Name         string // of its entry
	State        State  // what happens with it now
	// LastSuccess is the beginning of the last sync that succeeded: the copy has every change before it. It
	// is zero before the first.
	LastSuccess time.Time
	// Age is how long ago that is, by the clock of the database; 0 before the first.
	Age time.Duration
	// Reservations and Nights are the numbers of reservations and of nights of the register in the copy, as
	// of the last sync that succeeded.
	Reservations, Nights int64
	// Warnings is the number of records and values that could not be read in that sync.
	Warnings int64
	// NextRun is when the next sync begins, if a worker is free. It is zero for a park that is paused,
	// stopped or running.
	NextRun time.Time
	// Outcome is what came of the last sync; "" before the first, and after the entry was changed or
	// resumed.
	Outcome Outcome
	// Problem is why the last sync was not Done, in a few words without any text of the service.
	Problem string
	// Failures is how many syncs were Failed since the last one that was Done.
	Failures int
	// LastEnd is the end of the last sync, whatever came of it; zero before the first.
	LastEnd time.Time
	// Worker is the name of the process that syncs it; "" where none does.
	Worker string
	// RunningSince is when that process took it; zero where none syncs it.
	RunningSince time.Time
}

// Status returns how each park of the list is, in the order of the organizations. It reads the view
// fleet_status, which other programs may read too.
func Status(ctx context.Context, pool *pgxpool.Pool) ([]ParkStatus, error) {
	if err := migrate(ctx, pool); err != nil {
		return nil, err
	}
	rows, err := pool.Query(ctx, `SELECT organization, name, state, last_success, COALESCE(age, '0'), reservations, nights, warnings,
		next_run, last_outcome, problem, failures, last_end, COALESCE(worker, ''), running_since FROM fleet_status ORDER BY organization`)
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	parks, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s ParkStatus, err error) {
		var success, nextRun, end, since *time.Time
		err = row.Scan(&s.Organization, &s.Name, &s.State, &success, &s.Age, &s.Reservations, &s.Nights, &s.Warnings,
			&nextRun, &s.Outcome, &s.Problem, &s.Failures, &end, &s.Worker, &since)
		s.LastSuccess, s.NextRun, s.LastEnd, s.RunningSince = orZero(success), orZero(nextRun), orZero(end), orZero(since)
		return s, err
	})
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	return parks, nil
}
