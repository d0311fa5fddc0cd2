// SPDX-License-Identifier: MIT

package records

import (
	"fmt"
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient/lexer"
)

// TestDatesThatShareAPlace parses each of four dates once, though all are remembered in the
// same place and come in turns, and the first one again when a fifth has taken its room.
func TestDatesThatShareAPlace(t *testing.T) {
	t.Parallel()
	var last memory[string]
	var dates []string
	for i := 0; len(dates) < 5; i++ {
		text := fmt.Sprintf(`"2026-01-01T00:00:%06d"`, i)
		if len(dates) == 0 || slotOf([]byte(text), len(last)) == slotOf([]byte(dates[0]), len(last)) {
			dates = append(dates, text)
		}
	}
	var parsed []string
	for _, text := range slices.Concat(dates[:4], dates[:4], dates[4:], dates[:1]) {
		var got string
		d := &Decoder{Lexer: &lexer.Lexer{Body: []byte(text)}}
		date(d, &last, &got, func(value *string, raw []byte) error {
			*value = string(raw)
			parsed = append(parsed, *value)
			return nil
		})
		if d.Failed() || got != text {
			t.Errorf("%s was read as %s, gave up: %v", text, got, d.Failed())
		}
	}
	if want := append(dates, dates[0]); !slices.Equal(parsed, want) {
		t.Errorf("parsed %v, want %v", parsed, want)
	}
}
