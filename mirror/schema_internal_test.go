// SPDX-License-Identifier: MIT

package mirror

import (
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// TestSchemaHasEveryField compares the columns of the tables with the fields of the records. A new
// field of the SDK needs a column, and so a migration.
func TestSchemaHasEveryField(t *testing.T) {
	t.Parallel()
	m, err := Open(t.Context(), filepath.Join(t.TempDir(), "copy.db"), Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	want := map[string][]string{
		"reservations":   reservationColumns,
		"register_days":  append([]string{"day", "hash", "stored_at"}, dayShape.columns()...),
		"register_items": itemColumns(),
	}
	for _, table := range lineTables {
		want[table.table] = table.lineColumns()
	}
	for table, columns := range want {
		t.Run(table, func(t *testing.T) {
			rows, err := m.db.Query("SELECT name FROM pragma_table_info(?)", table) // without the generated ones
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			var got []string
			for rows.Next() {
				var name string
				if err := rows.Scan(&name); err != nil {
					t.Fatal(err)
				}
				got = append(got, name)
			}
			slices.Sort(got)
			columns = append([]string{"organization"}, columns...)
			if diff := cmp.Diff(slices.Sorted(slices.Values(columns)), got); diff != "" {
				t.Errorf("(-fields +columns):\n%s", diff)
			}
		})
	}
}

// TestEveryListHasATable holds the tables to the lists of a summary.
func TestEveryListHasATable(t *testing.T) {
	t.Parallel()
	var want, got []string
	summary := reflect.TypeFor[types.ReservationSummary]()
	for i := range summary.NumField() {
		if f := summary.Field(i); f.Type.Kind() == reflect.Slice {
			want = append(want, f.Name)
		}
	}
	for _, table := range lineTables {
		got = append(got, table.field)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-lists +tables):\n%s", diff)
	}
}

// TestMigrate brings an old database to a newer schema, keeps its rows, and refuses one that is
// newer than the program.
func TestMigrate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "copy.db")
	m, err := Open(t.Context(), path, Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.db.Exec("INSERT INTO forgotten VALUES (0, 'guest', 7, '2026-11-20T00:00:00.000000Z')"); err != nil {
		t.Fatal(err)
	}
	released, err := m.dialect.migrations()
	if err != nil {
		t.Fatal(err)
	}
	migrate := func(migrations ...string) error {
		c, err := m.connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.close()
		return c.migrate(t.Context(), append(slices.Clip(released), migrations...))
	}
	if err := migrate("ALTER TABLE forgotten ADD COLUMN reason TEXT", "NONSENSE"); err == nil || !strings.Contains(err.Error(), "version 4") {
		t.Errorf("a migration that fails: %v", err)
	}
	if err := migrate("ALTER TABLE forgotten ADD COLUMN reason TEXT;\nUPDATE forgotten SET reason = 'asked';\n"); err != nil { // fails if a part of the one before was kept
		t.Fatal(err)
	}
	var reason string
	if err := m.db.QueryRow("SELECT reason FROM forgotten WHERE id = 7").Scan(&reason); err != nil || reason != "asked" {
		t.Errorf("the row has the reason %q: %v", reason, err)
	}
	if old, err := Open(t.Context(), path, Config{}); !errors.Is(err, ErrNewerSchema) || !strings.Contains(err.Error(), "version 3") {
		t.Errorf("an older program opens it: %v, %v", old, err)
	}
}

// TestOpenAtOnce makes the tables once, whoever comes first.
func TestOpenAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "copy.db")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			m, err := Open(t.Context(), path, Config{})
			if err != nil {
				t.Error(err)
				return
			}
			var versions int
			if err := m.db.QueryRow("SELECT COUNT(*) FROM mirror_schema").Scan(&versions); err != nil || versions != 2 {
				t.Errorf("%d migrations: %v", versions, err)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}
