// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestOpenPool copies through the connections of a pool, which works on when the Mirror is closed.
func TestOpenPool(t *testing.T) {
	t.Parallel()
	dsn := newSchema(t)
	pool, err := mirror.NewPool(t.Context(), dsn, 50)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if most := pool.Config().MaxConns; most != 50 {
		t.Errorf("the pool has at most %d connections, want 50", most)
	}
	srv := source(t, 450)
	m, err := mirror.OpenPool(t.Context(), pool, mirror.Config{SkipRegister: true})
	if err != nil {
		t.Fatal(err)
	}
	sync(t, m, clientOf(t, srv))
	checkEqual(t, m, srv)
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if used := pool.Stat().AcquiredConns(); used != 0 {
		t.Errorf("%d connections were not given back", used)
	}
	var rows int
	if err := pool.QueryRow(t.Context(), "SELECT COUNT(*) FROM reservations").Scan(&rows); err != nil || rows != 450 {
		t.Errorf("through the pool there are %d reservations, %v; want 450", rows, err)
	}
	other := openMirror(t, dsn, mirror.Config{SkipRegister: true}) // whose lock is another connection's
	if result := sync(t, other, clientOf(t, srv)); result.New != 0 {
		t.Errorf("by its address the copy is another one: %v", result)
	}
}

// TestNewPoolRefuses what is no address of PostgreSQL, without a word of it.
func TestNewPoolRefuses(t *testing.T) {
	t.Parallel()
	for _, dsn := range []string{
		"", "canary.db", "postgres://u:p@canary@localhost/park", "postgres://u:p@localhost/park?pool_max_conns=canary", "canary://localhost/park",
	} {
		if pool, err := mirror.NewPool(t.Context(), dsn, 1); !errors.Is(err, mirror.ErrAddress) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v, %v; want ErrAddress", dsn, pool, err)
		}
	}
}

func TestOpenPoolRefuses(t *testing.T) {
	t.Parallel()
	if m, err := mirror.OpenPool(t.Context(), nil, mirror.Config{}); err == nil || m != nil {
		t.Errorf("without a pool: %v, %v", m, err)
	}
	dsn := newSchema(t)
	openMirror(t, dsn, mirror.Config{Redact: true})
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := mirror.OpenPool(t.Context(), pool, mirror.Config{}); !errors.Is(err, mirror.ErrSettings) {
		t.Errorf("with other settings: %v, want ErrSettings", err)
	}
	if err := pool.Ping(t.Context()); err != nil {
		t.Errorf("the pool was closed: %v", err)
	}
}
