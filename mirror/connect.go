// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"crypto/tls"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrUnreachable means that the server of a PostgreSQL database was not reached, or did not respond as PostgreSQL
// does. If the server refuses the connection, the error is a [pgconn.PgError] with the code of the server instead.
var ErrUnreachable = errors.New("the server cannot be reached")

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
	var refused *pgconn.PgError
	var lookup *net.DNSError
	var number syscall.Errno
	var certificate *tls.CertificateVerificationError
	var network net.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &refused):
		return &pgconn.PgError{Severity: refused.Severity, Code: refused.Code, Message: refusal(refused.Code)}
	case errors.As(err, &lookup):
		return fmt.Errorf("%w: its host is not known", ErrUnreachable)
	case errors.As(err, &certificate):
		return fmt.Errorf("%w: its certificate is not valid for the host", ErrUnreachable)
	case errors.As(err, &number):
		return fmt.Errorf("%w: %w", ErrUnreachable, number)
	case errors.As(err, &network) && network.Timeout():
		return fmt.Errorf("%w: it does not answer", ErrUnreachable)
	}
	return fmt.Errorf("%w, or does not speak as the address says", ErrUnreachable)
}

// refusal says what the code of PostgreSQL means with which the server refused a connection.
func refusal(code string) string {
	switch code {
	case "28000", "28P01":
		return "the user or the password is refused"
	case "3D000":
		return "there is no such database"
	case "53300":
		return "there are too many connections"
	case "57P03":
		return "the server is starting up or shutting down"
	}
	return "the connection is refused"
}
