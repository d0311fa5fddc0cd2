// SPDX-License-Identifier: MIT

package fleet

import "time"

// StatusFiles returns the status of each park of a list whose copies [RunFiles] keeps in the folder dir, in the
// order of the list. It may be called while RunFiles is at work in any process. It does not know which parks
// are being synced, so no State is Running: such a park has the state that it had before, mostly Waiting. A park
// that RunFiles has not synced yet has the status of a new one.
func StatusFiles(dir string, parks []Park) ([]ParkStatus, error) {
	if err := ValidateList(parks); err != nil {
		return nil, err
	}
	all := make([]ParkStatus, len(parks))
	now := time.Now()
	for i, p := range parks {
		state, err := folder(dir).load(p)
		if err != nil {
			return nil, err
		}
		all[i] = state.status(p, now)
	}
	return all, nil
}

func (s fileState) status(p Park, now time.Time) ParkStatus {
	status := ParkStatus{
		Organization: p.Organization, Name: p.Name, State: Scheduled,
		LastSuccess: s.Began, Reservations: s.Reservations, Nights: s.Nights, Warnings: s.Warnings,
		NextRun: next(p, s.history(), now), Outcome: s.Outcome, Problem: s.Problem, Failures: s.Failures, LastEnd: s.Ended,
	}
	if !s.Began.IsZero() {
		status.Age = now.Sub(s.Began)
	}
	switch {
	case p.Paused:
		status.State = Paused
	case s.Outcome == Refused:
		status.State = Stopped
	case !status.NextRun.After(now):
		status.State = Waiting
	}
	return status
}
