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

// connector connects to PostgreSQL. Its errors say what failed, and contain no text of the address or
// of the server: after a typing error a part of the password can be the name of a host or of a user.
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
		return errors.New("the host is not known")
	case errors.As(err, &certificate):
		return errors.New("the certificate of the server is not valid for the host")
	case errors.As(err, &number):
		return fmt.Errorf("the server cannot be reached: %w", number)
	case errors.As(err, &network) && network.Timeout():
		return errors.New("the server does not answer")
	}
	return errors.New("the server cannot be reached, or does not speak as the address says")
}

// refusal is what a code of PostgreSQL means when a connection is refused.
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
