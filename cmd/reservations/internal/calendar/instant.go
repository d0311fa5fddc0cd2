// SPDX-License-Identifier: MIT

package calendar

import (
	"fmt"
	"time"
)

// ParseInstant reads the value of a flag, which is "now" or a time in RFC 3339 form. The error names the flag.
func ParseInstant(flag, text string, now time.Time) (time.Time, error) {
	if text == "now" {
		return now, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s is %q, and must be now or a time such as 2026-11-20T14:30:00+01:00", flag, text)
	}
	return at, nil
}
