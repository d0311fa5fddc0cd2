// SPDX-License-Identifier: MIT

package throttle

import (
	"testing"
	"time"
)

// TestTheCeilingDoesNotRiseAfterAPause for 8 times the length of the pause, but at least 2 s. After a pause
// below 1 s, this is so if it is the second in a row.
func TestTheCeilingDoesNotRiseAfterAPause(t *testing.T) {
	t.Parallel()
	for pause, want := range map[time.Duration]time.Duration{
		100 * ms: 2 * sec, 250 * ms: 2 * sec, 500 * ms: 4 * sec, sec - 1: 8*sec - 8, sec: 8 * sec, 3 * sec: 24 * sec,
	} {
		end := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
		w := window{size: 9, ceiling: 9}
		if w.narrowTo(4, end, pause); pause < sec {
			if w.size != 4 || w.ceiling != 9 || !w.holdUntil.IsZero() {
				t.Errorf("a first pause of %v makes %+v", pause, w)
			}
			w.narrowTo(4, end, pause)
		}
		w.noteAccepted(4, 9, end.Add(want))
		w.noteAccepted(4, 9, end.Add(want))
		if held := w.ceiling; held != 4 {
			t.Errorf("the ceiling is %d at %v after a pause of %v, want 4", held, want, pause)
		}
		if w.noteAccepted(4, 9, end.Add(want+1)); w.ceiling != 5 {
			t.Errorf("the ceiling is %d more than %v after a pause of %v, want 5", w.ceiling, want, pause)
		}
	}
}
