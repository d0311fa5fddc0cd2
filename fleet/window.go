// SPDX-License-Identifier: MIT

package fleet

import (
	"errors"
	"time"
)

// clock is a Window whose fields were parsed.
type clock struct {
	from, to time.Time // only the hour and the minute count
	zone     *time.Location
}

// clock parses w. It accepts the zero Window, but the result must then not be used, because it has no zone.
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

// span is the time from one instant to another; the second instant is not in it.
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

// on returns the window that begins on a day, which may end on the next day.
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
	if !s.from.Before(s.to) { // the clock was put forward over the whole window
		s.to = s.from.Add(length)
	}
	return s
}
