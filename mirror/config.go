// SPDX-License-Identifier: MIT

package mirror

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// Config says what is copied and how. The zero value copies everything that the service lists, without secrets and
// without fields that the SDK does not know.
type Config struct {
	// Organization is the organization whose reservations are copied. 0 means the default organization of the client,
	// which has to be the same at each Sync. A database with organization 0 can hold no other organization.
	Organization int64

	// From and To are the window of the reservations, the dateFrom and dateTo of the list of summaries. The service
	// does not document which date of a reservation has to lie between them. Zero means 2000-01-01 and 2099-12-31, for
	// every reservation. When the window grows, the next Sync reads all of it; when it shrinks, what was copied stays
	// until a Sync with [Full].
	From, To types.Date

	// Overlap is subtracted from the time at which the last complete walk began: the next walk asks for changes since
	// then. 0 means 15 minutes. It has to be longer than a transaction of the service takes, and than its clocks differ.
	Overlap time.Duration

	// RegisterFrom is the first night of the register that is copied. Zero means 365 days before the first Sync that reads it.
	RegisterFrom types.Date
	// RereadNights is how many stored nights each Sync reads again, because check-ins are registered late. 0 means 35.
	RereadNights int
	// SkipRegister leaves out the night register.
	SkipRegister bool

	// Redact keeps personal data and free text out of the database, such as names, birth dates, notes and descriptions,
	// and values that cannot be read. Ids, dates, amounts, counts, states, numbers of reservations, age groups,
	// accommodations and the countries of guests are stored, but no text with an @ or more than 100 characters, and no
	// enumeration or tax rate with a space. Redact cannot be combined with StoreSecrets or StoreExtra.
	Redact bool
	// StoreSecrets stores the tokens of reservations and groups, with which anybody can act on behalf of a guest.
	StoreSecrets bool
	// StoreExtra stores the fields that the SDK does not know, as JSON in the column extra. Such a field can be a
	// secret or personal data.
	StoreExtra bool

	// DatabaseTimeout is how long a call waits for the database: for a connection, for each transaction with up to 200
	// reservations, 2,000 that are removed or one night, and while another program writes to an SQLite file. If the
	// database does not answer within this time, the call fails. 0 means 2 minutes.
	DatabaseTimeout time.Duration

	// OnChange, if not nil, is called for each [Change] of the copy, in the transaction that stores it. What it writes
	// with tx is stored if and only if the change is: rows of your own tables, or jobs of a queue, as by InsertTx of River.
	// It must neither commit tx nor roll it back, use no other connection, and return soon: while it runs, nothing else is
	// written to an SQLite file, and PostgreSQL ends a transaction that sends nothing for 30 seconds. If it returns an
	// error, the transaction is rolled back, and the Sync or Forget fails with it.
	OnChange func(ctx context.Context, tx *sql.Tx, change Change) error

	// Progress, if not nil, is called after every transaction with what was done until then, on the goroutine that
	// called Sync.
	Progress func(SyncResult)
}

func (c Config) withDefaults() (Config, error) {
	c.From = cmp.Or(c.From, types.NewDate(2000, 1, 1))
	c.To = cmp.Or(c.To, types.NewDate(2099, 12, 31))
	c.Overlap = cmp.Or(c.Overlap, 15*time.Minute)
	c.RereadNights = cmp.Or(c.RereadNights, 35)
	c.DatabaseTimeout = cmp.Or(c.DatabaseTimeout, 2*time.Minute)
	switch {
	case c.To.Compare(c.From) < 0:
		return c, errors.New("mirror: To is before From")
	case c.Overlap < 0 || c.RereadNights < 0 || c.DatabaseTimeout < 0:
		return c, errors.New("mirror: Overlap, RereadNights and DatabaseTimeout must not be negative")
	case c.Redact && (c.StoreSecrets || c.StoreExtra):
		return c, errors.New("mirror: Redact cannot be combined with StoreSecrets or StoreExtra")
	}
	return c, nil
}

func (c Config) settings() settings { return settings{c.Redact, c.StoreSecrets, c.StoreExtra} }
