// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// conn is one connection to the database. A Sync does all its work on one, which on PostgreSQL also holds its lock:
// when the connection and the lock are lost, nothing more can be written.
type conn struct {
	*sql.Conn
	mu           sync.Mutex // held while a statement or a transaction uses the connection
	dialect      dialect
	organization int64         // the organization whose rows are read and written
	timeout      time.Duration // of each transaction, as Config.DatabaseTimeout
	token        string        // of the holder of the lock, "" without the lock
	onChange     func(ctx context.Context, tx *sql.Tx, change Change) error
	isFirst      bool // the part of the copy that is being read was never complete
}

func (m *Mirror) connect(ctx context.Context) (*conn, error) {
	c := &conn{dialect: m.dialect, organization: m.config.Organization, timeout: m.config.DatabaseTimeout, onChange: m.config.OnChange}
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

// inTx runs f in a transaction. It fails with ErrRunning if c has lost its lock to another Sync or Forget.
func (c *conn) inTx(ctx context.Context, f func(t *tx)) error {
	return c.transact(ctx, nil, func(t *tx) {
		if c.token != "" {
			t.checkHolder()
		}
		f(t)
	})
}

// read runs f in a transaction that only reads. On SQLite it does not wait for programs that write.
func (c *conn) read(ctx context.Context, f func(t *tx)) error {
	return c.transact(ctx, &sql.TxOptions{ReadOnly: true}, f)
}

// transact commits the transaction if there is no error. The context of f and the transaction end after c.timeout.
func (c *conn) transact(ctx context.Context, options *sql.TxOptions, f func(t *tx)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bounded(ctx, c.timeout, func(ctx context.Context) error {
		var begun *sql.Tx
		err := untilFree(ctx, func() (err error) {
			begun, err = c.BeginTx(ctx, options)
			return err
		})
		if err != nil {
			return fmt.Errorf("mirror: no transaction: %w", err)
		}
		t := &tx{Tx: begun, conn: c, ctx: ctx}
		if f(t); t.err != nil {
			_ = begun.Rollback() // if it fails, the end of the connection rolls back
			return t.err
		}
		t.fail("mirror: the transaction was not committed: %w", begun.Commit())
		return t.err
	})
}

// tx is a transaction. Its queries are in the SQL of PostgreSQL, with a ? for each argument. After an error its methods do
// nothing, so that callers need not look at err after each of them.
type tx struct {
	*sql.Tx
	conn *conn
	ctx  context.Context // of the transaction
	err  error           // the first one
}

// fail notes an error, unless it is nil.
func (t *tx) fail(format string, err error) {
	if column := unheldColumn(err); column != "" {
		err = fmt.Errorf("the encoding of the database has not all letters of a text for the column %s; use one with the encoding UTF8: %w", column, err)
	}
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
	t.rows(func(rows *sql.Rows) error {
		var key K
		var value V
		err := rows.Scan(&key, &value)
		if err == nil {
			f(key, value)
		}
		return err
	}, query, args...)
}

// rows calls scan for each row of a query.
func (t *tx) rows(scan func(*sql.Rows) error, query string, args ...any) {
	if t.err != nil {
		return
	}
	rows, err := t.QueryContext(t.ctx, t.conn.dialect.bind(query), t.conn.dialect.values(args)...)
	if err != nil {
		t.fail("mirror: %w", err)
		return
	}
	defer rows.Close()
	for err == nil && rows.Next() {
		err = scan(rows)
	}
	t.fail("mirror: %w", errors.Join(err, rows.Err()))
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

// dialect has what SQLite and PostgreSQL do differently.
type dialect interface {
	open() (*sql.DB, error)
	// schemaNames returns what the names in schemaText stand for, with x in place of a column.
	schemaNames() map[string]string
	// tryLock takes the lock with a name until it is released or the process ends, on PostgreSQL at the longest until
	// the connection ends. It returns nil if another process holds the lock. If that hangs, the next call finds it free.
	tryLock(ctx context.Context, c *conn, name string) (*held, error)
	// insert adds many rows in the fastest way that the database has.
	insert(t *tx, table string, columns []string, rows [][]any) error
	// analyze tells the planner of queries what is in the tables, where it has to be told.
	analyze(t *tx)
	// erase removes what deleted and changed rows have left in the files, where that is possible.
	erase(ctx context.Context, c *conn) error
	// bind returns a query of a tx in the SQL of the database.
	bind(query string) string
	// values turns the values of a row into arguments of a statement.
	values(row []any) []any
}
