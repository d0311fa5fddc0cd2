// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
)

// dialect has what SQLite and PostgreSQL do differently.
type dialect interface {
	open() (*sql.DB, error)
	// schemaNames returns what the names in schemaText stand for.
	schemaNames() map[string]any
	// lockSchema makes other programs that make tables wait until the transaction ends.
	lockSchema(ctx context.Context, t tx) error
	// lock takes the lock of the organization of c until release is called or the process ends, on PostgreSQL at the
	// longest until the connection ends. It fails with ErrRunning while another Sync or Forget holds the lock.
	lock(ctx context.Context, c *conn) (release func(), err error)
	// forUpdate is what a SELECT ends with that locks its rows until the transaction ends.
	forUpdate() string
	// insert adds many rows in the fastest way that the database has.
	insert(ctx context.Context, t tx, table string, columns []string, rows [][]any) error
	// erase removes what deleted and changed rows have left in the files, where that is possible.
	erase(ctx context.Context, c *conn) error
	// bind replaces each ? of a query by the placeholder of the database.
	bind(query string) string
	// values turns the values of a row into arguments of a statement.
	values(row []any) []any
	// ids is a query that returns the ids in one parameter, a JSON list.
	ids() string
}
