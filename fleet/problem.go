// SPDX-License-Identifier: MIT

package fleet

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
)

// problem says why a sync failed, for a table that more people read than the log. It has no text of the
// service, of the database or of a source of keys, because such a text can hold personal data or a key.
func problem(err error) string {
	var (
		status     *reservations.APIError
		notReached *reservations.TransportError
		unreadable *reservations.DecodeError
		incomplete *reservations.IncompleteError
		wrong      *reservations.ParamError
		refused    *pgconn.PgError
	)
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errNoKey):
		return "the API key was not found"
	case errors.As(err, &status):
		return fmt.Sprintf("%s: status %d", status.Name, status.StatusCode)
	case errors.As(err, &notReached):
		return notReached.Name + ": no whole response"
	case errors.As(err, &unreadable):
		return unreadable.Name + ": a response that cannot be read"
	case errors.As(err, &incomplete):
		return incomplete.Name + ": pages that are not complete"
	case errors.As(err, &wrong):
		return wrong.Name + ": " + wrong.Param + " cannot be used"
	case errors.As(err, &refused):
		return "the database refused a statement: SQLSTATE " + refused.Code
	case errors.Is(err, mirror.ErrRunning):
		return "another program syncs the park"
	case errors.Is(err, mirror.ErrSettings):
		return "the copy was made with other settings"
	case isDatabaseOutage(err):
		return "the database was not reached"
	}
	return "see the report of the sync"
}

// warnings returns the number of records that a sync has set aside, plus the number of values and lists that
// it could not read.
func warnings(r mirror.SyncResult) int {
	n := r.SetAside
	for _, fields := range []map[string]int{r.Unread, r.Kept} {
		for _, count := range fields {
			n += count
		}
	}
	return n
}
