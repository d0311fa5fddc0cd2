// SPDX-License-Identifier: MIT

package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNoPark means that the list has no park with the organization that was asked for.
var ErrNoPark = errors.New("fleet: there is no such park in the list")

// Set adds parks to the list, or changes the entries whose organization is in the list already. All or none
// are changed. A park that is equal to its entry stays as it is. A park that differs from its entry is
// scheduled anew, and its failures so far are forgotten, also that its key was refused. A sync that
// runs is not stopped: the new entry counts after it.
func Set(ctx context.Context, pool *pgxpool.Pool, parks ...Park) error {
	if err := ValidateList(parks); err != nil {
		return err
	}
	// All calls lock the rows in the same order, so that two calls cannot deadlock.
	ordered := slices.SortedFunc(slices.Values(parks), func(a, b Park) int { return cmp.Compare(a.Organization, b.Organization) })
	return edit(ctx, pool, func(tx pgx.Tx) error {
		for _, park := range ordered {
			if err := set(ctx, tx, park); err != nil {
				return err
			}
		}
		return nil
	})
}

// edit runs f in a transaction on tables that exist.
func edit(ctx context.Context, pool *pgxpool.Pool, f func(pgx.Tx) error) error {
	if err := migrate(ctx, pool); err != nil {
		return err
	}
	err := pgx.BeginFunc(ctx, pool, f)
	if err == nil || errors.Is(err, ErrNoPark) {
		return err
	}
	return fmt.Errorf("fleet: the list was not changed: %w", err)
}

const parkColumns = `organization, name, base_url, key_name, limit_name, window_from, window_to, window_zone, sync_interval, paused`

// fields returns pointers to the fields of p in the order of parkColumns, to scan into or as arguments.
func (p *Park) fields() []any {
	return []any{
		&p.Organization, &p.Name, &p.BaseURL, &p.Key, &p.Limit, &p.Window.From, &p.Window.To, &p.Window.Zone,
		&p.Interval, &p.Paused,
	}
}

// entry is the entry of a park, with the times that its schedule depends on.
type entry struct {
	park  Park
	began time.Time // as in history
	now   time.Time // by the clock of the database
}

// lockEntry returns the entry of a park, and locks it until the transaction ends. It fails with
// pgx.ErrNoRows if the park is not in the list.
func lockEntry(ctx context.Context, tx pgx.Tx, organization int64) (e entry, err error) {
	var began *time.Time
	err = tx.QueryRow(ctx, "SELECT "+parkColumns+", began_at, now() FROM fleet_parks WHERE organization = $1 FOR UPDATE",
		organization).Scan(append(e.park.fields(), &began, &e.now)...)
	e.began = orZero(began)
	return e, err
}

// store writes the entry of a park, schedules the park, and forgets its failures. A worker that has the
// park keeps it.
func (e entry) store(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `INSERT INTO fleet_parks (`+parkColumns+`, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (organization) DO UPDATE SET name = $2, base_url = $3, key_name = $4, limit_name = $5,
			window_from = $6, window_to = $7, window_zone = $8, sync_interval = $9, paused = $10,
			due_at = $11, revision = fleet_parks.revision + 1, outcome = '', problem = '', failures = 0, outages = 0`,
		append(e.park.fields(), orNull(next(e.park, history{began: e.began}, e.now)))...)
	return err
}

func set(ctx context.Context, tx pgx.Tx, park Park) error {
	e, err := lockEntry(ctx, tx, park.Organization)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		err = tx.QueryRow(ctx, "SELECT now()").Scan(&e.now)
	case err == nil && e.park == park:
		return nil
	}
	if err != nil {
		return err
	}
	e.park = park
	return e.store(ctx, tx)
}

// Remove takes a park out of the list. Its copy stays as it is. A sync of the park that runs is stopped
// within the time of Config.Lease. Remove fails with ErrNoPark if the list has no such park.
func Remove(ctx context.Context, pool *pgxpool.Pool, organization int64) error {
	return edit(ctx, pool, func(tx pgx.Tx) error {
		deleted, err := tx.Exec(ctx, "DELETE FROM fleet_parks WHERE organization = $1", organization)
		if err == nil && deleted.RowsAffected() == 0 {
			err = ErrNoPark
		}
		return err
	})
}

// Resume schedules a park again whose key was refused or whose syncs have failed. Use it after the key was
// replaced under the same name; after a change of the entry, [Set] does the same. Resume fails with
// ErrNoPark if the list has no such park.
func Resume(ctx context.Context, pool *pgxpool.Pool, organization int64) error {
	return edit(ctx, pool, func(tx pgx.Tx) error {
		e, err := lockEntry(ctx, tx, organization)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNoPark
		}
		if err != nil {
			return err
		}
		return e.store(ctx, tx)
	})
}

// Parks returns the list, in the order of the organizations.
func Parks(ctx context.Context, pool *pgxpool.Pool) ([]Park, error) {
	if err := migrate(ctx, pool); err != nil {
		return nil, err
	}
	rows, err := pool.Query(ctx, "SELECT "+parkColumns+" FROM fleet_parks ORDER BY organization")
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	parks, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Park, err error) {
		return p, row.Scan(p.fields()...)
	})
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	return parks, nil
}
