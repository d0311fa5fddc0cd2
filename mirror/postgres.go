// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgres is a PostgreSQL database, which an address names or a pool is connected to.
type postgres struct {
	config *pgx.ConnConfig
	pool   *pgxpool.Pool
}

func (p postgres) open() (*sql.DB, error) {
	if p.pool == nil {
		return sql.OpenDB(connector{stdlib.GetConnector(*p.config)}), nil
	}
	db := sql.OpenDB(connector{stdlib.GetPoolConnector(p.pool)})
	db.SetMaxIdleConns(0) // all connections go back to the pool
	return db, nil
}

func (p postgres) exists() error { return nil } // which only its server knows

func (p postgres) countStateTables() string { return "SELECT COUNT(to_regclass('mirror_state'))" }

// The locks are those of one schema, because each schema can hold a copy of its own.
const (
	pgLockCopy       = "SELECT pg_advisory_lock(hashtext('reservations mirror'), hashtext(current_schema()))"
	pgUnlockCopy     = "SELECT pg_advisory_unlock(hashtext('reservations mirror'), hashtext(current_schema()))"
	pgLockMigrations = "SELECT pg_advisory_xact_lock(hashtext('reservations mirror schema'), hashtext(current_schema()))"
	// The server notices only after a moment that a program was killed.
	pgLockTimeout    = "SET LOCAL lock_timeout = '5s'"
	pgLockNotGranted = "55P03"
)

func (p postgres) lock(ctx context.Context, c *conn) (release func(), err error) {
	err = c.inTx(ctx, func(ctx context.Context, t tx) error { // whose end leaves the lock in place
		if _, err := t.exec(ctx, pgLockTimeout); err != nil {
			return err
		}
		_, err := t.exec(ctx, pgLockCopy)
		return err
	})
	var refused *pgconn.PgError
	switch {
	case errors.As(err, &refused) && refused.Code == pgLockNotGranted:
		return nil, ErrRunning
	case err != nil:
		return nil, err
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if _, err := c.ExecContext(ctx, pgUnlockCopy); err != nil {
			_ = c.Raw(func(connection any) error { // is closed, also where it is that of a pool: the lock ends with it
				_ = connection.(*stdlib.Conn).Conn().Close(ctx)
				return driver.ErrBadConn
			})
		}
	}, nil
}

func (p postgres) lockMigrations(ctx context.Context, t tx) error {
	_, err := t.exec(ctx, pgLockMigrations)
	return err
}

// insert copies the rows with COPY.
func (p postgres) insert(ctx context.Context, t tx, table string, columns []string, rows [][]any) error {
	err := t.conn.Raw(func(c any) error { // the connection on which the transaction is
		_, err := c.(*stdlib.Conn).Conn().CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
		return err
	})
	if err != nil {
		return fmt.Errorf("mirror: rows of %s were not stored: %w", table, err)
	}
	return nil
}

// erase has nothing to do: VACUUM, which is the server's own task, removes old rows.
func (p postgres) erase(context.Context, *conn) error { return nil }

func (p postgres) bind(query string) string {
	var b strings.Builder
	for i, part := range strings.Split(query, "?") {
		if i > 0 {
			b.WriteString("$" + strconv.Itoa(i))
		}
		b.WriteString(part)
	}
	return b.String()
}

func (p postgres) values(row []any) []any { return row }

func (p postgres) ids() string {
	return "SELECT value::bigint FROM json_array_elements_text(?::json) AS listed (value)"
}

func (p postgres) migrations() ([]string, error) {
	return renderMigrations("postgres", map[string]any{
		"id": "BIGINT", "int": "BIGINT", "text": "TEXT", "day": "DATE", "instant": "TIMESTAMPTZ", "bool": "BOOLEAN", "json": "JSON", "strict": "",
		"yes": "TRUE", "create_view": "CREATE OR REPLACE VIEW",
		"decimal":    func(column string) string { return column + " NUMERIC" },
		"comparable": func(column string) string { return column },
		"month":      func(day string) string { return "TO_CHAR(" + day + ", 'YYYY-MM')" },
		"total":      func(column string) string { return "SUM(" + column + ")" },
		"sum":        func(column string) string { return "SUM(" + column + ")" },
	})
}
