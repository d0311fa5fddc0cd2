// SPDX-License-Identifier: MIT

package mirror

import (
	"net/http"
	"time"
)

// clock returns the time of this computer.
func (m *Mirror) clock() time.Time {
	if m.now != nil {
		return m.now()
	}
	return time.Now()
}

// hear compares our clock with the header Date of a response. The difference is too large when the program looks at
// the response late, so the smallest difference of a Sync counts.
func (s *syncer) hear(header http.Header) {
	date, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return
	}
	difference := s.mirror.clock().Sub(date).Truncate(time.Second)
	if s.heard.IsZero() || difference < s.result.ClockDifference {
		s.result.ClockDifference = difference
	}
	s.heard = date
}

// clocks returns the time by our clock and by that of the service in the last response, the earlier one first.
// They are the same when the service does not send its time.
func (s *syncer) clocks() (earlier, later time.Time) {
	now := s.mirror.clock()
	switch {
	case s.heard.IsZero():
		return now, now
	case s.heard.Before(now):
		return s.heard, now
	}
	return now, s.heard
}

// earlier returns the header Date of a response, or ours if that is earlier or there is no Date.
func earlier(ours time.Time, header http.Header) time.Time {
	if date, err := http.ParseTime(header.Get("Date")); err == nil && date.Before(ours) {
		return date
	}
	return ours
}
