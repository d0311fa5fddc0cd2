// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// The names of the values in mirror_state, which are JSON.
const (
	stateSettings   = "settings"
	stateCheckpoint = "checkpoint"
	stateWalk       = "walk"
	stateHolder     = "holder" // the token of the last Sync or Forget that took the lock
)

// settings cannot change after the copy has begun, because a Sync reads only changes: older rows would keep what the
// earlier settings have stored.
type settings struct {
	Redact  bool
	Secrets bool
	Extra   bool
}

// checkpoint says which changes and which window the last complete walk has read.
type checkpoint struct {
	Began    time.Time // the Began of the walk: by the clock of the service or ours, whichever is earlier
	From, To types.Date
}

// states has the values of an organization in mirror_state, as JSON by name.
type states map[string]string

func (t tx) states(ctx context.Context) (states, error) {
	all := states{}
	err := t.query(ctx, func(scan func(...any) error) error {
		var name, text string
		err := scan(&name, &text)
		all[name] = text
		return err
	}, "SELECT name, value FROM mirror_state WHERE organization = ?", t.conn.organization)
	return all, err
}

// get reads the state with a name into value, and leaves value as it is if there is no such state.
func (s states) get(name string, value any) (found bool, err error) {
	text, found := s[name]
	if found {
		err = json.Unmarshal([]byte(text), value)
	}
	if err != nil {
		return false, fmt.Errorf("mirror: the state %q cannot be read: %w", name, err)
	}
	return found, nil
}

// get reads one state from the database, see states.get.
func (t tx) get(ctx context.Context, name string, value any) (found bool, err error) {
	all, err := t.states(ctx)
	if err != nil {
		return false, err
	}
	return all.get(name, value)
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

func (t tx) drop(ctx context.Context, name string) error {
	_, err := t.exec(ctx, "DELETE FROM mirror_state WHERE organization = ? AND name = ?", t.conn.organization, name)
	return err
}

// isReady reports with one statement whether the tables are those of this version and hold a copy of the organization
// with the settings, so that Open need not migrate or lock. It returns false on any error: Open then does both.
func (c *conn) isReady(ctx context.Context, want settings) bool {
	var version int
	var text string
	err := c.direct(ctx, func(ctx context.Context, t tx) error {
		query := "SELECT (SELECT MAX(version) FROM mirror_schema), value FROM mirror_state WHERE organization = ? AND name = ?"
		return t.QueryRowContext(ctx, t.conn.dialect.bind(query), c.organization, stateSettings).Scan(&version, &text)
	})
	var stored settings
	return err == nil && version == newestSchema() && json.Unmarshal([]byte(text), &stored) == nil && stored == want
}

// holdSettings begins the copy of an organization with the settings. If there is a copy, it fails with ErrSettings
// when its settings are different.
func (c *conn) holdSettings(ctx context.Context, want settings) error {
	return c.inTx(ctx, func(ctx context.Context, t tx) error {
		if err := c.dialect.lockMigrations(ctx, t); err != nil {
			return err
		}
		var stored settings
		found, err := t.get(ctx, stateSettings, &stored)
		switch {
		case err != nil:
			return err
		case !found:
			return t.begin(ctx, want)
		case stored != want:
			return fmt.Errorf("%w: that of organization %d has %+v, and %+v was asked for; use those, or begin a new database",
				ErrSettings, c.organization, stored, want)
		}
		return nil
	})
}

// begin begins the copy of an organization. Organization 0 can be the same as any other one, so begin fails with
// ErrSettings if the database would hold 0 and another one.
func (t tx) begin(ctx context.Context, want settings) error {
	others, err := t.organizations(ctx)
	if err != nil {
		return err
	}
	if len(others) > 0 && (t.conn.organization == 0 || others[0] == 0) {
		return fmt.Errorf("%w: it has the organizations %d, and %d was asked for; 0 can be any of them, so give it its id,"+
			" or begin a new database", ErrSettings, others, t.conn.organization)
	}
	if _, err := t.exec(ctx, "INSERT INTO organizations (id) VALUES (?)", t.conn.organization); err != nil {
		return err
	}
	return t.put(ctx, stateSettings, want)
}

// organizations returns the organizations that have a copy, in ascending order.
func (t tx) organizations(ctx context.Context) (ids []int64, err error) {
	err = t.query(ctx, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	}, "SELECT id FROM organizations ORDER BY id")
	return ids, err
}
