// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgres is a PostgreSQL database.
type postgres struct{ config *pgx.ConnConfig }

func (p postgres) open() (*sql.DB, error) {
	return sql.OpenDB(connector{stdlib.GetConnector(*p.config)}), nil
}

// pgCopy is the lock of an organization for one schema, because each schema of a database can hold another copy.
const pgCopy = "(hashtextextended('reservations mirror ' || current_schema() || ' ' || $1, 0))"

// The lock is tried for some seconds, because the server notices only after a moment that a program was killed.
const (
	pgLockWait  = 5 * time.Second
	pgLockPause = 200 * time.Millisecond
)

func (p postgres) lock(ctx context.Context, c *conn) (release func(), err error) {
	organization := strconv.FormatInt(c.organization, 10)
	for began := time.Now(); ; {
		isLocked := false
		err := c.direct(ctx, func(t *tx) {
			query(t, func(is, _ bool) { isLocked = is }, "SELECT pg_try_advisory_lock"+pgCopy+", TRUE", organization)
		})
		if err != nil {
			return nil, fmt.Errorf("mirror: the copy cannot be locked: %w", err)
		}
		if isLocked {
			return func() { c.unlock(ctx, organization) }, nil
		}
		if time.Since(began) > pgLockWait {
			return nil, ErrRunning
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pgLockPause):
		}
	}
}

// unlock releases the lock. If that fails it closes the connection, because the lock ends with it.
func (c *conn) unlock(ctx context.Context, organization string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if _, err := c.ExecContext(ctx, "SELECT pg_advisory_unlock"+pgCopy, organization); err != nil {
		_ = c.Raw(func(connection any) error {
			_ = connection.(*stdlib.Conn).Conn().Close(ctx)
			return driver.ErrBadConn
		})
	}
}

func (p postgres) lockSchema() string {
	return "SELECT pg_advisory_xact_lock(hashtext('reservations mirror schema'), hashtext(current_schema()))"
}

// insert copies the rows with COPY.
func (p postgres) insert(t *tx, table string, columns []string, rows [][]any) error {
	return t.conn.Raw(func(c any) error { // the connection on which the transaction is
		_, err := c.(*stdlib.Conn).Conn().CopyFrom(t.ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
		return err
	})
}

// erase has nothing to do: VACUUM removes old rows, and the server runs it.
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

func (postgres) schemaNames() map[string]any {
	return map[string]any{
		"id": "BIGINT", "int": "BIGINT", "text": "TEXT", "day": "DATE", "instant": "TIMESTAMPTZ", "bool": "BOOLEAN", "json": "JSON", "strict": "",
		"yes":        "TRUE",
		"decimal":    func(column string) string { return column + " NUMERIC" },
		"comparable": func(column string) string { return column },
		"month":      func(day string) string { return "TO_CHAR(" + day + ", 'YYYY-MM')" },
		"total":      func(column string) string { return "SUM(" + column + ")" },
		"sum":        func(column string) string { return "SUM(" + column + ")" },
	}
}

// connector connects to PostgreSQL. Its errors say what failed, and contain no text of the address or
// of the server, because a typing error can make a part of the password the name of a host or of a user.
type connector struct{ driver.Connector }

// Connect returns a connection.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	connection, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, connectError(ctx, err)
	}
	return connection, nil
}

func connectError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return &pgconn.PgError{Severity: refused.Severity, Code: refused.Code, Message: "the server refuses the connection"}
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return errors.New("the host of the server is not known")
	}
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return fmt.Errorf("the server cannot be reached: %w", number)
	}
	return errors.New("the server does not answer as PostgreSQL does with the settings of the address")
}
