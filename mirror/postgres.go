// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgres is a PostgreSQL database.
type postgres struct{ config *pgx.ConnConfig }

func (p postgres) open() (*sql.DB, error) {
	return sql.OpenDB(connector{stdlib.GetConnector(*p.config, stdlib.OptionResetSession(func(ctx context.Context, c *pgx.Conn) error {
		if prepare(ctx, c.PgConn()) != nil {
			return driver.ErrBadConn // the next one is tried
		}
		return nil
	}))}), nil
}

// pgKey is the key of a lock for one schema, because each schema of a database can hold another copy.
const pgKey = "hashtextextended('reservations mirror ' || COALESCE(current_schema(), '') || ' ' || $1, 0)"

// pgEndHung ends the session that holds a lock if the server has waited for its process for too long. The process is
// suspended, or cannot be reached. A session of another role is only ended if the server allows it.
const pgEndHung = `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
	WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = ` + pgKey + `
	AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
	AND wait_event_type = 'Client' AND state_change < clock_timestamp() - $2 * INTERVAL '1 second' AND pg_has_role(usesysid, 'USAGE')`

func (p postgres) tryLock(ctx context.Context, c *conn, name string) (*held, error) {
	isLocked := false
	err := bounded(ctx, c.timeout, func(ctx context.Context) error {
		err := c.QueryRowContext(ctx, "SELECT pg_try_advisory_lock("+pgKey+")", name).Scan(&isLocked)
		if err == nil && !isLocked {
			_, err = c.ExecContext(ctx, pgEndHung, name, hungAfter.Seconds())
		}
		return err
	})
	if err != nil || !isLocked {
		return nil, err
	}
	beat := func() { // a connection that is in use shows by itself that its process lives
		c.mu.Lock()
		defer c.mu.Unlock()
		_ = bounded(ctx, c.timeout, c.PingContext)
	}
	return &held{release: func() { c.unlock(ctx, name) }, beat: beat}, nil
}

// unlock releases the lock. If that fails it closes the connection, because the lock ends with it.
func (c *conn) unlock(ctx context.Context, name string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if _, err := c.ExecContext(ctx, "SELECT pg_advisory_unlock("+pgKey+")", name); err != nil {
		_ = c.Raw(func(connection any) error {
			_ = connection.(*stdlib.Conn).Conn().Close(ctx)
			return driver.ErrBadConn
		})
	}
}

// insert copies the rows with COPY.
func (p postgres) insert(t *tx, table string, columns []string, rows [][]any) error {
	return t.conn.Raw(func(c any) error { // the connection on which the transaction is
		_, err := c.(*stdlib.Conn).Conn().CopyFrom(t.ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
		return err
	})
}

var aColumn = regexp.MustCompile(`column (\w+)|parameter \$(\d+)`)

// unheldColumn returns the column for a text that the encoding of the database cannot hold, or "" for any other error.
func unheldColumn(err error) string {
	failed, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || failed.Code != "22P05" {
		return ""
	}
	found := append(aColumn.FindStringSubmatch(failed.Where), "", "", "")
	if number, err := strconv.Atoi(found[2]); err == nil { // of upsertReservation, whose first argument is the organization
		return reservationColumns[number-2]
	}
	return found[1]
}

// analyze keeps the plans of a first load, which are made when the tables are empty, from reading all rows of an
// organization to find one by its id: any index that begins with the organization looks equally good for that.
func (p postgres) analyze(t *tx) {
	t.run("ANALYZE (SKIP_LOCKED) reservations, " + strings.Join(lineNames, ", "))
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

func (postgres) schemaNames() map[string]string {
	return map[string]string{
		"id": "x BIGINT", "int": "x BIGINT", "text": "x TEXT", "word": "x TEXT", "secret": "x TEXT", "decimal": "x NUMERIC", "bool": "x BOOLEAN",
		"day": "x DATE", "instant": "x TIMESTAMPTZ", "datetime": "x DATE, x_at TIMESTAMPTZ", "json": "x JSON", "strict": "", "yes": "TRUE",
		"comparable": "x", "month": "TO_CHAR(x, 'YYYY-MM')", "total": "SUM(x)", "sum": "SUM(x)",
	}
}
