// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// ErrNoCopy means that there is no copy in the database, or no such database. Nothing was made.
var ErrNoCopy = errors.New("mirror: there is no copy")

// OpenExisting opens a copy with the settings that it was made with, for a program that reads it or
// forgets guests in it. The other fields of its Config are zero. It makes no database: where
// there is no copy it fails with ErrNoCopy.
func OpenExisting(ctx context.Context, dsn string) (*Mirror, error) {
	d, err := dialectOf(dsn)
	if err != nil {
		return nil, err
	}
	if err := d.exists(); err != nil {
		return nil, err
	}
	config, err := Config{}.withDefaults()
	if err != nil {
		return nil, err
	}
	m := &Mirror{dialect: d, config: config}
	return m.open(ctx, m.adopt)
}

// adopt takes the settings of the copy, and migrates its tables.
func (m *Mirror) adopt(ctx context.Context, c *conn) error {
	var tables int
	if err := c.QueryRowContext(ctx, m.dialect.countStateTables()).Scan(&tables); err != nil {
		return fmt.Errorf("mirror: %w", err)
	}
	if tables == 0 {
		return fmt.Errorf("%w in the database", ErrNoCopy)
	}
	if err := m.migrate(ctx, c); err != nil {
		return err
	}
	return c.inTx(ctx, func(t tx) error {
		var stored settings
		found, err := t.get(ctx, stateSettings, &stored)
		if err == nil && !found {
			err = fmt.Errorf("%w in the database", ErrNoCopy)
		}
		m.config.Organization, m.config.Redact = stored.Organization, stored.Redact
		m.config.StoreSecrets, m.config.StoreExtra = stored.Secrets, stored.Extra
		return err
	})
}

// Status is how far a copy is.
type Status struct {
	Organization int64 // as in Config
	Redact       bool  // as in Config

	// Reservations is the number of reservations in the copy.
	Reservations int
	// CompleteAt is when the last complete walk over the reservations began: the copy has every change
	// before it. It is zero before the first walk is complete.
	CompleteAt time.Time
	// Unfinished tells that a walk was interrupted, from which the next Sync goes on or begins anew.
	Unfinished bool

	// Nights is the number of nights of the register in the copy.
	Nights int
	// FirstNight and LastNight are the first and the last of them; zero when there is none.
	FirstNight, LastNight types.Date

	// ForgottenGuests is the number of ids that ForgetGuests was given.
	ForgottenGuests int
}

// Status reads how far the copy is, also while a Sync is at work.
func (m *Mirror) Status(ctx context.Context) (Status, error) {
	s := Status{Organization: m.config.Organization, Redact: m.config.Redact}
	c, err := m.connect(ctx)
	if err != nil {
		return s, err
	}
	defer c.close()
	err = c.inTx(ctx, func(t tx) error {
		var last checkpoint
		if _, err := t.get(ctx, stateCheckpoint, &last); err != nil {
			return err
		}
		s.CompleteAt = last.Began
		var err error
		if s.Unfinished, err = t.get(ctx, stateWalk, &walk{}); err != nil {
			return err
		}
		var first, latest string
		err = t.QueryRowContext(ctx, `SELECT (SELECT COUNT(*) FROM reservations), (SELECT COUNT(*) FROM register_days),
			(SELECT COALESCE(CAST(MIN(day) AS TEXT), '') FROM register_days), (SELECT COALESCE(CAST(MAX(day) AS TEXT), '') FROM register_days),
			(SELECT COUNT(*) FROM forgotten WHERE kind = 'guest')`).
			Scan(&s.Reservations, &s.Nights, &first, &latest, &s.ForgottenGuests)
		if err != nil {
			return fmt.Errorf("mirror: %w", err)
		}
		if s.Nights == 0 {
			return nil
		}
		return errors.Join(s.FirstNight.UnmarshalText([]byte(first)), s.LastNight.UnmarshalText([]byte(latest)))
	})
	return s, err
}
