// SPDX-License-Identifier: MIT

package fleet

import (
	"errors"
	"time"

	reservations "github.com/reservationkit/reservations-go"
)

// history is what the schedule knows of the syncs of a park.
type history struct {
	began    time.Time     // beginning of the last sync that was Done; zero before the first
	ended    time.Time     // end of the last sync, with any outcome
	outcome  Outcome       // of the last sync; "" before the first, and after the entry was changed or resumed
	failures int           // how many syncs were Failed since the last one that was Done
	outages  int           // how many syncs in a row were Unavailable; an Interrupted one between them does not count
	wait     time.Duration // how long the service asked to wait in the last sync
}

// How long a park waits after a sync that was not Done: the first wait, which is then doubled, and the longest.
const (
	firstAfterOutage, lastAfterOutage   = time.Minute, 15 * time.Minute
	firstAfterFailure, lastAfterFailure = 5 * time.Minute, 6 * time.Hour
	defaultInterval                     = 24 * time.Hour // without a window and an interval
)

// after returns the history with one more sync in it.
func (h history) after(began, ended time.Time, outcome Outcome, err error) history {
	h.ended, h.wait = ended, 0
	switch outcome {
	case Interrupted: // it says nothing about the park
		return h
	case Done:
		h.began, h.failures, h.outages = began, 0, 0
	case Unavailable:
		h.outages++
		var refusal *reservations.APIError
		if errors.As(err, &refusal) {
			h.wait = refusal.RetryAfter
		}
	case Failed:
		h.failures++
		h.outages = 0
	case Refused:
		h.outages = 0
	}
	h.outcome = outcome
	return h
}

// next returns the time of the next sync of a park, which is now if the park may be synced at once. It returns
// zero if the park has to be changed or resumed first.
func next(p Park, h history, now time.Time) time.Time {
	if p.Paused || h.outcome == Refused {
		return time.Time{}
	}
	at := now
	if retry := h.retry(); retry.After(at) {
		at = retry
	}
	if p.Window.IsZero() {
		interval := p.Interval
		if interval == 0 {
			interval = defaultInterval
		}
		return latest(at, h.began.Add(interval))
	}
	c, err := p.Window.clock()
	if err != nil { // not after Validate
		return time.Time{}
	}
	return c.next(at, h.began, p.Interval)
}

// next returns the first instant for a sync that is not before at. last is when the last sync that was Done began.
func (c clock) next(at, last time.Time, interval time.Duration) time.Time {
	window := c.around(at)
	if window.contains(last) { // this window has had its sync
		window = c.around(window.to)
	}
	nightly := latest(at, window.from)
	if interval == 0 {
		return nightly
	}
	byDay := latest(at, last.Add(interval))
	if w := c.around(byDay); w.contains(byDay) { // a window has only one sync, which is the nightly one
		byDay = w.to
	}
	if byDay.Before(nightly) {
		return byDay
	}
	return nightly
}

// retry returns the earliest time of the next sync after one that was not Done.
func (h history) retry() time.Time {
	switch h.outcome {
	case Unavailable:
		return h.ended.Add(max(h.wait, backoff(firstAfterOutage, lastAfterOutage, h.outages)))
	case Failed:
		return h.ended.Add(backoff(firstAfterFailure, lastAfterFailure, h.failures))
	}
	return time.Time{}
}

// backoff returns first for n = 1, doubles it for each further n, and returns last at most.
func backoff(first, last time.Duration, n int) time.Duration {
	for ; n > 1 && first < last; n-- {
		first *= 2
	}
	return min(first, last)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
