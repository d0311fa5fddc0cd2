// SPDX-License-Identifier: MIT

package mirror

import (
	"net/http"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// hear notes the time of the service, which is the header Date of a response.
func (s *syncer) hear(header http.Header) {
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		s.heard = date
	}
}

// clock returns the time of the service in the last response, or that of this computer if the service does not send it.
func (s *syncer) clock() time.Time {
	if s.heard.IsZero() {
		return s.mirror.now()
	}
	return s.heard
}

// yesterday returns the last night that is over, in UTC.
func (s *syncer) yesterday() types.Date { return types.DateOf(s.clock().UTC()).AddDays(-1) }
