// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// ErrNoCopy means that there is no copy in the database, or no such database. No database and no table was made.
var ErrNoCopy = errors.New("mirror: there is no copy")

// OpenExisting opens the copy of an organization with the settings that it was made with, for a program that
// reads it or forgets guests in it. The other fields of its Config have their defaults. It migrates older tables,
// as Open does, but makes no copy: it fails with ErrNoCopy if the database has no copy of the organization.
// [Organizations] lists the organizations that have one.
func OpenExisting(ctx context.Context, dsn string, organization int64) (*Mirror, error) {
	return openExisting(ctx, dsn, organization, func(ctx context.Context, m *Mirror, t tx) error {
		var stored settings
		found, err := t.get(ctx, stateSettings, &stored)
		if err == nil && !found {
			err = fmt.Errorf("%w of organization %d in the database", ErrNoCopy, organization)
		}
		m.config.Redact, m.config.StoreSecrets, m.config.StoreExtra = stored.Redact, stored.Secrets, stored.Extra
		return err
	})
}

// Organizations returns the organizations that have a copy in a database, in ascending order. It migrates older
// tables, as Open does, but makes no copy: it fails with ErrNoCopy if there is none.
func Organizations(ctx context.Context, dsn string) (ids []int64, err error) {
	m, err := openExisting(ctx, dsn, 0, func(ctx context.Context, _ *Mirror, t tx) error {
		ids, err = t.organizations(ctx)
		if err == nil && len(ids) == 0 {
			err = fmt.Errorf("%w in the database", ErrNoCopy)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return ids, m.Close()
}

// openExisting opens a database that has the tables of a copy, migrates them, and calls read in a transaction.
func openExisting(ctx context.Context, dsn string, organization int64, read func(context.Context, *Mirror, tx) error) (*Mirror, error) {
	config, err := Config{Organization: organization}.withDefaults()
	if err != nil {
		return nil, err
	}
	d, err := dialectOf(dsn)
	if err != nil {
		return nil, err
	}
	if err := d.exists(); err != nil {
		return nil, err
	}
	m := &Mirror{dialect: d, config: config}
	return m.open(ctx, func(ctx context.Context, c *conn) error {
		var tables int
		err := c.direct(ctx, func(ctx context.Context, t tx) error {
			return t.QueryRowContext(ctx, d.countStateTables()).Scan(&tables)
		})
		if err != nil {
			return fmt.Errorf("mirror: %w", err)
		}
		if tables == 0 {
			return fmt.Errorf("%w in the database", ErrNoCopy)
		}
		if err := m.migrate(ctx, c); err != nil {
			return err
		}
		return c.inTx(ctx, func(ctx context.Context, t tx) error { return read(ctx, m, t) })
	})
}

// Status says what a copy holds, and how far it is complete.
type Status struct {
	Organization int64 // as in Config
	Redact       bool  // as in Config

	// Reservations is the number of reservations in the copy.
	Reservations int
	// Unread is the number of reservations with values that could not be read. Kept is the number of those with a
	// list, or a guest who booked, that could not be read: the copy keeps its older rows. The columns unread and
	// kept name the fields.
	Unread, Kept int
	// CompleteAt is when the last complete walk over the reservations began: the copy has every change
	// before it. It is zero before the first walk is complete, and from when a clock has gone back until the walk
	// over the whole list that follows is complete.
	CompleteAt time.Time
	// Unfinished tells that a walk has stored reservations and is not complete: a Sync is at work, or was
	// interrupted, and the next Sync continues the walk or begins anew.
	Unfinished bool

	// Nights is the number of nights of the register in the copy.
	Nights int
	// FirstNight and LastNight are the first and the last of them; zero when there is none.
	FirstNight, LastNight types.Date

	// ForgottenGuests is the number of different ids with which ForgetGuests was called.
	ForgottenGuests int
}

// Status reads what the copy holds, also while a Sync is at work.
func (m *Mirror) Status(ctx context.Context) (Status, error) {
	s := Status{Organization: m.config.Organization, Redact: m.config.Redact}
	c, err := m.connect(ctx)
	if err != nil {
		return s, err
	}
	defer c.close()
	err = c.inTx(ctx, func(ctx context.Context, t tx) error {
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
		err = t.QueryRowContext(ctx, t.conn.dialect.bind(`SELECT
			(SELECT COUNT(*) FROM reservations WHERE organization = wanted.id),
			(SELECT COUNT(unread) FROM reservations WHERE organization = wanted.id),
			(SELECT COUNT(kept) FROM reservations WHERE organization = wanted.id),
			(SELECT COUNT(*) FROM register_days WHERE organization = wanted.id),
			(SELECT COALESCE(CAST(MIN(day) AS TEXT), '') FROM register_days WHERE organization = wanted.id),
			(SELECT COALESCE(CAST(MAX(day) AS TEXT), '') FROM register_days WHERE organization = wanted.id),
			(SELECT COUNT(*) FROM forgotten WHERE organization = wanted.id AND kind = 'guest')
			FROM organizations AS wanted WHERE wanted.id = ?`), t.conn.organization).
			Scan(&s.Reservations, &s.Unread, &s.Kept, &s.Nights, &first, &latest, &s.ForgottenGuests)
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
