// SPDX-License-Identifier: MIT

// Package sqlitefile opens the SQLite files in which commands keep what must not be lost.
package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"modernc.org/sqlite" // also the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Open opens a file, and makes it when there is none. Only its owner can read it. Each change is on
// disk when it returns, also after a power failure. Settings are more parameters of the driver, such
// as "_txlock=immediate".
func Open(name, settings string) (*sql.DB, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(file.Chmod(0o600), file.Close()); err != nil {
		return nil, err
	}
	path := (&url.URL{Path: filepath.ToSlash(name)}).EscapedPath()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(EXTRA)&"+settings)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // SQLite has one writer at a time anyway, and a lock belongs to a connection
	return db, nil
}

// CheckTables refuses a database with tables that are not among own: it belongs to something else, and
// making tables in it would change it.
func CheckTables(ctx context.Context, db *sql.DB, own ...string) error {
	rows, err := db.QueryContext(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			return err
		}
		if !slices.Contains(own, table) {
			return fmt.Errorf("it is a database with the table %q", table)
		}
	}
	return rows.Err()
}

// IsBusy reports whether an error says that another connection holds the lock.
func IsBusy(err error) bool {
	var code *sqlite.Error
	return errors.As(err, &code) && code.Code()&0xff == sqlite3.SQLITE_BUSY
}
