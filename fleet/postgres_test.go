// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"fmt"
	"os"
	"strings"
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

// newSchema makes a schema in the database and returns an address whose connections are in it, or skips
// the test.
func newSchema(t testing.TB) string {
	t.Helper()
	dsn := os.Getenv(postgresVariable)
	if dsn == "" {
		t.Skip(postgresVariable + " is not set")
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	schema := fmt.Sprintf("fleet_%d_%d", os.Getpid(), schemas.Add(1))
	if _, err := conn.Exec(t.Context(), "CREATE SCHEMA "+schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := conn.Exec(context.Background(), "DROP SCHEMA "+schema+" CASCADE"); err != nil {
			t.Error(err)
		}
		_ = conn.Close(context.Background())
	})
	separator := "?"
	if strings.Contains(dsn, "?") {
		separator = "&"
	}
	return dsn + separator + "pool_max_conns=10&search_path=" + schema
}

// newPool connects to a new schema.
func newPool(t testing.TB) (*pgxpool.Pool, *statements) {
	t.Helper()
	config, err := pgxpool.ParseConfig(newSchema(t))
	if err != nil {
		t.Fatal(err)
	}
	counted := &statements{prolonged: make(chan struct{}, 100)}
	config.ConnConfig.Tracer = counted
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool, counted
}
