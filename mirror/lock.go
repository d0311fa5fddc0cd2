// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
)

// locked runs f on a connection that holds the lock of its organization.
func (m *Mirror) locked(ctx context.Context, f func(c *conn) error) error {
	c, err := m.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	release, err := m.dialect.lock(ctx, c)
	if err != nil {
		return err
	}
	defer release()
	if err := c.takeOver(ctx); err != nil {
		return err
	}
	return f(c)
}

// takeOver stores a new token for the holder of the lock. A lock can be lost without an error: the file of an SQLite
// lock was removed, or a pooler has ended the session of PostgreSQL. A Sync that held the lock before still has the
// old token, so that checkHolder fails in each of its transactions.
func (c *conn) takeOver(ctx context.Context) error {
	token := json.RawMessage(`"` + rand.Text() + `"`)
	err := c.direct(ctx, func(ctx context.Context, t tx) error {
		return untilFree(ctx, func() error { return t.put(ctx, stateHolder, token) })
	})
	c.token = string(token)
	return err
}

// checkHolder fails with ErrRunning if another Sync or Forget has stored its token. It locks the row of the token, so
// that no other token can be stored before the transaction ends.
func (t tx) checkHolder(ctx context.Context) error {
	held, err := t.exec(ctx, "UPDATE mirror_state SET value = value WHERE organization = ? AND name = ? AND value = ?",
		t.conn.organization, stateHolder, t.conn.token)
	if err == nil && held == 0 {
		err = fmt.Errorf("%w, and has taken over, because the lock was lost", ErrRunning)
	}
	return err
}
