// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"strings"
	gosync "sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestStatements are at most 15 to open a copy and to find nothing new, whatever the number of nights.
func TestStatements(t *testing.T) {
	t.Parallel()
	config, err := pgxpool.ParseConfig(newSchema(t))
	if err != nil {
		t.Fatal(err)
	}
	var sent tracer
	config.ConnConfig.Tracer = &sent
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	first := types.DateOf(time.Now().UTC()).AddDays(-35)
	srv := source(t, 20)
	srv.SetBookings(reservationstest.Park(1, 5, first, 35)...)
	client := clientOf(t, srv)
	for range 2 {
		sent.reset()
		m, err := mirror.OpenPool(t.Context(), pool, mirror.Config{Organization: 7, RegisterFrom: first})
		if err != nil {
			t.Fatal(err)
		}
		sync(t, m, client)
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if statements := sent.reset(); len(statements) < 5 || len(statements) > 15 {
		t.Errorf("%d statements:\n%s", len(statements), strings.Join(statements, "\n"))
	}
}

// tracer notes what is sent to PostgreSQL.
type tracer struct {
	mu         gosync.Mutex
	statements []string
}

func (s *tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.statements = append(s.statements, data.SQL)
	return ctx
}

func (s *tracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// reset returns the statements since the last call.
func (s *tracer) reset() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	statements := s.statements
	s.statements = nil
	return statements
}
