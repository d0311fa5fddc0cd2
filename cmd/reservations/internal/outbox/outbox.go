// SPDX-License-Identifier: MIT

// Package outbox keeps what is to be written to the service in a SQLite file until the service has
// it, so that a command can accept an event at once and send it later, and loses none when it is
// killed, the machine loses power or the service is away.
//
// A message is in one of four states:
//
//	waiting  it has been accepted and is to be sent
//	sending  it is being sent
//	held     it may have arrived, and somebody has to decide whether to send it again
//	refused  the service does not want it, or this program cannot read it
//
// A message that has arrived is deleted, because it can hold personal data.
//
// # The one message that can be sent twice
//
// A message is marked as sending before its request, and deleted after the response. When the
// program is killed in between, or the connection breaks there, it is not known whether the
// service has the message. At most one message at a time is in this state. It is held
// or sent again, as [Delivery].Hold says. The service acts at most once on every other message.
package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/sqlitefile"
)

// schema is carried out whenever a file is opened.
const schema = `CREATE TABLE IF NOT EXISTS messages (
	id      INTEGER PRIMARY KEY AUTOINCREMENT, -- also the order in which they are sent
	kind    TEXT NOT NULL,
	body    TEXT NOT NULL,
	state   TEXT NOT NULL DEFAULT 'waiting',
	tries   INTEGER NOT NULL DEFAULT 0,
	problem TEXT NOT NULL DEFAULT ''
) STRICT`

// settings make SQLite overwrite what is deleted.
const settings = "_txlock=immediate&_pragma=secure_delete(ON)"

// Outbox is an open file of messages. Its methods are safe for concurrent use, and several
// programs may add to one file while another delivers from it.
type Outbox struct {
	name string
	db   *sql.DB
}

// Kind says what a message is, and so how it is sent.
type Kind string

// The states of a message.
const (
	stateWaiting = "waiting"
	stateSending = "sending"
	stateHeld    = "held"
	stateRefused = "refused"
)

// The kinds of messages.
const (
	Phone Kind = "phone" // a types.VoIPEvent
	Meter Kind = "meter" // a types.UtilityMeterReportCreate
)

// Message is a message that has not arrived, or is not known to have.
type Message struct {
	ID      int64           `json:"number"` // in the order in which the messages were accepted, from 1
	Kind    Kind            `json:"kind"`
	Body    json.RawMessage `json:"-"`                 // it can hold personal data
	State   string          `json:"state"`             // waiting, sending, held or refused
	Tries   int             `json:"tries"`             // how often it was sent, or at least begun to be sent
	Problem string          `json:"problem,omitempty"` // of the last try
}

// Open opens an outbox, and makes the file when there is none. Its owner alone can read it.
func Open(ctx context.Context, name string) (*Outbox, error) {
	db, err := sqlitefile.Open(name, settings+"&_pragma=busy_timeout(10000)")
	if err != nil {
		return nil, err
	}
	err = checkPages(ctx, db)
	if err == nil {
		err = sqlitefile.CheckTables(ctx, db, "messages")
	}
	if err == nil {
		_, err = db.ExecContext(ctx, schema)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s cannot be used as an outbox: %w", name, err), db.Close())
	}
	return &Outbox{name, db}, nil
}

// checkPages refuses a damaged file. SQLite would add messages to it that nothing can read again.
func checkPages(ctx context.Context, db *sql.DB) error {
	var found string
	err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found)
	if err == nil && found != "ok" {
		return fmt.Errorf("it is damaged: %s", found)
	}
	return err
}

// Close closes the file.
func (b *Outbox) Close() error { return b.db.Close() }

// Add accepts messages of one kind, each written as JSON: all of them, or none when it fails. They
// are safe on disk when it returns.
func (b *Outbox) Add(ctx context.Context, kind Kind, messages ...any) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return b.failed(err)
	}
	defer tx.Rollback() // does nothing after a commit
	for _, message := range messages {
		body, err := json.Marshal(message)
		if err != nil {
			return b.failed(err)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO messages (kind, body) VALUES (?, ?)", kind, string(body)); err != nil {
			return b.failed(err)
		}
	}
	return b.failed(tx.Commit())
}

// List returns all messages in the order in which they were accepted.
func (b *Outbox) List(ctx context.Context) (messages []Message, err error) {
	rows, err := b.db.QueryContext(ctx, "SELECT id, kind, body, state, tries, problem FROM messages ORDER BY id")
	if err != nil {
		return nil, b.failed(err)
	}
	defer rows.Close()
	for rows.Next() {
		var m Message
		var body string
		if err := rows.Scan(&m.ID, &m.Kind, &body, &m.State, &m.Tries, &m.Problem); err != nil {
			return nil, b.failed(err)
		}
		m.Body = json.RawMessage(body)
		messages = append(messages, m)
	}
	return messages, b.failed(rows.Err())
}

// Again lets a message that is held or refused be sent again.
func (b *Outbox) Again(ctx context.Context, id int64) error {
	return b.decide(ctx, id, "UPDATE messages SET state = 'waiting' WHERE id = ? AND state IN ('held', 'refused')")
}

// Drop deletes a message that is held or refused.
func (b *Outbox) Drop(ctx context.Context, id int64) error {
	return b.decide(ctx, id, "DELETE FROM messages WHERE id = ? AND state IN ('held', 'refused')")
}

func (b *Outbox) decide(ctx context.Context, id int64, statement string) error {
	result, err := b.db.ExecContext(ctx, statement, id)
	if err != nil {
		return b.failed(err)
	}
	if changed, err := result.RowsAffected(); err != nil || changed == 0 {
		return errors.Join(err, b.noSuch(id))
	}
	return nil
}

func (b *Outbox) noSuch(id int64) error {
	return fmt.Errorf("%s has no message %d that is held or refused", b.name, id)
}

func (b *Outbox) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", b.name, err)
}
