// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Errors that callers tell apart with errors.Is.
var (
	// ErrRunning means that another Sync or Forget is at work on the copy of the same organization, and
	// nothing was changed; or that it has taken over in the middle of this one, because the lock was lost:
	// nothing is changed any more. On PostgreSQL it comes after 5 seconds, because the server needs a
	// moment to notice that a program was killed.
	ErrRunning = errors.New("mirror: another mirror is at work on this copy")
	// ErrNewerSchema means that a newer version of this package has changed the tables.
	// Nothing was changed.
	ErrNewerSchema = errors.New("mirror: the database was made by a newer version")
	// ErrSettings means that the copy of the organization was made with another Redact, StoreSecrets
	// or StoreExtra, or that organization 0 was asked for beside others. Nothing was changed.
	ErrSettings = errors.New("mirror: the copy was made with other settings")
)

// Mirror is a copy of reservations and of the night register in a database. It is safe for
// concurrent use; of several Syncs of one organization at a time one runs, and the others fail with
// ErrRunning.
type Mirror struct {
	db      *sql.DB
	dialect dialect
	config  Config
	now     func() time.Time // the clock; nil for that of this computer
}

// Open opens or creates the copy that dsn names: postgres://… or postgresql://… is a
// PostgreSQL database, in whose first schema of the search path the tables are made. A path that
// ends in .db, .db3, .sqlite or .sqlite3, or any path after "sqlite:", is an SQLite file; it
// consists of letters, digits, blanks and common punctuation without : ? @ = and quotation marks.
// A new file can be read by its owner alone. Tables are made and migrated when needed, also when
// several programs open one database at the same time.
//
// It fails with ErrAddress where dsn is anything else, and with ErrNewerSchema or ErrSettings where
// the database is not for this program. No error of a Mirror or of its DB contains the password of
// dsn, also where a typing error makes the password a part of something else.
func Open(ctx context.Context, dsn string, config Config) (*Mirror, error) {
	d, err := dialectOf(dsn)
	if err != nil {
		return nil, err
	}
	return openWith(ctx, d, config)
}

func openWith(ctx context.Context, d dialect, config Config) (*Mirror, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	m := &Mirror{dialect: d, config: config}
	want := settings{config.Redact, config.StoreSecrets, config.StoreExtra}
	return m.open(ctx, func(ctx context.Context, c *conn) error {
		if c.isReady(ctx, want) {
			return nil
		}
		if err := m.migrate(ctx, c); err != nil {
			return err
		}
		return c.holdSettings(ctx, want)
	})
}

// open opens the database and calls prepare with a connection to it.
func (m *Mirror) open(ctx context.Context, prepare func(context.Context, *conn) error) (_ *Mirror, err error) {
	if m.db, err = m.dialect.open(); err != nil {
		return nil, err
	}
	c, err := m.connect(ctx)
	if err == nil {
		err = prepare(ctx, c)
		c.close()
	}
	if err != nil {
		return nil, errors.Join(err, m.db.Close())
	}
	return m, nil
}

// migrate brings the tables to the newest version.
func (m *Mirror) migrate(ctx context.Context, c *conn) error {
	migrations, err := m.dialect.migrations()
	if err != nil {
		return err
	}
	c.timeout *= migrationTimeouts // also of what waits for the migration of another program
	return c.migrate(ctx, migrations)
}

// Organization returns the organization whose copy this is, as in Config.
func (m *Mirror) Organization() int64 { return m.config.Organization }

// DB returns the database, for queries, also over the other organizations in it. Its tables and views are
// described under "Schema" in the documentation of the package. It is closed by Close.
func (m *Mirror) DB() *sql.DB { return m.db }

// Close closes the database, but not the pool of OpenPool.
func (m *Mirror) Close() error { return m.db.Close() }
