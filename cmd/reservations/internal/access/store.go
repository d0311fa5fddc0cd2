// SPDX-License-Identifier: MIT

package access

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/sqlitefile"
)

// store is the file that keeps the stays of the last read and the events that have not been
// delivered. Both are written in one transaction: a read counts with all its events or not at
// all, and an event is kept until it has been delivered.
type store struct {
	db *sql.DB
}

// openStore opens the file of an owner, and makes one when there is none. It is locked until the
// store is closed or the program ends in any way, so that two runs never read the same difference.
func openStore(ctx context.Context, name, owner string) (*store, error) {
	db, err := sqlitefile.Open(name, "_txlock=exclusive&_pragma=locking_mode(EXCLUSIVE)")
	if err != nil {
		return nil, err
	}
	if err := sqlitefile.CheckTables(ctx, db, "owners", "reads", "stays", "events"); err != nil {
		return nil, errors.Join(openError(name, err), db.Close())
	}
	s := &store{db}
	err = s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
			CREATE TABLE IF NOT EXISTS owners (owner TEXT NOT NULL) STRICT;
			CREATE TABLE IF NOT EXISTS reads (number INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
			CREATE TABLE IF NOT EXISTS stays (reservation INTEGER PRIMARY KEY, stay TEXT NOT NULL) STRICT;
			CREATE TABLE IF NOT EXISTS events (number INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL) STRICT`)
		return err
	})
	if err != nil {
		return nil, errors.Join(openError(name, err), db.Close())
	}
	if err := s.checkOwner(ctx, name, owner); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

func openError(name string, err error) error {
	if sqlitefile.IsBusy(err) {
		return cli.TemporaryError{Text: fmt.Sprintf("another run is using %s", name)}
	}
	return fmt.Errorf("%s cannot be used: %w", name, err)
}

// checkOwner keeps the stays of one park apart from those of another, which would all look as if they
// were gone.
func (s *store) checkOwner(ctx context.Context, name, owner string) error {
	var kept string
	err := s.db.QueryRowContext(ctx, "SELECT owner FROM owners").Scan(&kept)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = s.db.ExecContext(ctx, "INSERT INTO owners (owner) VALUES (?)", owner)
		return err
	}
	if err == nil && kept != owner {
		return cli.UsageErrorf("%s keeps the stays of %s, and not of %s: take another file with --state", name, kept, owner)
	}
	return err
}

// peek returns the stays of the last read and the number of events to deliver. When there is no file, it makes none.
func peek(ctx context.Context, name, owner string) (stays map[int64]stay, waiting int, err error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return map[int64]stay{}, 0, nil
	}
	s, err := openStore(ctx, name, owner)
	if err != nil {
		return nil, 0, err
	}
	defer s.close()
	if stays, _, err = s.stays(ctx); err != nil {
		return nil, 0, err
	}
	waiting, err = s.waiting(ctx)
	return stays, waiting, err
}

func (s *store) close() error { return s.db.Close() }

// change makes all changes of a function, or none of them.
func (s *store) change(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// stays returns the stays of the last read. isFirst is true when there has been no read yet.
func (s *store) stays(ctx context.Context) (stays map[int64]stay, isFirst bool, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT stay FROM stays")
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	stays = map[int64]stay{}
	for rows.Next() {
		var text []byte
		var kept stay
		if err := rows.Scan(&text); err != nil {
			return nil, false, err
		}
		if err := json.Unmarshal(text, &kept); err != nil {
			return nil, false, err
		}
		stays[kept.Reservation] = kept
	}
	if err := rows.Err(); err != nil {
		return nil, false, err
	}
	err = s.db.QueryRowContext(ctx, "SELECT NOT EXISTS (SELECT * FROM reads)").Scan(&isFirst)
	return stays, isFirst, err
}

// keep replaces the stays by those of a new read, and adds its events to those that are to be
// delivered.
func (s *store) keep(ctx context.Context, stays map[int64]stay, events []event) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO reads DEFAULT VALUES; DELETE FROM stays"); err != nil {
			return err
		}
		for id, kept := range stays {
			if err := insert(ctx, tx, kept, "INSERT INTO stays (stay, reservation) VALUES (?, ?)", id); err != nil {
				return err
			}
		}
		for _, e := range events {
			if err := insert(ctx, tx, e, "INSERT INTO events (event) VALUES (?)"); err != nil {
				return err
			}
		}
		return nil
	})
}

func insert(ctx context.Context, tx *sql.Tx, record any, statement string, more ...any) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, statement, append([]any{string(text)}, more...)...)
	return err
}

// next returns the first event that has not been delivered, as JSON, and its number.
func (s *store) next(ctx context.Context) (number int64, event []byte, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT number, event FROM events ORDER BY number LIMIT 1").Scan(&number, &event)
	return number, event, err
}

// waiting returns how many events have not been delivered.
func (s *store) waiting(ctx context.Context) (events int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM events").Scan(&events)
	return events, err
}

// delivered forgets an event.
func (s *store) delivered(ctx context.Context, number int64) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM events WHERE number = ?", number)
	return err
}
