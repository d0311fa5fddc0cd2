// SPDX-License-Identifier: MIT

package mirror

import (
	"encoding/json"
	"fmt"
)

// The names of the values in mirror_state, which are JSON.
const (
	stateSettings     = "settings"
	stateCheckpoint   = "checkpoint"   // the last complete walk
	stateWalk         = "walk"         // the walk that was interrupted, or the zero value
	stateSeen         = "seen"         // and a number: ids on the pages of a full walk that was interrupted
	stateReservations = "reservations" // when the last complete walk over all of them began
	stateRegister     = "register"     // when the last Sync began that has read all nights
	stateHolder       = "holder"       // the token of the last Sync or Forget that took the lock
)

// settings say which values of a record are stored. They cannot change after the copy has begun, because a Sync reads
// only changes: older rows would keep what the earlier settings have stored.
type settings struct {
	Redact  bool // no personal data, and no value that cannot be read
	Secrets bool
	Extra   bool
}

// get reads the state with a name into value, and leaves value as it is if there is no such state.
func (t *tx) get(name string, value any) (found bool) {
	query(t, func(_, text string) {
		found = true
		t.fail("mirror: the state "+name+" cannot be read: %w", json.Unmarshal([]byte(text), value))
	}, "SELECT name, value FROM mirror_state WHERE organization = ? AND name = ?", t.conn.organization, name)
	return found
}

func (t *tx) put(name string, value any) {
	text, err := json.Marshal(value)
	t.fail("mirror: %w", err)
	t.exec("INSERT INTO mirror_state (organization, name, value) VALUES (?, ?, ?)"+
		" ON CONFLICT (organization, name) DO UPDATE SET value = excluded.value", name, string(text))
}

// hasCopy reports whether there is a copy of the organization. It fails with ErrSettings if that has other settings.
func (t *tx) hasCopy(want settings) bool {
	stored := want
	found := t.hasTables() && t.get(stateSettings, &stored)
	if stored != want {
		t.fail(fmt.Sprintf("%%w: the copy of organization %d has %+v, and %+v was asked for; use those, or begin a new database",
			t.conn.organization, stored, want), ErrSettings)
	}
	return found
}

// beginCopy begins the copy of an organization with its settings. It fails with ErrSettings if the database would hold
// organization 0, which can be the same as any other one, and another one.
func (t *tx) beginCopy(want settings) {
	query(t, func(_, _ int64) {
		t.fail("%w: organization 0 can be any other one, so that it has to be alone in a database; give each its id", ErrSettings)
	}, "SELECT id, id FROM organizations WHERE id = 0 OR CAST(? AS BIGINT) = 0", t.conn.organization)
	t.exec("INSERT INTO organizations (id) VALUES (?)")
	t.put(stateSettings, want)
}
