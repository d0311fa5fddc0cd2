// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// TestWaits checks how long a call waits before each of its retries. A wait of the client's own
// varies by a quarter, which ~ allows; one that the service names is exact.
func TestWaits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		class     Class
		responses string // as stepsOf reads them, the last one again and again
		waits     string // between the attempts
		status    int    // of the response, 0 for none
		err       error  // found in the error if there is no response
	}{
		{"success", Read, "200", "", 200, nil},
		{"429 in seconds", Read, "429/7 200", "7s", 200, nil},
		{"429 for a write", Write, "429/7 200", "7s", 200, nil},
		{"429 until a date", Read, "429/date 200", "9s", 200, nil},
		{"429 at the cap", Read, "429/60 200", "60s", 200, nil},
		{"429 past the cap", Read, "429/61 200", "", 429, nil},
		{"429 for a day", Read, "429/86400 200", "", 429, nil},
		{"429 overflowing", Read, "429/9223372037 200", "", 429, nil},
		{"429 without a time", Read, "429 429 429 200", "~111ms ~222ms ~444ms", 200, nil},
		{"429 with garbage", Read, "429/soon 200", "~111ms", 200, nil},
		{"429 at once, but not forever", Read, "429/0 429/0 429/0 200", "0s ~222ms ~444ms", 200, nil},
		{"429 with a reset", Read, "429?9 200", "9s", 200, nil},
		{"429 with a reset and a time", Read, "429?9/4 200", "4s", 200, nil},
		{"429 with a reset at the cap", Read, "429?60 200", "60s", 200, nil},
		{"429 with a reset past the cap", Read, "429?61 200", "~111ms", 200, nil},
		{"429 with a reset soon", Read, "429?0.05 200", "50ms", 200, nil},
		{"429 with a reset now", Read, "429?0 200", "~111ms", 200, nil},
		{"429 is not counted", Read, strings.Repeat("429/1 ", 20) + "200", strings.Repeat("1s ", 20), 200, nil},
		{"429 is bounded by time", Read, "429/50", "50s 50s", 429, nil},
		{"429 up to the very end", Read, "429/40", "40s 40s 40s", 429, nil},
		{"503 passes", Read, "503 503 200", "~500ms ~1s", 200, nil},
		{"503 five times", Read, "503", "~500ms ~1s ~2s ~4s", 503, nil},
		{"503 names a time", Read, "503/20 200", "20s", 200, nil},
		{"503 names no time to wait", Read, "503/0 200", "~500ms", 200, nil},
		{"503 at the cap", Read, "503/60 200", "60s", 200, nil},
		{"503 past the cap", Read, "503/61 200", "", 503, nil},
		{"503 for a write", Write, "503 200", "", 503, nil},
		{"429 among 503", Read, "503 429/1 503 429/1 503 429/1 503 200", "~500ms 1s ~1s 1s ~2s 1s ~4s", 200, nil},
		{"reset", Read, "reset 200", "~500ms", 200, nil},
		{"reset for a write", Write, "reset 200", "", 0, errReset},
		{"refused for a write", Write, "refused 200", "~500ms", 200, nil},
		{"cut off", Read, "cut 200", "~500ms", 200, nil},
		{"cut off for a write", Write, "cut 200", "", 0, io.ErrUnexpectedEOF},
		{"always cut off", Read, "cut", "~500ms ~1s ~2s ~4s", 0, io.ErrUnexpectedEOF},
		{"hangs once", Read, "hang 200", "30s~500ms", 200, nil},
		{"hangs for a write", Write, "hang 200", "", 0, context.DeadlineExceeded},
		{"hangs for good", Read, "hang", "30s~500ms 30s~1s 30s~2s", 0, context.DeadlineExceeded},
		{"unknown failure", Read, "other 200", "", 0, errOther},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			waits := strings.Fields(test.waits)
			s := newScript(stepsOf(test.responses)...)
			resp, err := send(t.Context(), newTest(s), test.class)
			if test.err != nil && !errors.Is(err, test.err) || (err == nil) != (test.err == nil) || test.status != 0 && resp.Status != test.status {
				t.Errorf("got status %d, %v; want %d, %v", resp.Status, err, test.status, test.err)
			}
			if len(s.at) != len(waits)+1 || resp.Attempts != len(s.at) {
				t.Fatalf("attempts at %v, want waits of %v", s.at, waits)
			}
			for i, wait := range waits {
				exact, varied, _ := strings.Cut(wait, "~")
				least, _ := time.ParseDuration(exact)
				more, _ := time.ParseDuration(varied)
				if got := s.at[i+1] - s.at[i]; got < least+more*3/4 || got > least+more*5/4 {
					t.Errorf("attempt %d came %v after the one before, want %s", i+2, got, wait)
				}
			}
		})
	}
}

func TestRounded(t *testing.T) {
	t.Parallel()
	for exact, want := range map[time.Duration]time.Duration{
		1_499 * us: ms, 960 * ms: 960 * ms, sec - ms: sec - ms,
		sec: sec, 1_249 * ms: 1_200 * ms, 61_260 * ms: 61_300 * ms,
	} {
		if got := rounded(exact); got != want {
			t.Errorf("%v is rounded to %v, want %v", exact, got, want)
		}
	}
}
