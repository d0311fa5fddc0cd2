// SPDX-License-Identifier: MIT

package outbox

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestDamagedFile: what is added to a file that was damaged can be read again, or is not added at all.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	const page = 4096
	name := newFile(t)
	box := open(t, name)
	for range 30 {
		if err := box.Add(t.Context(), Phone, strings.Repeat("x", 300)); err != nil {
			t.Fatal(err)
		}
	}
	box.Close()
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	damages := map[string]func(data []byte, at int) []byte{
		"zeros":        func(data []byte, at int) []byte { clear(data[at : at+page]); return data },
		"half zeros":   func(data []byte, at int) []byte { clear(data[at+page/2 : at+page]); return data },
		"cut off":      func(data []byte, at int) []byte { return data[:at+100] },
		"other header": func(data []byte, at int) []byte { copy(data[at+8:], "damaged"); return data },
	}
	refused := 0
	for damage, do := range damages {
		for at := 0; at < len(whole); at += page {
			t.Run(fmt.Sprint(damage, " at ", at), func(t *testing.T) {
				name := newFile(t)
				if err := os.WriteFile(name, do([]byte(string(whole)), at), 0o600); err != nil {
					t.Fatal(err)
				}
				box, err := Open(t.Context(), name)
				if err == nil {
					err = box.Add(t.Context(), Phone, "new")
					box.Close()
				}
				if err != nil {
					refused++
					return
				}
				if got := states(t, open(t, name)); len(got) == 0 || !strings.HasSuffix(got[len(got)-1], ` waiting "new"`) {
					t.Errorf("the message was added, and the file has %q", got)
				}
			})
		}
	}
	if refused == 0 {
		t.Error("no damage was found")
	}
}

// TestUnreadableMessage: a message that this program cannot read is refused, so that the later ones are sent and it can be
// dropped.
func TestUnreadableMessage(t *testing.T) {
	t.Parallel()
	server, client := reservationstest.New(t, noRetry)
	box := open(t, newFile(t))
	if err := box.Add(t.Context(), Phone, map[string]any{"newField": 1}, "no event"); err != nil {
		t.Fatal(err)
	}
	if err := box.Add(t.Context(), "fax", event("a")); err != nil {
		t.Fatal(err)
	}
	if err := box.Add(t.Context(), Phone, event("b")); err != nil {
		t.Fatal(err)
	}
	if err := box.exec(t.Context(), "UPDATE messages SET body = '{' WHERE id = 2"); err != nil {
		t.Fatal(err)
	}
	if err := box.Deliver(context.Background(), Delivery{Send: sender(client, quietly), Hold: true}); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"b"}, references(t, server)); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"refused", "refused", "refused"}, stateNames(t, box)); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	for id := range int64(3) {
		if err := box.Drop(t.Context(), id+1); err != nil {
			t.Error(err)
		}
	}
}
