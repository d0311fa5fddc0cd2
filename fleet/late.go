// SPDX-License-Identifier: MIT

package fleet

import "time"

// Late reports whether the data of a park is older than most, which has to be longer than the time between two of
// its syncs. A park without a copy is late when its last sync did not succeed, or when its NextRun is before now by
// more than most. That never happens with a status of [StatusFiles], whose NextRun is never in the past. A park
// that is Paused or Stopped is not late.
func (s ParkStatus) Late(most time.Duration, now time.Time) bool {
	switch {
	case s.State == Paused || s.State == Stopped:
		return false
	case !s.LastSuccess.IsZero():
		return s.Age > most
	case s.Outcome != "":
		return true
	}
	return !s.NextRun.IsZero() && now.Sub(s.NextRun) > most
}
