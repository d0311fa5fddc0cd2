// SPDX-License-Identifier: MIT

package fleet

import (
	"errors"
	"time"
)

// clock is a Window that was read.
type clock struct {
	from, to time.Time // of which hour and minute count
	zone     *time.Location
}

// clock reads w, which must not be zero unless the result is not used.
func (w Window) clock() (c clock, err error) {
	if w.IsZero() {
		return c, nil
	}
	if c.from, err = time.Parse("15:04", w.From); err != nil {
		return c, errors.New(`the From of the window must be a time of the day, such as "22:00"`)
	}
	if c.to, err = time.Parse("15:04", w.To); err != nil {
		return c, errors.New(`the To of the window must be a time of the day, such as "06:00"`)
	}
	if c.zone, err = time.LoadLocation(w.Zone); err != nil || w.Zone == "Local" {
		return c, errors.New(`the Zone of the window must be the name of a time zone, such as "Europe/Amsterdam"`)
	}
	return c, nil
}

// span is the time from one instant up to another, without the latter.
type span struct{ from, to time.Time }

func (s span) contains(t time.Time) bool { return !t.Before(s.from) && t.Before(s.to) }

// around returns the window that contains t or, if none does, the next one after t.
func (c clock) around(t time.Time) span {
	year, month, day := t.In(c.zone).Date()
	for yesterday := day - 1; ; yesterday++ {
		if s := c.on(year, month, yesterday); t.Before(s.to) {
			return s
		}
	}
}

// on returns the window that begins on a day.
func (c clock) on(year int, month time.Month, day int) span {
	length := c.to.Sub(c.from)
	last := day
	if length <= 0 {
		length += 24 * time.Hour
		last++
	}
	s := span{
		time.Date(year, month, day, c.from.Hour(), c.from.Minute(), 0, 0, c.zone),
		time.Date(year, month, last, c.to.Hour(), c.to.Minute(), 0, 0, c.zone),
	}
	if !s.from.Before(s.to) { // the clock has skipped it
		s.to = s.from.Add(length)
	}
	return s
}
