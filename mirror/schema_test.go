// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	gosync "sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/types"
)

// TestSchemaHasEveryField compares the columns of the tables with the fields of the records, and the tables with the
// lists of a summary, so that no new field of the SDK is forgotten.
func TestSchemaHasEveryField(t *testing.T) {
	t.Parallel()
	m := openMirror(t, filepath.Join(t.TempDir(), "copy.db"), mirror.Config{})
	for _, table := range tables {
		t.Run(table, func(t *testing.T) {
			var got []string
			for _, row := range query(t, m.DB(), "SELECT name FROM pragma_table_info(?)", table) { // without the generated ones
				got = append(got, row["name"].(string))
			}
			slices.Sort(got)
			if diff := cmp.Diff(slices.Sorted(slices.Values(mirror.Columns(table))), got); diff != "" {
				t.Errorf("(-fields +columns):\n%s", diff)
			}
		})
	}
	var want []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[types.ReservationSummary]()) {
		if f.Type.Kind() == reflect.Slice || f.Type == reflect.TypeFor[*types.GuestContact]() {
			want = append(want, f.Name)
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, slices.Sorted(slices.Values(mirror.Lists()))); diff != "" {
		t.Errorf("(-lists +tables):\n%s", diff)
	}
}

// TestOpenAtOnce makes the tables once, whoever comes first. A newer version of them is refused.
func TestOpenAtOnce(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn := newDSN()
		var all gosync.WaitGroup
		for range 4 {
			all.Go(func() {
				m, err := mirror.Open(t.Context(), dsn, mirror.Config{})
				if err != nil {
					t.Error(err)
					return
				}
				if err := m.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		m := openMirror(t, dsn, mirror.Config{})
		if rows := query(t, m.DB(), "SELECT version FROM mirror_schema"); len(rows) != 1 {
			t.Errorf("the tables were made %d times", len(rows))
		}
		if _, err := m.DB().ExecContext(t.Context(), "UPDATE mirror_schema SET version = version + 1"); err != nil {
			t.Fatal(err)
		}
		if _, err := mirror.Open(t.Context(), dsn, mirror.Config{}); !errors.Is(err, mirror.ErrNewerSchema) {
			t.Errorf("tables of a newer version: %v", err)
		}
	})
}
