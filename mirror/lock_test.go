// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestTwoMirrors lets a second mirror begin while a first one is at work: it changes nothing,
// and works when the first has ended.
func TestTwoMirrors(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, client := reservationstest.New(t)
		for id := range int64(450) {
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
		if done, err := second.ForgetGuests(t.Context(), 1); err != nil || done.Reservations != 1 {
			t.Errorf("afterwards ForgetGuests returns %+v, %v", done, err)
		}
	})
}

// TestConnectionLost ends the session of a mirror in the middle of a Sync.
func TestConnectionLost(t *testing.T) {
	t.Parallel()
	dsn := newSchema(t)
	srv, client := reservationstest.New(t)
	for id := range int64(450) {
		srv.Put(full(id+1, 1, time.Now()))
	}
	other := open(t, "pgx", dsn)
	isFirst := true
	m := openMirror(t, dsn, mirror.Config{SkipRegister: true, Progress: func(mirror.SyncResult) {
		if !isFirst {
			return
		}
		isFirst = false
		rows := query(t, other, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = hashtext('reservations mirror')::bigint & 4294967295 AND objid::bigint = hashtext(current_schema())::bigint & 4294967295")
		if len(rows) != 1 {
			t.Errorf("%d sessions hold the lock, want 1", len(rows))
		}
	}})
	if result, err := m.Sync(t.Context(), client); err == nil || result.New == 0 {
		t.Errorf("without its session the Sync returns %v, %v", result, err)
	}
	if result := sync(t, m, client); !result.Resumed {
		t.Errorf("the next Sync has begun anew: %v", result)
	}
	checkEqual(t, m, srv)
}

// TestOneFileWithTwoNames has one lock.
func TestOneFileWithTwoNames(t *testing.T) {
	t.Parallel()
	dsn := filepath.Join(t.TempDir(), "copy.db")
	link := filepath.Join(t.TempDir(), "link.db")
	openMirror(t, dsn, mirror.Config{})
	if err := os.Symlink(dsn, link); err != nil {
		t.Skip(err) // as Windows does
	}
	second := openMirror(t, link, mirror.Config{SkipRegister: true})
	client := clientOf(t, source(t, 3))
	interfered := false
	first := openMirror(t, dsn, mirror.Config{SkipRegister: true, Progress: func(mirror.SyncResult) {
		if _, err := second.Sync(t.Context(), client); errors.Is(err, mirror.ErrRunning) {
			interfered = true
		} else {
			t.Errorf("by its other name a Sync returns %v", err)
		}
	}})
	sync(t, first, client)
	if !interfered {
		t.Error("there was no other Sync")
	}
}

// TestCloseDuringSync ends nothing in the middle.
func TestCloseDuringSync(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv := source(t, 450)
		dsn := newDSN()
		closed := make(chan error, 1)
		var m *mirror.Mirror
		m = openMirror(t, dsn, mirror.Config{SkipRegister: true, Progress: func(s mirror.SyncResult) {
			if s.New == 200 {
				go func() { closed <- m.Close() }()
			}
		}})
		_, err := m.Sync(t.Context(), clientOf(t, srv))
		if closing := <-closed; closing != nil || err != nil && !strings.Contains(err.Error(), "closed") {
			t.Errorf("Sync returns %v, and Close %v", err, closing)
		}
		if _, err := m.Sync(t.Context(), clientOf(t, srv)); err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("after Close a Sync returns %v", err)
		}
		again := openMirror(t, dsn, mirror.Config{SkipRegister: true})
		sync(t, again, clientOf(t, srv))
		checkEqual(t, again, srv)
	})
}
