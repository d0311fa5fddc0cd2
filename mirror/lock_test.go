// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"reflect"
	gosync "sync"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestRunning: while a Sync is at work, another one and ForgetGuests wait for it, and change nothing.
func TestRunning(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, dsn := source(t, 50), newDSN()
		second := openMirror(t, dsn, mirror.Config{Organization: 7, SkipRegister: true})
		first := openMirror(t, dsn, mirror.Config{Organization: 7, SkipRegister: true, Progress: func(mirror.SyncResult) {
			for _, call := range []func(ctx context.Context) (any, error){
				func(ctx context.Context) (any, error) { return second.Sync(ctx, clientOf(srv)) },
				func(ctx context.Context) (any, error) { return second.ForgetGuests(ctx, 1) },
			} {
				ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				if done, err := call(ctx); !errors.Is(err, mirror.ErrRunning) || !reflect.ValueOf(done).IsZero() {
					t.Errorf("the other returns %+v, %v", done, err)
				}
				cancel()
			}
		}})
		sync(t, first, clientOf(srv))
	})
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
