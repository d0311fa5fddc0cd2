// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestEncoding: a database that is not in UTF-8 holds the letters that it has, as every other program reads them. Any
// other letter is an error with the name of the column, in a new row and in a changed one.
func TestEncoding(t *testing.T) {
	t.Parallel()
	newSchema(t) // skips the test without PostgreSQL
	db, name := open(t, "pgx", os.Getenv(postgresVariable)), fmt.Sprintf("mirror_latin_%d", os.Getpid())
	must(db.Exec("CREATE DATABASE " + name + " TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"))
	t.Cleanup(func() { must(db.Exec("DROP DATABASE " + name + " WITH (FORCE)")) })
	address := must(url.Parse(os.Getenv(postgresVariable)))
	address.Path = name
	m := openMirror(t, address.String(), mirror.Config{SkipRegister: true})
	syncOf(t, m, `[{"id":1,"name":"Ren\u00e9e"}]`)
	if got := texts(t, m, "SELECT name || LENGTH(name) FROM reservations"); got != "Renée5" {
		t.Errorf("Renée is stored as %s", got)
	}
	srv := source(t, 0)
	for _, id := range []int64{1, 2} {
		r := full(id, 1, longAgo)
		r.Name = "Łukasz"
		srv.Put(r)
		if _, err := m.Sync(t.Context(), clientOf(srv), mirror.Full()); err == nil || !strings.Contains(err.Error(), "for the column name;") {
			t.Errorf("a letter that the database does not have, in reservation %d: %v", id, err)
		}
	}
}
