// SPDX-License-Identifier: MIT

package main

import (
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// call is what a telephone system knows of a call.
type call struct {
	reference             string // the id the telephone system gave it
	from, to              string // telephone numbers
	begin, answered, over time.Time
	reservation           int64 // of the caller
	note                  string
}

// events returns one event per state of the call, and the note. The events of the states
// share the reference of the call, by which the service knows that they belong together, and
// each says all that is known by then. The note has a reference of its own.
func (c call) events() []any {
	ringing := types.VoIPEvent{
		Reference:   c.reference,
		Event:       types.Ptr(types.VoIPEventKindCall),
		Direction:   types.Ptr(types.VoIPCallDirectionIn),
		Source:      &c.from,
		Destination: &c.to,
		Status:      types.Ptr(types.VoIPCallStatusRinging),
		BeginDate:   types.NewDateTime(c.begin),
		Answered:    types.Ptr(false), // said, not left out: false has a meaning here
		Duration:    types.Ptr(0),
	}
	ongoing := ringing
	ongoing.Status = types.Ptr(types.VoIPCallStatusOngoing)
	ongoing.AnswerDate = types.NewDateTime(c.answered)
	ongoing.Answered = types.Ptr(true)

	over := ongoing
	over.Status = types.Ptr(types.VoIPCallStatusHangup)
	over.EndDate = types.NewDateTime(c.over)
	over.Duration = types.Ptr(int(c.over.Sub(c.answered).Seconds())) // whether ringing counts is not documented

	note := types.VoIPEvent{
		Reference:   c.reference + "-note",
		Event:       types.Ptr(types.VoIPEventKindReservationChangeNote),
		Notes:       &c.note,
		Reservation: &types.RequestRef{ID: c.reservation},
	}
	return []any{ringing, ongoing, over, note}
}
