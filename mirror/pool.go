// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// NewPool returns a pool for OpenPool with at least so many connections, and makes the first of them. It fails
// with ErrAddress where dsn is not a PostgreSQL address, and its errors show as little of dsn as those of Open. A pool
// made by pgxpool itself shows the user, the database and the host when it cannot connect, one of which is a
// password after a typing error.
func NewPool(ctx context.Context, dsn string, connections int) (*pgxpool.Pool, error) {
	d, err := dialectOf(dsn)
	if err != nil {
		return nil, err
	}
	if _, isPostgres := d.(postgres); !isPostgres {
		return nil, errPostgresAddress
	}
	_, place, _ := strings.Cut(dsn, ":")
	config, err := pgxpool.ParseConfig("postgres:" + place)
	if err != nil { // about a parameter of the pool
		return nil, errPostgresAddress
	}
	config.MaxConns = max(config.MaxConns, int32(connections))
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, errPostgresAddress
	}
	err = bounded(ctx, defaultDatabaseTimeout, func(ctx context.Context) error {
		if err := pool.Ping(ctx); err != nil {
			return connectError(ctx, err)
		}
		return nil
	})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("mirror: the database cannot be opened: %w", err)
	}
	return pool, nil
}

// OpenPool is Open for a PostgreSQL database that pool is connected to, for programs that use
// the database for more than the copy, such as package fleet. [NewPool] makes one. Each Sync and
// Forget takes one connection of the pool until it ends, and so does each query of DB while it
// runs. All connections of the pool must have the same first schema in their search path. Close of
// the Mirror does not close the pool, and a connection that could not be unlocked is closed and
// not given back to it.
func OpenPool(ctx context.Context, pool *pgxpool.Pool, config Config) (*Mirror, error) {
	if pool == nil {
		return nil, errors.New("mirror: there is no pool")
	}
	return openWith(ctx, postgres{pool: pool}, config)
}
