// SPDX-License-Identifier: MIT

package outbox

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// open opens an outbox that is closed when the test ends.
func open(t *testing.T, name string) *Outbox {
	t.Helper()
	box, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	return box
}

func newFile(t *testing.T) string { return filepath.Join(t.TempDir(), "messages.db") }

// states lists the messages of an outbox as "id state body".
func states(t *testing.T, box *Outbox) (lines []string) {
	t.Helper()
	messages, err := box.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range messages {
		lines = append(lines, fmt.Sprintf("%d %s %s", m.ID, m.State, m.Body))
	}
	return lines
}

func TestAddKeepsTheOrder(t *testing.T) {
	t.Parallel()
	name := newFile(t)
	box := open(t, name)
	if err := box.Add(t.Context(), Phone, "first", "second"); err != nil {
		t.Fatal(err)
	}
	if err := open(t, name).Add(t.Context(), Phone, "third"); err != nil { // as another program does
		t.Fatal(err)
	}
	want := []string{`1 waiting "first"`, `2 waiting "second"`, `3 waiting "third"`}
	if diff := cmp.Diff(want, states(t, box)); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

func TestAddAddsAllOrNone(t *testing.T) {
	t.Parallel()
	box := open(t, newFile(t))
	if err := box.Add(t.Context(), Phone, "first", make(chan int)); err == nil {
		t.Error("a message that cannot be written as JSON was accepted")
	}
	if got := states(t, box); got != nil {
		t.Errorf("the messages before it were accepted: %q", got)
	}
}

// The folder has a name with characters that mean something in a URL.
func TestOnlyTheOwnerCanRead(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	folder := filepath.Join(t.TempDir(), "50% of #1?")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "messages.db")
	if err := os.WriteFile(name, nil, 0o644); err != nil { // by whoever prepared the machine
		t.Fatal(err)
	}
	box := open(t, name)
	tx, err := box.db.BeginTx(t.Context(), nil) // so that the journal is there too
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec("INSERT INTO messages (kind, body) VALUES ('phone', 'x')"); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Fatalf("the folder has %v, error %v, want the file and its journal", entries, err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != 0o600 {
			t.Errorf("%s has mode %v, want %v", entry.Name(), info.Mode(), os.FileMode(0o600))
		}
	}
}

func TestDroppedMessagesAreOverwritten(t *testing.T) {
	t.Parallel()
	name := newFile(t)
	box := open(t, name)
	if err := box.Add(t.Context(), Phone, "+441632960001"); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(contents(t, name), []byte("+441632960001")) {
		t.Fatal("the file does not have the message as text, so the test shows nothing")
	}
	if err := box.exec(t.Context(), "UPDATE messages SET state = 'refused'"); err != nil {
		t.Fatal(err)
	}
	if err := box.Drop(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(contents(t, name), []byte("1632960001")) {
		t.Error("the file still has the message that was deleted")
	}
}

func contents(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAgainAndDrop(t *testing.T) {
	t.Parallel()
	box := open(t, newFile(t))
	if err := box.Add(t.Context(), Phone, "waiting", "sending", "held", "refused", "held", "refused"); err != nil {
		t.Fatal(err)
	}
	if err := box.exec(t.Context(), "UPDATE messages SET state = json_extract(body, '$')"); err != nil {
		t.Fatal(err)
	}
	for id := range int64(8) {
		decide, decidable := box.Again, id >= 3 && id <= 6
		if id > 4 {
			decide = box.Drop
		}
		err := decide(t.Context(), id)
		if decidable && err != nil || !decidable && (err == nil || !strings.Contains(err.Error(), fmt.Sprintf("no message %d that is held or refused", id))) {
			t.Errorf("message %d: error %v", id, err)
		}
	}
	if err := box.Drop(t.Context(), 1); err == nil {
		t.Error("a message that waits was dropped")
	}
	want := []string{`1 waiting "waiting"`, `2 sending "sending"`, `3 waiting "held"`, `4 waiting "refused"`}
	if diff := cmp.Diff(want, states(t, box)); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

func TestOpenFails(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := filepath.Join(folder, "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(folder, "foreign.db")
	db, err := sql.Open("sqlite", foreign)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE orders (id INTEGER)"); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"a folder": folder, "no folder": filepath.Join(folder, "missing", "x.db"), "a text": text, "another database": foreign,
	}
	for name, file := range files {
		t.Run(name, func(t *testing.T) {
			box, err := Open(t.Context(), file)
			if err == nil {
				box.Close()
			}
			if err == nil || !strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got error %v, want one sentence that names the file", err)
			}
		})
	}
}
