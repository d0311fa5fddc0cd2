// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

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
