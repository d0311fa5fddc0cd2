// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
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

// takeOver stores a new token of the holder of the lock. A lock can be lost without a sign: the file of an SQLite
// lock was removed, or a pooler has ended the session of PostgreSQL. Who held it before stores nothing any more.
func (c *conn) takeOver(ctx context.Context) error {
	token := json.RawMessage(`"` + rand.Text() + `"`)
	err := c.direct(ctx, func(ctx context.Context, t tx) error {
		return untilFree(ctx, func() error { return t.put(ctx, stateHolder, token) })
	})
	c.token = string(token)
	return err
}

// checkHolder fails where another one has taken over the lock. Nobody can take it over before the transaction ends.
func (t tx) checkHolder(ctx context.Context) error {
	query := "SELECT 1 FROM mirror_state WHERE organization = ? AND name = ? AND value = ?" + t.conn.dialect.forUpdate()
	var one int
	err := t.QueryRowContext(ctx, t.conn.dialect.bind(query), t.conn.organization, stateHolder, t.conn.token).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w, and has taken over, because the lock was lost", ErrRunning)
	}
	if err != nil {
		return fmt.Errorf("mirror: %w", err)
	}
	return nil
}
