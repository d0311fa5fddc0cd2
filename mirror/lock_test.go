// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	gosync "sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestTwoMirrors lets a second mirror begin while a first one is at work: it changes nothing,
// and works when the first has ended.
func TestTwoMirrors(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, client := reservationstest.New(t)
		for id := range int64(250) {
			srv.Put(full(id+1, 1, time.Now()))
		}
		dsn := newDSN()
		second := openMirror(t, dsn, mirror.Config{SkipRegister: true})
		interfered := false
		first := openMirror(t, dsn, mirror.Config{SkipRegister: true, Progress: func(s mirror.SyncResult) {
			if interfered {
				return
			}
			interfered = true
			if result, err := second.Sync(t.Context(), client); !errors.Is(err, mirror.ErrRunning) || !reflect.DeepEqual(result, mirror.SyncResult{}) {
				t.Errorf("a second Sync returns %+v, %v", result, err)
			}
			if done, err := second.ForgetGuests(t.Context(), 1); !errors.Is(err, mirror.ErrRunning) || done != (mirror.Forgotten{}) {
				t.Errorf("ForgetGuests returns %+v, %v", done, err)
			}
		}})
		sync(t, first, client)
		if !interfered {
			t.Fatal("there was no progress")
		}
		checkEqual(t, first, srv)
		sync(t, second, client)
	})
}

// TestLostLock lets another Sync take over in the middle of a full one that has lost its lock: the first one stores
// nothing more.
func TestLostLock(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		newDSN func(t *testing.T) string
		lose   func(t *testing.T, dsn string)
	}{
		{"SQLite whose lock file is removed", func(t *testing.T) string { return filepath.Join(t.TempDir(), "copy.db") },
			func(t *testing.T, dsn string) {
				if err := os.Remove(dsn + ".7.lock"); err != nil {
					t.Skip(err) // as on Windows
				}
			}},
		{"PostgreSQL that ends the session", newSchema, endSession},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv, dsn := source(t, 250), test.newDSN(t)
			config := mirror.Config{Organization: 7, SkipRegister: true, Full: true}
			second := openMirror(t, dsn, config)
			var after map[string][]string
			config.Progress = func(mirror.SyncResult) {
				if after != nil {
					t.Error("the first Sync has stored more")
					return
				}
				test.lose(t, dsn)
				sync(t, second, clientOf(t, srv))
				after = dump(t, second.DB())
			}
			result, err := openMirror(t, dsn, config).Sync(t.Context(), clientOf(t, srv))
			if err == nil || result.New != 200 {
				t.Errorf("the first Sync returns %v, %v", result, err)
			}
			if !errors.Is(err, mirror.ErrRunning) && !strings.Contains(test.name, "session") {
				t.Errorf("got %v, want ErrRunning", err)
			}
			if diff := cmp.Diff(after, dump(t, second.DB())); diff != "" {
				t.Errorf("(-after the second Sync +now):\n%s", diff)
			}
		})
	}
}

// endSession ends that of PostgreSQL which holds the lock of organization 7.
func endSession(t *testing.T, dsn string) {
	rows := query(t, open(t, "pgx", dsn), `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
		AND (classid::bigint << 32 | objid::bigint) = hashtextextended('reservations mirror ' || current_schema() || ' 7', 0)`)
	if len(rows) != 1 {
		t.Errorf("%d sessions hold the lock, want one", len(rows))
	}
}

// TestManyOrganizations take turns in a file, and none of them fails.
func TestManyOrganizations(t *testing.T) {
	t.Parallel()
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
				if result, err := m.Sync(t.Context(), clientOf(t, srv)); err != nil || result.New != 250 {
					t.Errorf("organization %d: %v, %v", organization+1, result, err)
				}
			})
		}
		group.Wait()
	})
}
