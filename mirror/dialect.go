// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
)

// dialect has what SQLite and PostgreSQL do differently.
type dialect interface {
	open() (*sql.DB, error)
	// exists fails with ErrNoCopy if there is certainly no database, which it checks without a connection.
	exists() error
	// countStateTables is a query for the number of tables with the name mirror_state: 0 or 1.
	countStateTables() string
	// lock takes the lock of the organization of c until release is called or the process ends, on PostgreSQL at the
	// longest until the connection ends. It fails with ErrRunning while another Sync or Forget holds the lock.
	lock(ctx context.Context, c *conn) (release func(), err error)
	// forUpdate is what a SELECT ends with that locks its rows until the transaction ends.
	forUpdate() string
	// lockMigrations makes other migrations wait until the transaction ends.
	lockMigrations(ctx context.Context, t tx) error
	// insert adds many rows in the fastest way that the database has.
	insert(ctx context.Context, t tx, table string, columns []string, rows [][]any) error
	// erase removes what deleted and changed rows have left in the files, where that is possible.
	erase(ctx context.Context, c *conn) error
	// describe stores the descriptions of tables and columns, if the database has comments.
	describe(ctx context.Context, t tx) error
	// bind replaces each ? of a query by the placeholder of the database.
	bind(query string) string
	// values turns the values of a row into arguments of a statement.
	values(row []any) []any
	// ids is a query that returns the ids in one parameter, a JSON list.
	ids() string
	// migrations returns the migrations in the language of the database.
	migrations() ([]string, error)
}
