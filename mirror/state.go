// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// The names of what mirror_state holds, each as JSON.
const (
	stateSettings   = "settings"
	stateCheckpoint = "checkpoint"
	stateWalk       = "walk"
)

// settings cannot change once there are rows, because changes alone would not reach all of them.
type settings struct {
	Organization int64
	Redact       bool
	Secrets      bool
	Extra        bool
}

// checkpoint is what the last complete walk has covered.
type checkpoint struct {
	Began    time.Time // by the clock of the service, see walk.Began
	From, To types.Date
}

// get reads a state into value, which stays as it is when there is none.
func (t tx) get(ctx context.Context, name string, value any) (found bool, err error) {
	var text string
	err = t.QueryRowContext(ctx, t.conn.dialect.bind("SELECT value FROM mirror_state WHERE name = ?"), name).Scan(&text)
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
	_, err = t.exec(ctx, "INSERT INTO mirror_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, string(text))
	return err
}

func (t tx) drop(ctx context.Context, name string) error {
	_, err := t.exec(ctx, "DELETE FROM mirror_state WHERE name = ?", name)
	return err
}

// holdSettings stores the settings in a new database and compares them in an old one.
func (c *conn) holdSettings(ctx context.Context, want settings) error {
	return c.inTx(ctx, func(t tx) error {
		if err := c.dialect.lockMigrations(ctx, t); err != nil {
			return err
		}
		var stored settings
		found, err := t.get(ctx, stateSettings, &stored)
		switch {
		case err != nil:
			return err
		case !found:
			return t.put(ctx, stateSettings, want)
		case stored != want:
			return fmt.Errorf("%w: it has %+v, and %+v was asked for; use those, or begin a new database", ErrSettings, stored, want)
		}
		return nil
	})
}
