// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"os"
	"reflect"
	gosync "sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestLostLock lets another mirror begin in the middle of a full Sync: it changes nothing. When the first one has lost
// its lock, the other takes over, and the first one stores nothing more.
func TestLostLock(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, dsn := source(t, 250), newDSN()
		config := mirror.Config{Organization: 7, SkipRegister: true}
		second := openMirror(t, dsn, config)
		var after map[string][]string
		config.Progress = func(mirror.SyncResult) {
			if after != nil {
				t.Error("the first Sync has stored more")
				return
			}
			soon := func() context.Context {
				ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				t.Cleanup(cancel)
				return ctx
			}
			if result, err := second.Sync(soon(), clientOf(srv)); !errors.Is(err, mirror.ErrRunning) || !reflect.DeepEqual(result, mirror.SyncResult{}) {
				t.Errorf("a second Sync returns %+v, %v", result, err)
			}
			if done, err := second.ForgetGuests(soon(), 1); !errors.Is(err, mirror.ErrRunning) || done != (mirror.Forgotten{}) {
				t.Errorf("ForgetGuests returns %+v, %v", done, err)
			}
			lose(t, dsn)
			sync(t, second, clientOf(srv))
			after = dump(t, second)
		}
		result, err := openMirror(t, dsn, config).Sync(t.Context(), clientOf(srv))
		_, noFile := os.Stat(dsn) // as in PostgreSQL, whose session has ended
		if err == nil || result.New != 200 || noFile == nil && !errors.Is(err, mirror.ErrRunning) {
			t.Errorf("the first Sync returns %v, %v; want 200 new ones, and ErrRunning from SQLite", result, err)
		}
		if diff := cmp.Diff(after, dump(t, second)); diff != "" {
			t.Errorf("(-after the second Sync +now):\n%s", diff)
		}
	})
}

// lose removes the file of the lock of organization 7, or ends the session of PostgreSQL that holds it.
func lose(t *testing.T, dsn string) {
	t.Helper()
	if _, err := os.Stat(dsn); err == nil {
		if err := os.Remove(dsn + ".7.lock"); err != nil {
			t.Skip(err) // as on Windows
		}
		return
	}
	rows := query(t, open(t, "pgx", dsn), `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
		AND (classid::bigint << 32 | objid::bigint) = hashtextextended('reservations mirror ' || current_schema() || ' 7', 0)`)
	if len(rows) != 1 {
		t.Errorf("%d sessions hold the lock, want one", len(rows))
	}
}

// TestManyOrganizations are begun at once in a new database, and take turns in it: the tables are made once, and none
// of the Syncs fails. Tables of a newer version are refused.
func TestManyOrganizations(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, dsn := source(t, 250), newDSN()
		var group gosync.WaitGroup
		for organization := range int64(4) {
			group.Go(func() {
				m, err := mirror.Open(t.Context(), dsn, mirror.Config{Organization: organization + 1, SkipRegister: true})
				if err != nil {
					t.Error(err)
					return
				}
				defer m.Close()
				if result, err := m.Sync(t.Context(), clientOf(srv)); err != nil || result.New != 250 {
					t.Errorf("organization %d: %v, %v", organization+1, result, err)
				}
			})
		}
		group.Wait()
		db := openMirror(t, dsn, mirror.Config{Organization: 1}).DB()
		if rows := query(t, db, "SELECT version FROM mirror_schema"); len(rows) != 1 {
			t.Errorf("the tables were made %d times", len(rows))
		}
		must(db.ExecContext(t.Context(), "UPDATE mirror_schema SET version = version + 1"))
		if _, err := mirror.Open(t.Context(), dsn, mirror.Config{Organization: 1}); !errors.Is(err, mirror.ErrNewerSchema) {
			t.Errorf("tables of a newer version: %v", err)
		}
	})
}
