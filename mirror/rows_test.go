// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// aReader is the SQL in the README that lets a user of PostgreSQL read one organization.
var aReader = regexp.MustCompile("(?s)```sql\n(CREATE ROLE.*?)```")

// TestReadersOfOneOrganization follows the README: a user reads the rows of one organization in tables and views, and
// writes nothing, while the copy goes on.
func TestReadersOfOneOrganization(t *testing.T) {
	t.Parallel()
	dsn := newSchema(t)
	_, schema, _ := strings.Cut(dsn, "search_path=")
	night := types.DateOf(time.Now().UTC()).AddDays(-2)
	srv := source(t, 4)
	srv.SetBookings(reservationstest.Park(1, 20, night, 2)...)
	srv.Put(full(5, 2, longAgo))
	for organization := range int64(3) {
		m := openMirror(t, dsn, mirror.Config{Organization: organization + 1, RegisterFrom: night})
		sync(t, m, clientOf(t, srv))
	}
	db := open(t, "pgx", dsn)
	readme := must(os.ReadFile("README.md"))
	found := aReader.FindSubmatch(readme)
	if found == nil {
		t.Fatal("the README has no such SQL")
	}
	name := strings.Replace(schema, "mirror", "reader", 1)
	text := strings.NewReplacer("reader_12", name+"_2", "reader", name, "public", schema).Replace(string(found[1]))
	for statement := range strings.SplitSeq(text, ";\n\n") {
		query(t, db, statement)
	}
	t.Cleanup(func() {
		for _, statement := range []string{"DROP OWNED BY %s_2", "DROP OWNED BY %s", "DROP ROLE %s_2", "DROP ROLE %s"} {
			if _, err := db.Exec(fmt.Sprintf(statement, name)); err != nil {
				t.Error(err)
			}
		}
	})
	reader := open(t, "pgx", dsn)
	reader.SetMaxOpenConns(1)
	query(t, reader, "SET ROLE "+name+"_2")
	for _, table := range append([]string{"turnover_per_month", "tourist_tax_nights"}, tables...) {
		of := query(t, reader, "SELECT DISTINCT organization FROM "+table)
		want := query(t, db, "SELECT DISTINCT organization FROM "+table+" WHERE organization = 2")
		if diff := cmp.Diff(want, of); diff != "" || len(of) != 1 {
			t.Errorf("the organizations that it reads in %s (-want +got):\n%s", table, diff)
		}
	}
	if got := query(t, reader, "SELECT reservations FROM turnover_per_month_all")[0]["reservations"]; got != int64(5) {
		t.Errorf("a view over all shows %v reservations, want 5", got)
	}
	for _, refused := range []string{
		"DELETE FROM reservations", "SELECT * FROM mirror_state", "UPDATE organizations SET id = 9", "SELECT * FROM forgotten",
	} {
		if _, err := reader.ExecContext(t.Context(), refused); err == nil || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("%s: got %v, want that it is refused", refused, err)
		}
	}
	srv.Put(full(6, 1, time.Now()))
	m := openMirror(t, dsn, mirror.Config{Organization: 2, SkipRegister: true})
	if got := sync(t, m, clientOf(t, srv)); got.New != 1 {
		t.Errorf("the next Sync: %+v, want one new reservation", got)
	}
}
