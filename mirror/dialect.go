// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
)

// dialect is what the two databases do differently.
type dialect interface {
	open() (*sql.DB, error)
	// exists fails with ErrNoCopy where there is certainly no database.
	exists() error
	// countStateTables is a query for the number of tables with the name of that of the state.
	countStateTables() string
	// lock takes the lock of the organization of c, for as long as the connection lives and at the longest until
	// release is called. It fails with ErrRunning.
	lock(ctx context.Context, c *conn) (release func(), err error)
	// forUpdate follows on a SELECT that locks its rows until the transaction ends.
	forUpdate() string
	// lockMigrations makes others wait until the transaction ends.
	lockMigrations(ctx context.Context, t tx) error
	// insert adds many rows, with the fastest means there is.
	insert(ctx context.Context, t tx, table string, columns []string, rows [][]any) error
	// erase removes what deleted and changed rows have left in the files, where that is possible.
	erase(ctx context.Context, c *conn) error
	// describe stores what the tables and columns are, where the database can.
	describe(ctx context.Context, t tx) error
	// bind replaces each ? of a query.
	bind(query string) string
	// values makes arguments of the values of rows.
	values(row []any) []any
	// ids is a query for the ids in a parameter that is a JSON list.
	ids() string
	// migrations returns the migrations in the language of the database.
	migrations() ([]string, error)
}
