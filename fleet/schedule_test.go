// SPDX-License-Identifier: MIT

package fleet

import (
	"math/rand/v2"
	"testing"
	"time"

	reservations "github.com/reservationkit/reservations-go"
)

var (
	night = Window{"22:00", "06:00", "Europe/Amsterdam"}
	early = Window{"02:00", "03:00", "Europe/Amsterdam"}
)

// at reads an instant. In January Amsterdam is an hour ahead of UTC, in July two.
func at(t *testing.T, text string) time.Time {
	t.Helper()
	if text == "" {
		return time.Time{}
	}
	instant, err := time.Parse("2006-01-02T15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return instant
}

func TestNext(t *testing.T) {
	t.Parallel()
	const hour = time.Hour
	tests := []struct {
		name            string
		window          Window
		interval        time.Duration
		last, now, want string
	}{
		{"a new park at any time", Window{}, 0, "", "2026-01-10T12:00", "2026-01-10T12:00"},
		{"a new park in its window", night, 0, "", "2026-01-10T23:00", "2026-01-10T23:00"},
		{"a new park before its window", night, 0, "", "2026-01-10T12:00", "2026-01-10T21:00"},
		{"a new park with an interval, by day", night, hour, "", "2026-01-10T12:00", "2026-01-10T12:00"},
		{"at any time, once in 24 hours", Window{}, 0, "2026-01-10T12:00", "2026-01-10T12:05", "2026-01-11T12:00"},
		{"at any time, each hour", Window{}, hour, "2026-01-10T12:00", "2026-01-10T12:05", "2026-01-10T13:00"},
		{"at any time, late", Window{}, hour, "2026-01-10T12:00", "2026-01-10T15:00", "2026-01-10T15:00"},
		{"once in a window", night, 0, "2026-01-10T21:30", "2026-01-10T22:00", "2026-01-11T21:00"},
		{"once in a window, after midnight", night, 0, "2026-01-10T21:30", "2026-01-11T03:00", "2026-01-11T21:00"},
		{"from the window of the night before", night, 0, "2026-01-09T22:00", "2026-01-11T04:59", "2026-01-11T04:59"},
		{"at the end of a window, which is not in it", night, 0, "2026-01-09T22:00", "2026-01-11T05:00", "2026-01-11T21:00"},
		{"in summer", night, 0, "2026-07-09T21:00", "2026-07-10T12:00", "2026-07-10T20:00"},
		{"by day, each hour", night, hour, "2026-01-10T12:00", "2026-01-10T12:05", "2026-01-10T13:00"},
		{"by day, then the window", night, hour, "2026-01-10T20:30", "2026-01-10T20:35", "2026-01-10T21:00"},
		{"by day, none in the window after the first", night, hour, "2026-01-10T21:00", "2026-01-10T21:05", "2026-01-11T05:00"},
		{"by day, a long interval", night, 30 * hour, "2026-01-10T12:00", "2026-01-10T12:05", "2026-01-10T21:00"},
		{"the hour that is skipped in spring", early, 0, "2026-03-28T01:30", "2026-03-28T12:00", "2026-03-29T01:00"},
		{"the hour after the one that is skipped", early, 0, "", "2026-03-29T01:30", "2026-03-29T01:30"},
		{"a night that spring makes shorter", night, 0, "2026-03-27T22:00", "2026-03-29T04:00", "2026-03-29T20:00"},
		{"a night that autumn makes longer", night, 0, "2026-10-23T21:00", "2026-10-25T04:30", "2026-10-25T04:30"},
		{"the second of the hours that come twice in autumn", early, 0, "2026-10-24T00:30", "2026-10-25T00:10", "2026-10-25T01:00"},
		{"once in this hour", early, 0, "2026-10-25T01:10", "2026-10-25T01:30", "2026-10-26T01:00"},
		{"a window of 24 hours", Window{"12:00", "12:00", ""}, 0, "2026-01-10T12:00", "2026-01-11T11:00", "2026-01-11T12:00"},
		{"a new park in a window of 24 hours", Window{"12:00", "12:00", ""}, 0, "", "2026-01-11T11:00", "2026-01-11T11:00"},
		{"another zone", Window{"01:00", "02:00", "Pacific/Auckland"}, 0, "", "2026-01-10T12:30", "2026-01-10T12:30"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			park := Park{Window: test.window, Interval: test.interval}
			h := history{began: at(t, test.last), outcome: Done}
			got := next(park, h, at(t, test.now))
			if want := at(t, test.want); !got.Equal(want) {
				t.Errorf("got %v, want %v", got.UTC(), want)
			}
		})
	}
}

// TestNextIsInTheWindow: at any time of ten years in three zones, after any sync, a park without an
// interval is synced in its window, and once in it.
func TestNextIsInTheWindow(t *testing.T) {
	t.Parallel()
	zones := []string{"Europe/Amsterdam", "America/St_Johns", "Australia/Lord_Howe"}
	for range 3000 {
		w := Window{randomTime(), randomTime(), zones[rand.IntN(len(zones))]}
		now := time.Unix(1_700_000_000+rand.Int64N(315_000_000), 0)
		last := now.Add(-time.Duration(rand.Int64N(int64(72 * time.Hour))))
		got := next(Park{Window: w}, history{began: last, outcome: Done}, now)
		c, err := w.clock()
		if err != nil {
			t.Fatal(err)
		}
		window := c.around(got)
		if got.Before(now) || !window.contains(got) || window.contains(last) || got.Sub(now) > 49*time.Hour {
			t.Fatalf("%v, last %v, now %v: got %v, whose window is %v", w, last, now, got, window)
		}
	}
}

func randomTime() string {
	return time.Unix(rand.Int64N(86400), 0).UTC().Format("15:04")
}

func TestNextAfterFailures(t *testing.T) {
	t.Parallel()
	refusal := &reservations.APIError{StatusCode: 429, RetryAfter: 20 * time.Minute}
	tests := []struct {
		name     string
		outcomes []Outcome
		err      error
		want     time.Duration // after the last sync; 0 means never
	}{
		{"an outage", []Outcome{Unavailable}, nil, time.Minute},
		{"an outage that lasts", []Outcome{Unavailable, Unavailable, Unavailable}, nil, 4 * time.Minute},
		{"an outage that lasts long", repeat(Unavailable, 40), nil, 15 * time.Minute},
		{"a service that asks to wait", []Outcome{Unavailable}, refusal, 20 * time.Minute},
		{"a failure", []Outcome{Failed}, nil, 5 * time.Minute},
		{"a third failure", []Outcome{Failed, Failed, Failed}, nil, 20 * time.Minute},
		{"many failures", repeat(Failed, 100), nil, 6 * time.Hour},
		{"an outage does not count as a failure", []Outcome{Failed, Unavailable, Unavailable, Failed}, nil, 10 * time.Minute},
		{"an outage after failures", []Outcome{Failed, Failed, Unavailable}, nil, time.Minute},
		{"an outage after another and a failure", []Outcome{Unavailable, Unavailable, Failed, Unavailable}, nil, time.Minute},
		{"a failure after a success", []Outcome{Failed, Failed, Done, Failed}, nil, 5 * time.Minute},
		{"an interruption", []Outcome{Failed, Failed, Interrupted}, nil, 10 * time.Minute},
		{"a refused key", []Outcome{Refused}, nil, 0},
		{"a refused key and an interruption", []Outcome{Refused, Interrupted}, nil, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			now := time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC)
			var h history
			for _, outcome := range test.outcomes {
				h = h.after(now.Add(-time.Second), now, outcome, test.err)
			}
			got := next(Park{Interval: time.Nanosecond}, h, now)
			if want := now.Add(test.want); test.want == 0 && !got.IsZero() || test.want != 0 && !got.Equal(want) {
				t.Errorf("got %v, want %v after %v", got, test.want, now)
			}
		})
	}
}

func repeat(o Outcome, n int) (all []Outcome) {
	for range n {
		all = append(all, o)
	}
	return all
}

// TestFailureAtTheEndOfAWindow: a park that has failed is not tried again outside of its window.
func TestFailureAtTheEndOfAWindow(t *testing.T) {
	t.Parallel()
	ended := at(t, "2026-01-11T04:58")
	h := history{}.after(ended, ended, Failed, nil)
	if got, want := next(Park{Window: night}, h, ended), at(t, "2026-01-11T21:00"); !got.Equal(want) {
		t.Errorf("got %v, want %v", got.UTC(), want)
	}
	if got := next(Park{Window: night, Paused: true}, history{}, ended); !got.IsZero() {
		t.Errorf("a paused park: got %v, want never", got)
	}
}
