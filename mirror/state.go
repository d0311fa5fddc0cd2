// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// The names of the values in mirror_state, which are JSON.
const (
	stateSettings   = "settings"
	stateCheckpoint = "checkpoint" // the last complete walk
	stateWalk       = "walk"       // the one that was interrupted, or the zero value
	stateHolder     = "holder"     // the token of the last Sync or Forget that took the lock
)

// settings say which values of a record are stored. They cannot change after the copy has begun, because a Sync reads
// only changes: older rows would keep what the earlier settings have stored.
type settings struct {
	Redact  bool // no personal data, and no value that cannot be read
	Secrets bool
	Extra   bool
}

// get reads the state with a name into value, and leaves value as it is if there is no such state.
func (t tx) get(ctx context.Context, name string, value any) (found bool, err error) {
	var text string
	query := "SELECT value FROM mirror_state WHERE organization = ? AND name = ?"
	err = t.QueryRowContext(ctx, t.conn.dialect.bind(query), t.conn.organization, name).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), value)
	}
	if err != nil {
		return false, fmt.Errorf("mirror: the state %q cannot be read: %w", name, err)
	}
	return true, nil
}

func (t tx) put(ctx context.Context, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "INSERT INTO mirror_state (organization, name, value) VALUES (?, ?, ?)"+
		" ON CONFLICT (organization, name) DO UPDATE SET value = excluded.value", t.conn.organization, name, string(text))
	return err
}

// holdSettings begins the copy of an organization with the settings. If there is a copy, it fails with ErrSettings
// when its settings are different.
func (t tx) holdSettings(ctx context.Context, want settings) error {
	var stored settings
	found, err := t.get(ctx, stateSettings, &stored)
	switch {
	case err != nil:
		return err
	case !found:
		return t.begin(ctx, want)
	case stored != want:
		return fmt.Errorf("%w: that of organization %d has %+v, and %+v was asked for; use those, or begin a new database",
			ErrSettings, t.conn.organization, stored, want)
	}
	return nil
}

// begin begins the copy of an organization. Organization 0 can be the same as any other one, so begin fails with
// ErrSettings if the database would hold 0 and another one.
func (t tx) begin(ctx context.Context, want settings) error {
	var others int
	query := "SELECT COUNT(*) FROM organizations WHERE id = 0 OR CAST(? AS BIGINT) = 0"
	if err := t.QueryRowContext(ctx, t.conn.dialect.bind(query), t.conn.organization).Scan(&others); err != nil {
		return fmt.Errorf("mirror: %w", err)
	}
	if others > 0 {
		return fmt.Errorf("%w: organization 0 can be any other one, so that it has to be alone in a database; give each its id", ErrSettings)
	}
	if _, err := t.exec(ctx, "INSERT INTO organizations (id) VALUES (?)", t.conn.organization); err != nil {
		return err
	}
	return t.put(ctx, stateSettings, want)
}
