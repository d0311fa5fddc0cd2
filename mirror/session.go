// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// pgSession sets what a session of PostgreSQL needs, whatever the role, the database or an earlier user of the
// connection has set. Only the search path of the address, or else of the role or the database, stays. A setting
// that the version of the server does not know is left out.
const pgSession = `RESET ALL;
SELECT set_config(name, value, FALSE)
FROM (VALUES
	('client_encoding', 'UTF8'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
	('standard_conforming_strings', 'on'), ('default_transaction_isolation', 'read committed'),
	('default_transaction_read_only', 'off'), ('default_transaction_deferrable', 'off'),
	('lock_timeout', '0'), ('statement_timeout', '0'), ('transaction_timeout', '0'), ('idle_session_timeout', '0'),
	('idle_in_transaction_session_timeout', '%d')) AS wanted (name, value)
WHERE CURRENT_SETTING(name, TRUE) IS NOT NULL`

// prepare makes a new connection, or one that was used before, ready for use.
func prepare(ctx context.Context, c *pgconn.PgConn) error {
	_, err := c.Exec(ctx, fmt.Sprintf(pgSession, hungAfter.Milliseconds())).ReadAll()
	return err
}

// connector connects to PostgreSQL. Its errors say what failed, and contain no text of the address or of the server,
// because a typing error can make a part of the password the name of a host or of a user.
type connector struct{ driver.Connector }

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
	_, isUnknown := errors.AsType[x509.UnknownAuthorityError](err)
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok || isUnknown {
		return errors.New("the certificate of the server cannot be verified with the sslmode and sslrootcert of the address")
	}
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return fmt.Errorf("the server cannot be reached: %w", number)
	}
	return errors.New("the server does not answer as PostgreSQL does with the settings of the address")
}
