// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// moments are texts in what a Sync sends to the server.
var moments = []struct{ name, text string }{
	{"connection", "user"}, // that of the message that begins a connection
	{"lock", "advisory_lock("},
	{"transaction", "begin"},
	{"query", "SELECT"},
	{"COPY", "copy "},
	{"data of COPY", "Guest 7"},
	{"commit", "commit"},
}

// returned waits for what a function returns, which does not come when it hangs.
func returned(t *testing.T, f func() error) error {
	t.Helper()
	result := make(chan error, 1)
	go func() { result <- f() }()
	select {
	case err := <-result:
		return err
	case <-time.After(20 * time.Second):
		t.Fatal("it hangs")
		return nil
	}
}

// TestUnansweredUntilCancelled ends a Sync and others by their context while the server does not answer.
func TestUnansweredUntilCancelled(t *testing.T) {
	t.Parallel()
	for _, moment := range moments {
		t.Run(moment.name, func(t *testing.T) {
			t.Parallel()
			for _, byPool := range []bool{false, true} {
				p, dsn, m := openThroughProxy(t, byPool, mirror.Config{SkipRegister: true})
				ctx, cancel := context.WithCancel(t.Context())
				p.swallowFrom(moment.text)
				go func() {
					<-p.swallowed
					cancel()
				}()
				client := clientOf(t, source(t, 20))
				err := returned(t, func() error {
					_, err := m.Sync(ctx, client)
					return err
				})
				if !errors.Is(err, context.Canceled) {
					t.Errorf("by pool %v: Sync returns %v, want that it was cancelled", byPool, err)
				}
				ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
				for name, call := range map[string]func() error{
					"Open":         func() error { _, err := mirror.Open(ctx, dsn, mirror.Config{}); return err },
					"Status":       func() error { _, err := m.Status(ctx); return err },
					"ForgetGuests": func() error { _, err := m.ForgetGuests(ctx, 7); return err },
				} {
					if err := returned(t, call); !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("by pool %v: %s returns %v, want that its time was over", byPool, name, err)
					}
				}
				cancel()
			}
		})
	}
}

// TestUnansweredUnlock ends a Sync that has done all its work, and one whose context ends while it waits for the
// service.
func TestUnansweredUnlock(t *testing.T) {
	t.Parallel()
	p, _, m := openThroughProxy(t, true, mirror.Config{SkipRegister: true})
	p.swallowFrom("advisory_unlock")
	client := clientOf(t, source(t, 20))
	if err := returned(t, func() error { _, err := m.Sync(t.Context(), client); return err }); err != nil {
		t.Errorf("a complete Sync returns %v", err)
	}

	p, _, m = openThroughProxy(t, true, mirror.Config{SkipRegister: true})
	srv := source(t, 20)
	ctx, cancel := context.WithCancel(t.Context())
	srv.Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.Before(func() {
		p.swallow()
		cancel()
	}))
	err := returned(t, func() error { _, err := m.Sync(ctx, clientOf(t, srv)); return err })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a Sync that waits for the service returns %v", err)
	}
}

// TestUnansweredWithoutDeadline ends a Sync after DatabaseTimeout.
func TestUnansweredWithoutDeadline(t *testing.T) {
	t.Parallel()
	for _, moment := range moments {
		t.Run(moment.name, func(t *testing.T) {
			t.Parallel()
			for _, byPool := range []bool{false, true} {
				p, _, m := openThroughProxy(t, byPool, mirror.Config{SkipRegister: true, DatabaseTimeout: 700 * time.Millisecond})
				p.swallowFrom(moment.text)
				client := clientOf(t, source(t, 20))
				err := returned(t, func() error { _, err := m.Sync(t.Context(), client); return err })
				if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "has not answered within 700ms") {
					t.Errorf("by pool %v: Sync returns %v", byPool, err)
				}
			}
		})
	}
}

// TestUnansweredOpen ends an Open without a deadline long before the time that a migration has.
func TestUnansweredOpen(t *testing.T) {
	t.Parallel()
	p, dsn, _ := openThroughProxy(t, false, mirror.Config{})
	p.swallowFrom("mirror_schema")
	err := returned(t, func() error {
		_, err := mirror.Open(t.Context(), dsn, mirror.Config{DatabaseTimeout: 700 * time.Millisecond})
		return err
	})
	if err == nil {
		t.Error("it was opened")
	}
}

// openThroughProxy opens a copy whose next connection is a new one through the proxy.
func openThroughProxy(t *testing.T, byPool bool, config mirror.Config) (p *proxy, dsn string, m *mirror.Mirror) {
	t.Helper()
	p, dsn = newProxy(t, newSchema(t))
	if !byPool {
		m = openMirror(t, dsn, config)
		m.DB().SetMaxIdleConns(0)
		return p, dsn, m
	}
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.close()
		pool.Close()
	})
	if m, err = mirror.OpenPool(t.Context(), pool, config); err != nil {
		t.Fatal(err)
	}
	pool.Reset()
	return p, dsn, m
}

// TestUnansweredAtRandom lets the network swallow or cut what is sent after a random number of bytes, ten times for
// each copy. The Sync after them has a copy that equals the source.
func TestUnansweredAtRandom(t *testing.T) {
	t.Parallel()
	if !testkit.Deep() {
		t.Skip("a test of many moments is deep")
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for range 8 {
		dsn, srv := newSchema(t), source(t, 250)
		ended := 0
		for range 10 {
			srv.Put(full(random.Int64N(300)+1, random.IntN(100), time.Now()))
			p, through := newProxy(t, dsn)
			p.swallowAfter(random.IntN(400_000), random.IntN(2) == 0)
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				<-p.swallowed
				cancel()
			}()
			err := returned(t, func() error {
				m, err := mirror.Open(ctx, through, mirror.Config{SkipRegister: true, Full: true})
				if err != nil {
					return err
				}
				defer m.Close()
				_, err = m.Sync(ctx, clientOf(t, srv))
				return err
			})
			if err != nil {
				ended++
			}
			p.close()
			cancel()
		}
		m := openMirror(t, dsn, mirror.Config{SkipRegister: true, Full: true})
		sync(t, m, clientOf(t, srv))
		checkEqual(t, m, srv)
		if ended == 0 || t.Failed() {
			t.Fatalf("seed %d: %d of 10 were ended", seed, ended)
		}
	}
}

// TestBusyFile ends what waits for another program that writes to an SQLite file.
func TestBusyFile(t *testing.T) {
	t.Parallel()
	dsn := filepath.Join(t.TempDir(), "copy.db")
	patient := openMirror(t, dsn, mirror.Config{SkipRegister: true})
	m := openMirror(t, dsn, mirror.Config{SkipRegister: true, DatabaseTimeout: 50 * time.Millisecond})
	var wait int
	if err := m.DB().QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&wait); err != nil || wait > 500 {
		t.Errorf("SQLite waits %d ms without a look at the context, %v", wait, err)
	}
	writer, err := open(t, "sqlite", dsn+"?_txlock=immediate").BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	client := clientOf(t, source(t, 3))
	calls := map[string]func(context.Context, *mirror.Mirror) error{
		"Open": func(ctx context.Context, _ *mirror.Mirror) error {
			_, err := mirror.Open(ctx, dsn, mirror.Config{Organization: 7}) // which it would have to begin
			return err
		},
		"Sync":         func(ctx context.Context, m *mirror.Mirror) error { _, err := m.Sync(ctx, client); return err },
		"Status":       func(ctx context.Context, m *mirror.Mirror) error { _, err := m.Status(ctx); return err },
		"ForgetGuests": func(ctx context.Context, m *mirror.Mirror) error { _, err := m.ForgetGuests(ctx, 1); return err },
	}
	for name, call := range calls {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if err := returned(t, func() error { return call(ctx, m) }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s returns %v, want that its time was over", name, err)
		}
		cancel()
	}
	err = returned(t, func() error { return calls["Sync"](t.Context(), m) })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a deadline Sync returns %v", err)
	}
	if err := writer.Rollback(); err != nil {
		t.Fatal(err)
	}
	sync(t, patient, client)
}

// TestReaderDuringForget keeps what was erased in the log of SQLite, which ForgetGuests says.
func TestReaderDuringForget(t *testing.T) {
	t.Parallel()
	dsn := filepath.Join(t.TempDir(), "copy.db")
	m := openMirror(t, dsn, mirror.Config{SkipRegister: true})
	sync(t, m, clientOf(t, source(t, 3)))
	reader, err := open(t, "sqlite", dsn).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var rows int
	if err := reader.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM reservations").Scan(&rows); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	done, err := m.ForgetGuests(ctx, 1)
	isTold := errors.Is(err, context.DeadlineExceeded) && strings.Contains(err.Error(), "-wal still holds")
	if done.Reservations != 1 || !isTold {
		t.Errorf("beside a reader ForgetGuests returns %+v, %v", done, err)
	}
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
	if _, err := m.ForgetGuests(t.Context(), 1); err != nil {
		t.Error(err)
	}
}
