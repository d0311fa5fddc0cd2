// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNewerSchema means that a newer version of this package has changed the tables. This version then does not
// change the list, and a worker of it takes no further park.
var ErrNewerSchema = errors.New("fleet: the tables were made by a newer version")

//go:embed schema/0001.sql
var schema1 string

// migrations are never changed after they were released. How many there are is the version of the tables.
var migrations = []string{schema1}

// lockMigrations locks migrations of the tables in one schema, until the transaction ends.
const lockMigrations = "SELECT pg_advisory_xact_lock(hashtext('reservations fleet schema'), hashtext(current_schema()))"

// migrate brings the tables to the newest version. Several programs may call it at the same time.
func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	var exists bool
	if err := pool.QueryRow(ctx, "SELECT to_regclass('fleet_schema') IS NOT NULL").Scan(&exists); err != nil {
		return fmt.Errorf("fleet: %w", err)
	}
	if exists {
		version, err := schemaVersion(ctx, pool)
		if err != nil || version == len(migrations) {
			return err
		}
	}
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockMigrations+";CREATE TABLE IF NOT EXISTS fleet_schema (version INTEGER NOT NULL)"); err != nil {
			return err
		}
		version, err := schemaVersion(ctx, tx)
		if err != nil {
			return err
		}
		for ; version < len(migrations); version++ {
			if _, err := tx.Exec(ctx, migrations[version]); err != nil {
				return fmt.Errorf("the migration to version %d failed: %w", version+1, err)
			}
			if _, err := tx.Exec(ctx, "INSERT INTO fleet_schema (version) VALUES ($1)", version+1); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, ErrNewerSchema) {
		return fmt.Errorf("fleet: %w", err)
	}
	return err
}

// schemaVersion returns the version of the tables. It fails with ErrNewerSchema if this program does not know it.
func schemaVersion(ctx context.Context, db interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}) (version int, err error) {
	if err := db.QueryRow(ctx, "SELECT COALESCE(MAX(version), 0) FROM fleet_schema").Scan(&version); err != nil {
		return 0, fmt.Errorf("fleet: %w", err)
	}
	if version > len(migrations) {
		return version, fmt.Errorf("%w: they have version %d, and this program knows version %d", ErrNewerSchema, version, len(migrations))
	}
	return version, nil
}
