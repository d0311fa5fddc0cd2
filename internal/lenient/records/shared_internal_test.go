// SPDX-License-Identifier: MIT

package records

import (
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient/lexer"
)

// TestDatesThatShareAPlace parses each of four dates once, though all are remembered in the
// same place and come in turns, and the first one again when a fifth has taken its room.
func TestDatesThatShareAPlace(t *testing.T) {
	var last memory[string]
	var dates []string
	for i := 0; len(dates) < 5; i++ {
		text := fmt.Sprintf(`"2026-01-01T00:00:%06d"`, i)
		if len(dates) == 0 || slotOf([]byte(text), len(last)) == slotOf([]byte(dates[0]), len(last)) {
			dates = append(dates, text)
		}
	}
	parsed := map[string]int{}
	read := func(text string) {
		var got string
		d := &Decoder{Lexer: &lexer.Lexer{Body: []byte(text)}}
		date(d, &last, &got, func(value *string, raw []byte) error {
			*value = string(raw)
			parsed[*value]++
			return nil
		})
		if d.Failed() || got != text {
			t.Fatalf("%s was read as %s, gave up: %v", text, got, d.Failed())
		}
	}
	for range 10 {
		for _, text := range dates[:4] {
			read(text)
		}
	}
	for _, text := range dates[:4] {
		if parsed[text] != 1 {
			t.Errorf("%s was parsed %d times, want once", text, parsed[text])
		}
	}
	read(dates[4])
	if read(dates[0]); parsed[dates[0]] != 2 {
		t.Errorf("%s was parsed %d times, want twice", dates[0], parsed[dates[0]])
	}
}
