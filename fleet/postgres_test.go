// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// postgresVariable names a PostgreSQL database that the tests may fill.
const postgresVariable = "RESERVATIONS_TEST_POSTGRES"

var schemas atomic.Int64

// statements counts those of a pool, and those that prolong leases once more in a channel.
type statements struct {
	n         atomic.Int64
	prolonged chan struct{}
}

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, query pgx.TraceQueryStartData) context.Context {
	s.n.Add(1)
	if query.SQL == prolongStatement {
		select {
		case s.prolonged <- struct{}{}:
		default:
		}
	}
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (s *statements) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	s.n.Add(1)
	return ctx
}

func (s *statements) TraceCopyFromEnd(context.Context, *pgx.Conn, pgx.TraceCopyFromEndData) {}

// newPool connects to a new schema of the database, or skips the test.
func newPool(t *testing.T) (*pgxpool.Pool, *statements) {
	t.Helper()
	dsn := os.Getenv(postgresVariable)
	if dsn == "" {
		t.Skip(postgresVariable + " is not set")
	}
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	schema, counted := fmt.Sprintf("fleet_%d_%d", os.Getpid(), schemas.Add(1)), &statements{prolonged: make(chan struct{}, 100)}
	config.MaxConns = 10
	config.ConnConfig.RuntimeParams["search_path"] = schema
	config.ConnConfig.Tracer = counted
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), "CREATE SCHEMA "+schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := pool.Exec(context.Background(), "DROP SCHEMA "+schema+" CASCADE"); err != nil {
			t.Error(err)
		}
		pool.Close()
	})
	return pool, counted
}
