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

// Outcome says how a sync ended.
type Outcome string

// The outcome of a sync decides when the next sync is. The Window and the Interval of the park can make it later.
const (
	// Done is a sync that ended without an error.
	Done Outcome = "done"
	// Unavailable means that the service or the database was not reached or asked to wait, as with a 429, or that
	// another program syncs the park. It is not one of [ParkStatus].Failures. The next sync is after 1 minute, and
	// after twice as long each further time, up to 15 minutes; later if the service asks for a longer wait.
	Unavailable Outcome = "unavailable"
	// Failed is any other failure, such as a response that cannot be read. The next sync is after 5 minutes,
	// and after twice as long each further time, up to 6 hours.
	Failed Outcome = "failed"
	// Refused means that the service has refused the API key with status 401 or 403. There is no
	// further sync until the entry of the park is changed, the park is resumed, or [RunFiles] starts again.
	Refused Outcome = "refused"
	// Interrupted means that the sync was stopped, mostly because its process ends. Another process may begin the
	// next sync at once. With [RunFiles] it begins after the next start.
	Interrupted Outcome = "interrupted"
)

// errNoKey marks an error of Config.Keys.
var errNoKey = errors.New("fleet: the API key was not found")

// outcomeOf returns the outcome of a sync that ended with err. ctx is the context of the sync.
func outcomeOf(ctx context.Context, err error) Outcome {
	var refused *reservations.APIError
	switch {
	case err == nil:
		return Done
	case ctx.Err() != nil:
		return Interrupted
	case errors.Is(err, errNoKey):
		return Failed
	case errors.Is(err, reservations.ErrUnauthorized) && errors.As(err, &refused) && refused.NotRetried != "":
		return Failed // the source failed when it was asked for another key
	case errors.Is(err, reservations.ErrUnauthorized), errors.Is(err, reservations.ErrForbidden):
		return Refused
	case reservations.IsTemporary(err), errors.Is(err, mirror.ErrRunning), isDatabaseOutage(err):
		return Unavailable
	}
	return Failed
}

// isDatabaseOutage reports whether err says that the database was not reached, or that it cannot work at
// the moment.
func isDatabaseOutage(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && len(refused.Code) == 5 {
		switch refused.Code[:2] {
		case "08", "40", "53", "57", "58": // classes: connection, rollback, resources, intervention, system
			return true
		}
		return false
	}
	return errors.Is(err, mirror.ErrUnreachable) || errors.As(err, new(*pgconn.ConnectError)) ||
		pgconn.SafeToRetry(err) || errors.As(err, new(net.Error)) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone)
}
