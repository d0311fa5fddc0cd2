// SPDX-License-Identifier: MIT

package outbox

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestSender sends each kind of message, and none that it does not know wholly.
func TestSender(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		kind Kind
		body string
		want string // what it says, or the error
	}{
		{"a call", Phone, `{"reference":"42","event":"call","status":"ringing"}`, "Call 42 is call 1000001 of the service: ringing"},
		{"a note", Phone, `{"reference":"42-note","notes":"Late.","reservation":{"id":7}}`, "The note 42-note is at reservation 7"},
		{"a reading", Meter, `{"quantity":"1","type":"e","accommodationUnit":{"id":7}}`, "The reading of unit 7 is report 1000001"},
		{"a field of a newer version", Phone, `{"reference":"42","mood":"good"}`, "message 1 cannot be read"},
		{"a kind of a newer version", "fax", `{}`, `message 1 is of the unknown kind "fax"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, client := reservationstest.New(t, noRetry)
			var got strings.Builder
			send := sender(client, func(format string, args ...any) { fmt.Fprintf(&got, format, args...) })
			if err := send(t.Context(), Message{ID: 1, Kind: test.kind, Body: []byte(test.body)}); err != nil {
				got.WriteString(err.Error())
			}
			if !strings.Contains(got.String(), test.want) || strings.Contains(got.String(), "Late.") {
				t.Errorf("got %q, want %q and nothing about persons", got.String(), test.want)
			}
		})
	}
}
