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
	// ErrRunning means that another Sync or Forget was at work on the copy of the same organization until the context
	// ended, and nothing was changed. It also means that this one lost its lock while it ran and another one has begun:
	// what was stored before stays, and nothing is stored after.
	ErrRunning = errors.New("mirror: another mirror is at work on this copy")
	// ErrNewerSchema means that a newer version of this package has made the tables. Nothing was changed.
	ErrNewerSchema = errors.New("mirror: the database was made by a newer version")
	// ErrSettings means that the copy of the organization was made with another Redact, StoreSecrets or StoreExtra, or
	// that the database would hold organization 0 and another one. Nothing was changed.
	ErrSettings = errors.New("mirror: the copy was made with other settings")
)

// Mirror is a copy of reservations and of the night register in a database. It is safe for concurrent use.
type Mirror struct {
	db      *sql.DB
	dialect dialect
	config  Config
	now     func() time.Time // the clock of this computer
}

// Open opens the copy that dsn names, and makes the tables when needed. A dsn postgres://… or postgresql://… is a
// PostgreSQL database; the tables are in the first schema of its search path. A path that ends in .db, .db3, .sqlite or
// .sqlite3, or any path after "sqlite:", is an SQLite file. A path can have letters, digits, spaces and
// _ . , ~ % & + ( ) [ ] ' / \ -, after a drive such as C:\ or C:/. Open gives the file the mode 0600, whoever has made it.
//
// Open fails with ErrAddress if dsn is anything else, with ErrNewerSchema if a newer version has made the tables, and
// with ErrSettings if config does not fit the copy. No error of a Mirror or of its DB contains the password of dsn, even
// if a typing error makes it a part of the host.
func Open(ctx context.Context, dsn string, config Config) (*Mirror, error) {
	d, err := dialectOf(dsn)
	if err != nil {
		return nil, err
	}
	if config, err = config.withDefaults(); err != nil {
		return nil, err
	}
	m := &Mirror{dialect: d, config: config, now: time.Now}
	if m.db, err = d.open(); err != nil {
		return nil, err
	}
	if err := m.begin(ctx); err != nil {
		return nil, errors.Join(err, m.db.Close())
	}
	return m, nil
}

// begin makes the tables and begins the copy of the organization, unless that was done before. It looks first, so that
// it waits for no other program when there is nothing to do.
func (m *Mirror) begin(ctx context.Context) error {
	c, err := m.connect(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	isDone, settings := false, m.config.settings()
	if err := c.read(ctx, func(t *tx) { isDone = t.hasCopy(settings) }); err != nil || isDone {
		return err
	}
	lock, err := c.lock(ctx, schemaLock)
	if err != nil {
		return err
	}
	defer lock.release()
	return c.inTx(ctx, func(t *tx) {
		if t.hasCopy(settings) { // another program has done it meanwhile
			return
		}
		if !t.hasTables() {
			t.makeTables()
		}
		t.beginCopy(settings)
	})
}

// DB returns the database, for queries, which can also read the other organizations in it. "Schema" in the
// documentation of the package describes its tables and views. Close closes it. You may have tables, indexes, views and
// triggers of your own in it, but must not write to the tables of the copy, nor set pragmas; a SET is undone, and PostgreSQL
// ends a transaction that sends nothing for 30 seconds.
func (m *Mirror) DB() *sql.DB { return m.db }

// Close closes the database.
func (m *Mirror) Close() error { return m.db.Close() }
