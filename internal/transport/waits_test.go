package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"
)

// TestWaits checks when attempts begin. A wait of the client's own varies by a quarter,
// which is all that within allows; waits that the service names are exact.
func TestWaits(t *testing.T) {
	t.Parallel()
	ok, s503, s429 := status(200), status(503), status(429)
	after := func(v string) step { return asks(429, v) }
	for _, test := range []struct {
		name   string
		class  Class
		steps  []step
		at     []time.Duration // of each attempt, middle values
		exact  bool
		status int   // of the answer, 0 for none
		err    error // found in the error if there is no answer
	}{
		{name: "success", steps: []step{ok}, at: []time.Duration{0}, exact: true, status: 200},
		{name: "429 in seconds", steps: []step{after("7"), ok}, at: []time.Duration{0, 7 * sec}, exact: true, status: 200},
		{name: "429 for a write", class: Write, steps: []step{after("7"), ok}, at: []time.Duration{0, 7 * sec}, exact: true, status: 200},
		{name: "429 until a date", steps: []step{func(r *http.Request) (*http.Response, error) {
			return after(time.Now().Add(9 * sec).UTC().Format(http.TimeFormat))(r)
		}, ok}, at: []time.Duration{0, 9 * sec}, exact: true, status: 200},
		{name: "429 at the cap", steps: []step{after("60"), ok}, at: []time.Duration{0, 60 * sec}, exact: true, status: 200},
		{name: "429 past the cap", steps: []step{after("61"), ok}, at: []time.Duration{0}, exact: true, status: 429},
		{name: "429 for a day", steps: []step{after("86400"), ok}, at: []time.Duration{0}, exact: true, status: 429},
		{name: "429 overflowing", steps: []step{after("9223372037"), ok}, at: []time.Duration{0}, exact: true, status: 429},
		{name: "429 without a time", steps: []step{s429, s429, s429, ok}, at: []time.Duration{0, sec / 9, 3 * sec / 9, 7 * sec / 9}, status: 200},
		{name: "429 with garbage", steps: []step{after("soon"), ok}, at: []time.Duration{0, sec / 9}, status: 200},
		{name: "429 at once, but not forever", steps: []step{after("0"), after("0"), after("0"), ok}, at: []time.Duration{0, 0, 2 * sec / 9, 6 * sec / 9}, status: 200},
		{name: "429 is not counted", steps: append(repeat(20, after("1")), ok), at: everySecond(21), exact: true, status: 200},
		{name: "429 is bounded by time", steps: []step{after("50")}, at: []time.Duration{0, 50 * sec, 100 * sec}, exact: true, status: 429},
		{name: "429 up to the very end", steps: []step{after("40")}, at: []time.Duration{0, 40 * sec, 80 * sec, 120 * sec}, exact: true, status: 429},
		{name: "503 passes", steps: []step{s503, s503, ok}, at: []time.Duration{0, sec / 2, 3 * sec / 2}, status: 200},
		{name: "503 five times", steps: []step{s503}, at: []time.Duration{0, sec / 2, 3 * sec / 2, 7 * sec / 2, 15 * sec / 2}, status: 503},
		{name: "503 names a time", steps: []step{asks(503, "20"), ok}, at: []time.Duration{0, 20 * sec}, exact: true, status: 200},
		{name: "503 names no time to wait", steps: []step{asks(503, "0"), ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "503 at the cap", steps: []step{asks(503, "60"), ok}, at: []time.Duration{0, 60 * sec}, exact: true, status: 200},
		{name: "503 past the cap", steps: []step{asks(503, "61"), ok}, at: []time.Duration{0}, exact: true, status: 503},
		{name: "503 for a write", class: Write, steps: []step{s503, ok}, at: []time.Duration{0}, exact: true, status: 503},
		{name: "429 among 503", steps: []step{s503, after("1"), s503, after("1"), s503, after("1"), s503, ok}, at: []time.Duration{0, sec / 2, 3 * sec / 2, 5 * sec / 2, 7 * sec / 2, 11 * sec / 2, 13 * sec / 2, 21 * sec / 2}, status: 200},
		{name: "reset", steps: []step{fail(errReset), ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "reset for a write", class: Write, steps: []step{fail(errReset), ok}, at: []time.Duration{0}, exact: true, err: errReset},
		{name: "refused for a write", class: Write, steps: []step{fail(errRefused), ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "truncated", steps: []step{truncated, ok}, at: []time.Duration{0, sec / 2}, status: 200},
		{name: "truncated for a write", class: Write, steps: []step{truncated, ok}, at: []time.Duration{0}, exact: true, err: io.ErrUnexpectedEOF},
		{name: "always truncated", steps: []step{truncated}, at: []time.Duration{0, sec / 2, 3 * sec / 2, 7 * sec / 2, 15 * sec / 2}, err: io.ErrUnexpectedEOF},
		{name: "hangs once", steps: []step{hang, ok}, at: []time.Duration{0, 30*sec + sec/2}, status: 200},
		{name: "hangs for a write", class: Write, steps: []step{hang, ok}, at: []time.Duration{0}, exact: true, err: context.DeadlineExceeded},
		{name: "hangs for good", steps: []step{hang}, at: []time.Duration{0, 30*sec + sec/2, 61*sec + sec/2, 93*sec + sec/2}, err: context.DeadlineExceeded},
		{name: "unknown failure", steps: []step{fail(errOther), ok}, at: []time.Duration{0}, exact: true, err: errOther},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			s := newScript(test.steps...)
			resp, err := newTest(s, nil).Send(t.Context(), request(test.class))
			switch {
			case test.status == 0 && !errors.Is(err, test.err):
				t.Errorf("got error %v, want %v", err, test.err)
			case test.status != 0 && err != nil:
				t.Errorf("got error %v, want status %d", err, test.status)
			case test.status != 0 && (resp.Status != test.status || resp.Attempts != len(test.at)):
				t.Errorf("got status %d after %d attempts, want %d after %d", resp.Status, resp.Attempts, test.status, len(test.at))
			}
			if len(s.at) != len(test.at) {
				t.Fatalf("attempts at %v, want about %v", s.at, test.at)
			}
			var before, middle time.Duration
			for i, at := range s.at {
				got, want := at-before, test.at[i]-middle
				slack := want / 4
				if test.exact {
					slack = 0
				} else if want > 30*sec { // a timeout and a wait
					slack = (want - 30*sec) / 4
				}
				if got < want-slack || got > want+slack {
					t.Errorf("attempt %d came %v after the one before, want %v with %v of slack", i+1, got, want, slack)
				}
				before, middle = at, test.at[i]
			}
		})
	}
}

func everySecond(n int) []time.Duration {
	at := make([]time.Duration, n)
	for i := range at {
		at[i] = time.Duration(i) * sec
	}
	return at
}

// TestRetriesSwitchedOff: the caller gets the first response, and no other call pauses after it.
func TestRetriesSwitchedOff(t *testing.T) {
	t.Parallel()
	for _, first := range []step{status(429), asks(429, "0"), asks(429, "5"), status(503)} {
		s := newScript(first, status(200))
		off := newTest(s, func(c *Config) { c.Policy.off = true })
		if resp, err := get(off); err != nil || resp.Status == 200 || len(s.at) != 1 {
			t.Errorf("got %v, %v after %d attempts, want the first answer", resp, err, len(s.at))
		}
		if resp, err := get(off); err != nil || resp.Status != 200 || s.at[1] > sec {
			t.Errorf("the next call got %v, %v at %v; want its own answer at once", resp, err, s.at[1])
		}
	}
}

func TestRounded(t *testing.T) {
	t.Parallel()
	for exact, want := range map[time.Duration]time.Duration{
		1499 * time.Microsecond: ms, 960 * ms: 960 * ms, sec - ms: sec - ms, sec: sec, 1249 * ms: 1200 * ms, 61260 * ms: 61300 * ms,
	} {
		if got := rounded(exact); got != want {
			t.Errorf("%v is rounded to %v, want %v", exact, got, want)
		}
	}
}
