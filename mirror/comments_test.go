// SPDX-License-Identifier: MIT

package mirror_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestEveryColumnIsDescribed holds the descriptions to the tables and views, and PostgreSQL to have all of them as
// comments.
func TestEveryColumnIsDescribed(t *testing.T) {
	t.Parallel()
	const sqliteColumns = `SELECT m.name || '.' || c.name AS name
		FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type IN ('table', 'view')
		UNION ALL SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`
	const postgresColumns = `SELECT CONCAT_WS('.', c.relname, a.attname) AS name,
			CASE WHEN a.attnum IS NULL THEN obj_description(c.oid) ELSE col_description(c.oid, a.attnum) END AS about
		FROM pg_class AS c LEFT JOIN LATERAL (
			SELECT attnum, attname FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
			UNION ALL SELECT NULL, NULL) AS a ON TRUE
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'v')`
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn, columns := newDSN(), sqliteColumns
		isPostgres := strings.HasPrefix(dsn, "postgres")
		if isPostgres {
			columns = postgresColumns
		}
		db := openMirror(t, dsn, mirror.Config{}).DB()
		want := mirror.Descriptions()
		var got []string
		for _, row := range query(t, db, columns) {
			name := row["name"].(string)
			got = append(got, name)
			if isPostgres && (row["about"] == nil || row["about"] != want[name]) {
				t.Errorf("%s has the comment %v, want %q", name, row["about"], want[name])
			}
		}
		var described []string
		for name, text := range want {
			described = append(described, name)
			if text == "" {
				t.Errorf("%s has an empty description", name)
			}
		}
		slices.Sort(got)
		slices.Sort(described)
		if diff := cmp.Diff(got, described); diff != "" {
			t.Errorf("(-tables and columns +descriptions):\n%s", diff)
		}
	})
}
