// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
)

// Outcome is what came of a sync.
type Outcome string

// What comes of a sync decides when the next one is.
const (
	// Done is a sync that ended without an error.
	Done Outcome = "done"
	// Unavailable means that the service or the database was not reached or asked to wait, as with a 429. It does
	// not count against the park: the next sync is after 1 minute, and after an outage that lasts in
	// steps of up to 15 minutes, or after the time that the service asks for.
	Unavailable Outcome = "unavailable"
	// Failed is any other failure, such as a response that cannot be read. The next sync is after 5 minutes,
	// and after each further failure twice as late, up to 6 hours.
	Failed Outcome = "failed"
	// Refused means that the service has refused the API key with status 401 or 403. There is no
	// further sync until the entry of the park is changed, or until it is resumed.
	Refused Outcome = "refused"
	// Interrupted means that the worker was stopped. The next sync is at once, in another worker.
	Interrupted Outcome = "interrupted"
)

// errNoKey marks an error of Config.Keys.
var errNoKey = errors.New("fleet: the API key was not found")

// outcomeOf judges the error of a sync. ctx is what the sync was given.
func outcomeOf(ctx context.Context, err error) Outcome {
	switch {
	case err == nil:
		return Done
	case ctx.Err() != nil:
		return Interrupted
	case errors.Is(err, errNoKey):
		return Failed
	case errors.Is(err, reservations.ErrUnauthorized), errors.Is(err, reservations.ErrForbidden):
		return Refused
	case reservations.IsTemporary(err), errors.Is(err, mirror.ErrRunning), isDatabaseOutage(err):
		return Unavailable
	}
	return Failed
}

// isDatabaseOutage reports whether err says that the database was not reached, or that it is not able
// to work at the moment.
func isDatabaseOutage(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && len(refused.Code) == 5 {
		switch refused.Code[:2] {
		case "08", "40", "53", "57", "58": // connection, rollback, resources, intervention, system
			return true
		}
		return false
	}
	return errors.Is(err, mirror.ErrUnreachable) || errors.As(err, new(*pgconn.ConnectError)) ||
		pgconn.SafeToRetry(err) || errors.As(err, new(net.Error)) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone)
}
