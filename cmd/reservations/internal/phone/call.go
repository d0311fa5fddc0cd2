// SPDX-License-Identifier: MIT

package phone

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/types"
)

// call is what the user says of a call.
type call struct {
	reference                          string
	status, direction                  string
	from, to                           string
	beganText, answeredText, endedText string
	began, answered, ended             time.Time // set by check; zero where the text is empty
	reservation                        int64
	note                               string
}

// statuses are the states of a call that the service knows.
var statuses = []string{
	string(types.VoIPCallStatusQueued), string(types.VoIPCallStatusStarting), string(types.VoIPCallStatusRinging),
	string(types.VoIPCallStatusOngoing), string(types.VoIPCallStatusBusy), string(types.VoIPCallStatusHangup),
	string(types.VoIPCallStatusNoAnswer),
}

// number is a telephone number as people write it, also that of an extension.
var number = regexp.MustCompile(`^\+?[0-9]([0-9 ()./-]*[0-9])?$`)

// check reports what is missing or cannot be, and reads the times.
func (c *call) check(now time.Time) error {
	if c.reference == "" {
		return errors.New("--reference is missing: the id that the telephone system gave the call")
	}
	if c.isCall() {
		if err := c.checkCall(now); err != nil {
			return err
		}
	}
	c.note = strings.TrimSpace(c.note)
	switch hasNote := c.note != ""; {
	case c.reservation < 0:
		return errors.New("--reservation must be a positive id")
	case hasNote != (c.reservation != 0):
		return errors.New("--note and --reservation belong together: the text, and where to leave it")
	case !hasNote && !c.isCall():
		return errors.New("there is nothing to send: set --status with --from, --to and --began, or --note with --reservation")
	}
	return nil
}

// isCall reports whether the flags say something of the call itself.
func (c *call) isCall() bool {
	return c.status != "" || c.from != "" || c.to != "" || c.beganText != "" || c.answeredText != "" || c.endedText != ""
}

func (c *call) checkCall(now time.Time) error {
	switch {
	case c.status == "" || c.from == "" || c.to == "" || c.beganText == "":
		return errors.New("a call needs --status, --from, --to and --began")
	case !slices.Contains(statuses, c.status):
		return fmt.Errorf("--status is %q, and must be one of %s", c.status, strings.Join(statuses, ", "))
	case c.direction != string(types.VoIPCallDirectionIn) && c.direction != string(types.VoIPCallDirectionOut):
		return fmt.Errorf("--direction is %q, and must be in or out", c.direction)
	case !number.MatchString(c.from):
		return fmt.Errorf("--from is %q, and must be a telephone number such as +441632960001", c.from)
	case !number.MatchString(c.to):
		return fmt.Errorf("--to is %q, and must be a telephone number such as +441632960001", c.to)
	}
	return c.readTimes(now)
}

func (c *call) readTimes(now time.Time) error {
	previous, previousFlag := time.Time{}, ""
	for _, t := range []struct {
		flag, text string
		at         *time.Time
	}{
		{"--began", c.beganText, &c.began},
		{"--answered", c.answeredText, &c.answered},
		{"--ended", c.endedText, &c.ended},
	} {
		if t.text == "" {
			continue
		}
		at, err := calendar.ParseInstant(t.flag, t.text, now)
		switch {
		case err != nil:
			return err
		case at.After(now.Add(skew)):
			return fmt.Errorf("%s is in the future: %s", t.flag, t.text)
		case at.Before(previous):
			return fmt.Errorf("%s is before %s", t.flag, previousFlag)
		}
		*t.at, previous, previousFlag = at, at, t.flag
	}
	return nil
}

// skew is how much later than this machine's the clock of a telephone system may be.
const skew = time.Minute

// events are what is sent: the call, and the note, which has a reference of its own.
func (c *call) events() (events []any) {
	if c.isCall() {
		events = append(events, c.event())
	}
	if c.note != "" {
		events = append(events, types.VoIPEvent{
			Reference:   c.reference + "-note",
			Event:       types.Ptr(types.VoIPEventKindReservationChangeNote),
			Notes:       &c.note,
			Reservation: &types.RequestRef{ID: c.reservation},
		})
	}
	return events
}

// event is the state of the call. It always has Answered and Duration, because the service describes both as
// required: they are false and 0 for a call that was not answered, and Duration is 0 for one that goes on.
func (c *call) event() types.VoIPEvent {
	event := types.VoIPEvent{
		Reference:   c.reference,
		Event:       types.Ptr(types.VoIPEventKindCall),
		Direction:   types.Ptr(types.VoIPCallDirection(c.direction)),
		Source:      &c.from,
		Destination: &c.to,
		Status:      types.Ptr(types.VoIPCallStatus(c.status)),
		BeginDate:   types.NewDateTime(c.began),
		Answered:    types.Ptr(!c.answered.IsZero()),
		Duration:    types.Ptr(0),
	}
	if !c.answered.IsZero() {
		event.AnswerDate = types.NewDateTime(c.answered)
	}
	if !c.ended.IsZero() {
		event.EndDate = types.NewDateTime(c.ended)
	}
	if !c.answered.IsZero() && !c.ended.IsZero() {
		event.Duration = types.Ptr(int(c.ended.Sub(c.answered).Seconds())) // whether ringing counts is not documented
	}
	return event
}
