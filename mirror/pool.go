// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// NewPool returns a pool for OpenPool that may open at least that many connections, and opens the first one. It fails
// with ErrAddress if dsn is not a PostgreSQL address. Its errors show as little of dsn as those of Open. When a pool
// made by pgxpool itself cannot connect, its errors show the user, the database and the host, and a typing error
// can make the password a part of one of these.
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
// the Mirror does not close the pool. If the lock of a connection cannot be released, the connection is
// closed and does not go back to the pool.
func OpenPool(ctx context.Context, pool *pgxpool.Pool, config Config) (*Mirror, error) {
	if pool == nil {
		return nil, errors.New("mirror: there is no pool")
	}
	return openWith(ctx, postgres{pool: pool}, config)
}
