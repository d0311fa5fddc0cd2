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
	Waiting   State = "waiting"   // its next sync may begin, and no worker has it
	Scheduled State = "scheduled" // its next sync is later
	Paused    State = "paused"    // its entry says so
	Stopped   State = "stopped"   // its key was refused: it waits for Set or Resume
)

// ParkStatus is the state of a park, of its copy and of its schedule.
type ParkStatus struct {
	Organization int64  // of its entry
	Name         string // of its entry
	State        State  // what happens with the park now
	// LastSuccess is the beginning of the last sync that succeeded: the copy has every change before it. It
	// is zero before the first.
	LastSuccess time.Time
	// Age is the time since LastSuccess, by the clock of the database, or with [StatusFiles] by that of this
	// computer. It is 0 before the first sync that succeeded.
	Age time.Duration
	// Reservations and Nights are the numbers of reservations and of nights of the register in the copy, as
	// of the last sync that succeeded.
	Reservations, Nights int64
	// Warnings is the number of records and values that could not be read in the last sync that succeeded.
	Warnings int64
	// NextRun is when the next sync begins, if a worker is free. It is zero for a park that is paused,
	// stopped or running.
	NextRun time.Time
	// Outcome is the outcome of the last sync. It is "" before the first, and after [Set] has changed the entry
	// or [Resume] was called. An Interrupted sync does not change it.
	Outcome Outcome
	// Problem is why the last sync was not Done, in a few words without any text of the service.
	Problem string
	// Failures is how many syncs were Failed since the last one that was Done.
	Failures int
	// LastEnd is the end of the last sync, with any outcome; zero before the first. An Interrupted sync of [Run]
	// does not change it.
	LastEnd time.Time
	// Worker is the name of the process that syncs the park, or "". After a process was killed, its name stays
	// until another process takes the park.
	Worker string
	// RunningSince is when that process took the park; zero if Worker is "".
	RunningSince time.Time
}

// Status returns the status of each park of the list, in the order of the organizations. It reads the view
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
