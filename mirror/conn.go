// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// conn is one connection to the database. A Sync does all its work on one, which on PostgreSQL also holds its lock:
// when the connection and the lock are lost, nothing more can be written.
type conn struct {
	*sql.Conn
	dialect      dialect
	organization int64         // the organization whose rows are read and written
	timeout      time.Duration // of each transaction, as Config.DatabaseTimeout
	token        string        // of the holder of the lock, "" without the lock
}

func (m *Mirror) connect(ctx context.Context) (*conn, error) {
	c := &conn{dialect: m.dialect, organization: m.config.Organization, timeout: m.config.DatabaseTimeout}
	err := bounded(ctx, c.timeout, func(ctx context.Context) (err error) {
		return untilFree(ctx, func() (err error) {
			c.Conn, err = m.db.Conn(ctx)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("mirror: the database cannot be opened: %w", err)
	}
	return c, nil
}

// close gives the connection back to the pool. What was stored is committed by then, so its error does not matter.
func (c *conn) close() { _ = c.Close() }

// bounded calls f with a context that ends after timeout at the latest. When f fails after that end, bounded adds the
// error of the context, because some of the drivers only say that a connection was closed.
func bounded(ctx context.Context, timeout time.Duration, f func(context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := f(limited)
	if err == nil || limited.Err() == nil {
		return err
	}
	if !errors.Is(err, limited.Err()) {
		err = fmt.Errorf("%w: %w", limited.Err(), err)
	}
	if ctx.Err() == nil {
		err = fmt.Errorf("mirror: the database has not answered within %v: %w", timeout, err)
	}
	return err
}

// inTx runs f in a transaction, which is committed if there is no error. The context of f and the transaction end
// after c.timeout. It fails with ErrRunning if c has lost its lock to another Sync or Forget.
func (c *conn) inTx(ctx context.Context, f func(t *tx)) error {
	return bounded(ctx, c.timeout, func(ctx context.Context) error {
		var begun *sql.Tx
		err := untilFree(ctx, func() (err error) {
			begun, err = c.BeginTx(ctx, nil)
			return err
		})
		if err != nil {
			return fmt.Errorf("mirror: no transaction: %w", err)
		}
		t := &tx{statements: begun, conn: c, ctx: ctx}
		if c.token != "" {
			t.checkHolder()
		}
		if t.err == nil {
			f(t)
		}
		if t.err != nil {
			_ = begun.Rollback() // if it fails, the end of the connection rolls back
			return t.err
		}
		t.fail("mirror: the transaction was not committed: %w", begun.Commit())
		return t.err
	})
}

// direct runs f without a transaction: for one statement, or for reads that need not be of one moment.
func (c *conn) direct(ctx context.Context, f func(t *tx)) error {
	return bounded(ctx, c.timeout, func(ctx context.Context) error {
		t := &tx{statements: c.Conn, conn: c, ctx: ctx}
		f(t)
		return t.err
	})
}

// statements has the methods that a transaction and a connection have in common.
type statements interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// tx is a transaction, or a connection without one in direct. Its queries have a ? for each argument. After an error its
// methods do nothing, so that callers need not look at err after each of them.
type tx struct {
	statements
	conn *conn
	ctx  context.Context // of the transaction
	err  error           // the first one
}

// fail notes an error, unless it is nil.
func (t *tx) fail(format string, err error) {
	if err != nil && t.err == nil {
		t.err = fmt.Errorf(format, err)
	}
}

// exec runs a statement whose first argument is the organization.
func (t *tx) exec(query string, args ...any) (affected int64) {
	return t.run(query, append([]any{t.conn.organization}, args...)...)
}

func (t *tx) run(query string, args ...any) (affected int64) {
	if t.err != nil {
		return 0
	}
	result, err := t.ExecContext(t.ctx, t.conn.dialect.bind(query), t.conn.dialect.values(args)...)
	if err == nil {
		affected, err = result.RowsAffected()
	}
	t.fail("mirror: %w", err)
	return affected
}

// query calls f with each row of a query for two columns.
func query[K, V any](t *tx, f func(K, V), query string, args ...any) {
	if t.err != nil {
		return
	}
	rows, err := t.QueryContext(t.ctx, t.conn.dialect.bind(query), args...)
	if err != nil {
		t.fail("mirror: %w", err)
		return
	}
	defer rows.Close()
	for rows.Next() {
		var key K
		var value V
		if err := rows.Scan(&key, &value); err != nil {
			t.fail("mirror: %w", err)
			return
		}
		f(key, value)
	}
	t.fail("mirror: %w", rows.Err())
}

// insert adds rows of the organization, if there are any.
func (t *tx) insert(table string, columns []string, rows [][]any) {
	if len(rows) == 0 || t.err != nil {
		return
	}
	columns = append([]string{"organization"}, columns...)
	for i, row := range rows {
		rows[i] = append([]any{t.conn.organization}, row...)
	}
	t.fail("mirror: rows of "+table+" were not stored: %w", t.conn.dialect.insert(t, table, columns, rows))
}

// in returns the condition that a column has one of the ids of an argument, which is that of jsonIDs.
func (t *tx) in() string { return " IN (" + t.conn.dialect.ids() + ")" }

// jsonIDs returns ids as the argument of [dialect.ids].
func jsonIDs(ids []int64) string {
	data, _ := json.Marshal(append([]int64{}, ids...)) // cannot fail
	return string(data)
}

// dialect has what SQLite and PostgreSQL do differently.
type dialect interface {
	open() (*sql.DB, error)
	// schemaNames returns what the names in schemaText stand for.
	schemaNames() map[string]any
	// lockSchema is a statement that makes other programs that make tables wait until the transaction ends.
	lockSchema() string
	// lock takes the lock of the organization of c until release is called or the process ends, on PostgreSQL at the
	// longest until the connection ends. It fails with ErrRunning while another Sync or Forget holds the lock.
	lock(ctx context.Context, c *conn) (release func(), err error)
	// insert adds many rows in the fastest way that the database has.
	insert(t *tx, table string, columns []string, rows [][]any) error
	// erase removes what deleted and changed rows have left in the files, where that is possible.
	erase(ctx context.Context, c *conn) error
	// bind replaces each ? of a query by the placeholder of the database.
	bind(query string) string
	// values turns the values of a row into arguments of a statement.
	values(row []any) []any
	// ids is a query that returns the ids in one parameter, a JSON list.
	ids() string
}

// locked runs f on a connection that holds the lock of its organization.
func (m *Mirror) locked(ctx context.Context, f func(c *conn) error) error {
	c, err := m.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	release, err := m.dialect.lock(ctx, c)
	if err != nil {
		return err
	}
	defer release()
	if err := c.takeOver(ctx); err != nil {
		return err
	}
	return f(c)
}

// takeOver stores a new token for the holder of the lock. A lock can be lost without an error: the file of an SQLite
// lock was removed, or a pooler has ended the session of PostgreSQL. A Sync that held the lock before still has the
// old token, so that checkHolder fails in each of its transactions.
func (c *conn) takeOver(ctx context.Context) error {
	token := json.RawMessage(`"` + rand.Text() + `"`)
	err := c.direct(ctx, func(t *tx) {
		t.err = untilFree(t.ctx, func() error {
			t.err = nil
			t.put(stateHolder, token)
			return t.err
		})
	})
	c.token = string(token)
	return err
}

// checkHolder fails with ErrRunning if another Sync or Forget has stored its token. It locks the row of the token, so
// that no other token can be stored before the transaction ends.
func (t *tx) checkHolder() {
	held := t.exec("UPDATE mirror_state SET value = value WHERE organization = ? AND name = ? AND value = ?", stateHolder, t.conn.token)
	if held == 0 {
		t.fail("%w, and has taken over, because the lock was lost", ErrRunning)
	}
}
