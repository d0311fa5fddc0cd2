// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// leases gives parks to one worker for a limited time, which the worker prolongs while it syncs them. A lease is stored
// in the row of the park: the worker has the park until leased_until, and then another worker may take it. The due_at
// of the park stays the same, so that a park whose sync was interrupted goes before parks that began to wait later.
type leases struct {
	pool     *pgxpool.Pool
	worker   string
	lease    time.Duration
	perLimit int // how many parks with one limit are taken at a time, by all workers
}

// taken is a park that this worker has.
type taken struct {
	park     Park
	revision int64 // of its entry
	history  history
	due      time.Time // since when it has waited
	at       time.Time // when it was taken, by the clock of the database
	local    time.Time // when it was taken, by the clock of this computer
}

// now is the time by the clock of the database, in whole microseconds, which is what the database stores.
func (t *taken) now() time.Time {
	return t.at.Add(time.Since(t.local)).Truncate(time.Microsecond)
}

// statementTime is how long a statement may take, and lastTime how long it may go on after the context of the worker
// has ended.
const (
	statementTime = 10 * time.Second
	lastTime      = 2 * time.Second
)

// outlive returns a context for a statement that is not cancelled at once with ctx: if the statement has taken a park,
// but its response is not read, no worker could sync the park until the lease ends.
func outlive(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithTimeout(context.WithoutCancel(ctx), statementTime)
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-longer.Done():
		case <-time.After(lastTime):
			cancel()
		}
	})
	return longer, func() {
		stop()
		cancel()
	}
}

// A park is skipped while perLimit parks with the same limit are leased, so that parks with other limits do not wait
// for it. A row that another worker is about to take is skipped as well.
const takeStatement = `WITH free AS (
	SELECT organization FROM fleet_parks
	WHERE due_at <= now() AND (leased_until IS NULL OR leased_until <= now())
		AND (SELECT MAX(version) FROM fleet_schema) <= $1
		AND COALESCE(NULLIF(limit_name, ''), key_name) <> ALL (ARRAY(
			SELECT COALESCE(NULLIF(limit_name, ''), key_name) FROM fleet_parks
			WHERE leased_until > now() GROUP BY 1 HAVING COUNT(*) >= $2))
	ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE fleet_parks SET worker = $3, taken_at = now(), leased_until = now() + $4::interval
WHERE organization = (SELECT organization FROM free)
RETURNING ` + parkColumns + `, revision, due_at, now(), began_at, ended_at, outcome, failures, outages, asked_wait`

// take takes the park that has waited longest. It returns nil if none waits, and ErrNewerSchema if a newer version has
// changed the tables.
func (l *leases) take(ctx context.Context) (*taken, error) {
	ctx, cancel := outlive(ctx)
	defer cancel()
	t := &taken{}
	var began, ended *time.Time
	err := l.pool.QueryRow(ctx, takeStatement, len(migrations), l.perLimit, l.worker, l.lease).Scan(append(t.park.fields(),
		&t.revision, &t.due, &t.at, &began, &ended, &t.history.outcome, &t.history.failures, &t.history.outages, &t.history.wait)...)
	if errors.Is(err, pgx.ErrNoRows) {
		_, err := schemaVersion(ctx, l.pool)
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("fleet: no park was taken: %w", err)
	}
	t.local = time.Now() // later than at, so that now is never ahead of the clock of the database
	t.history.began, t.history.ended = orZero(began), orZero(ended)
	return t, nil
}

const prolongStatement = `UPDATE fleet_parks SET leased_until = now() + $2::interval
WHERE worker = $1 AND organization = ANY ($3) RETURNING organization`

// prolong prolongs the leases of the parks in syncs, and returns the parks that this worker still has. A park is not in
// syncs after its sync has ended, so its lease runs out if the end could not be stored, and the park is taken again.
func (l *leases) prolong(ctx context.Context, syncs []int64) (map[int64]bool, error) {
	ctx, cancel := outlive(ctx)
	defer cancel()
	rows, err := l.pool.Query(ctx, prolongStatement, l.worker, l.lease, syncs)
	if err != nil {
		return nil, fmt.Errorf("fleet: the leases were not prolonged: %w", err)
	}
	organizations, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("fleet: the leases were not prolonged: %w", err)
	}
	mine := map[int64]bool{}
	for _, organization := range organizations {
		mine[organization] = true
	}
	return mine, nil
}

// finish gives a park back after a sync, and stores the result: the history h and what r reports. If the entry was
// changed during the sync, the result is not stored, because it is that of the old entry.
func (l *leases) finish(ctx context.Context, t *taken, h history, r Report) error {
	ctx, cancel := outlive(ctx)
	defer cancel()
	statement := `UPDATE fleet_parks SET worker = NULL, taken_at = NULL, leased_until = NULL, due_at = $4, began_at = $5, ended_at = $6,
		outcome = $7, problem = $8, failures = $9, outages = $10, asked_wait = $11`
	args := []any{
		t.park.Organization, l.worker, t.revision, orNull(r.Next), orNull(h.began), orNull(h.ended),
		h.outcome, problem(r.Err), h.failures, h.outages, h.wait,
	}
	if r.Outcome == Done {
		statement += `, warnings = $12,
			reservations = (SELECT COUNT(*) FROM reservations WHERE organization = $1),
			nights = (SELECT COUNT(*) FROM register_days WHERE organization = $1)`
		args = append(args, warnings(r.Result))
	}
	updated, err := l.pool.Exec(ctx, statement+" WHERE organization = $1 AND worker = $2 AND revision = $3", args...)
	if err != nil {
		return fmt.Errorf("fleet: the end of a sync was not stored: %w", err)
	}
	if updated.RowsAffected() == 0 {
		return l.giveBack(ctx, t, t.due)
	}
	return nil
}

// giveBack gives a park back that was not synced, or not to the end. Another worker may take it from due on. If the
// entry was changed meanwhile, the park keeps the time for which the change has scheduled it.
func (l *leases) giveBack(ctx context.Context, t *taken, due time.Time) error {
	ctx, cancel := outlive(ctx)
	defer cancel()
	_, err := l.pool.Exec(ctx, `UPDATE fleet_parks SET worker = NULL, taken_at = NULL, leased_until = NULL,
		due_at = CASE WHEN revision = $3 THEN $4 ELSE due_at END WHERE organization = $1 AND worker = $2`,
		t.park.Organization, l.worker, t.revision, orNull(due))
	if err != nil {
		return fmt.Errorf("fleet: a park was not given back: %w", err)
	}
	return nil
}

// orNull is NULL for the zero time.
func orNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// orZero is the zero time for NULL.
func orZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}
