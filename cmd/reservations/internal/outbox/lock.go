// SPDX-License-Identifier: MIT

package outbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/sqlitefile"
)

// lock makes this the only program that delivers from the outbox, until it calls unlock or
// ends in any way: the operating system holds the lock, on a separate file beside the outbox, so
// that other programs can still add messages.
func (b *Outbox) lock() (unlock func(), err error) {
	db, err := sqlitefile.Open(b.name+".lock", settings+"&_pragma=busy_timeout(0)")
	if err != nil {
		return nil, err
	}
	// The connection is held open, and so its lock, until db is closed.
	if _, err := db.ExecContext(context.Background(), "BEGIN EXCLUSIVE"); err != nil {
		if sqlitefile.IsBusy(err) {
			err = ErrBusy
		}
		return nil, errors.Join(fmt.Errorf("%s: %w", b.name, err), db.Close())
	}
	return func() { db.Close() }, nil
}
