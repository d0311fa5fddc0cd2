// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

const (
	lockPause = 100 * time.Millisecond // between two tries to take a lock
	beatEvery = 5 * time.Second        // how often the holder of a lock shows that it lives
	// hungAfter is how long the holder of a lock may show no life. Another process then takes the lock from it.
	hungAfter = 30 * time.Second
)

// schemaLock is the name of the lock for making the tables and beginning copies.
const schemaLock = "schema"

// held is a lock that this process holds.
type held struct {
	release func()
	beat    func() // shows that this process lives
}

// lock takes a lock. While another process holds it, and lives, lock waits as long as ctx allows.
func (c *conn) lock(ctx context.Context, name string) (*held, error) {
	for isTaken := false; ; isTaken = true {
		lock, err := c.dialect.tryLock(ctx, c, name)
		switch {
		case isTaken && ctx.Err() != nil:
			return nil, fmt.Errorf("%w: %w", ErrRunning, ctx.Err())
		case err != nil:
			return nil, fmt.Errorf("mirror: the copy cannot be locked: %w", err)
		case lock != nil:
			return lock, nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(lockPause):
		}
	}
}

// locked runs f on a connection that holds the lock of its organization.
func (m *Mirror) locked(ctx context.Context, f func(c *conn) error) error {
	c, err := m.connect(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	lock, err := c.lock(ctx, strconv.FormatInt(c.organization, 10))
	if err != nil {
		return err
	}
	defer lock.release()
	living, stop := context.WithCancel(ctx)
	defer stop()
	go lock.beats(living)
	if err := c.takeOver(ctx); err != nil {
		return err
	}
	return f(c)
}

// beats shows that this process lives, until ctx ends.
func (h *held) beats(ctx context.Context) {
	next := time.Tick(beatEvery)
	for {
		select {
		case <-next:
			h.beat()
		case <-ctx.Done():
			return
		}
	}
}

// takeOver stores a new token for the holder of the lock. A lock can be lost without an error: it was taken from a
// process that hung, or a pooler has ended the session of PostgreSQL. A Sync that held the lock before still has the
// old token, so that checkHolder fails in each of its transactions.
func (c *conn) takeOver(ctx context.Context) error {
	token := json.RawMessage(`"` + rand.Text() + `"`)
	err := c.inTx(ctx, func(t *tx) { t.put(stateHolder, token) })
	c.token = string(token)
	return err
}

// checkHolder fails with ErrRunning if another Sync or Forget has stored its token. It locks the row of the token, so
// that no other token can be stored before the transaction ends.
func (t *tx) checkHolder() {
	held := t.exec("UPDATE mirror_state SET value = value WHERE organization = ? AND name = ? AND value = ?", stateHolder, t.conn.token)
	if held == 0 {
		t.fail("%w, and has taken over, because the lock was lost", ErrRunning)
	}
}
