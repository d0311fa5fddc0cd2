// SPDX-License-Identifier: MIT

package types

// VoIPCall is a telephone call as the service recorded it (operation 21). The response to a note can lack fields that
// a call has, such as its status.
type VoIPCall struct {
	ID          int64             `json:"id"`
	Reference   string            `json:"reference"`
	Status      VoIPCallStatus    `json:"status"`
	Source      string            `json:"source,omitempty"`      // the phone number that calls
	Destination string            `json:"destination,omitempty"` // the phone number that is called
	Direction   VoIPCallDirection `json:"direction,omitempty"`
	Notes       string            `json:"notes,omitempty"`
	BeginDate   DateTime          `json:"beginDate,omitzero"`
	EndDate     DateTime          `json:"endDate,omitzero"`
	AnswerDate  DateTime          `json:"answerDate,omitzero"`
	Answered    bool              `json:"answered,omitempty" default:"false"`
	Duration    int               `json:"duration,omitempty" default:"0"` // seconds
	Reservation *ResponseRef      `json:"reservation,omitempty"`
	Guest       *ResponseRef      `json:"guest,omitempty"`
	User        *ResponseRef      `json:"user,omitempty"`
	Extra       Extra             `json:"-"`
}

// VoIPEvent is an event of a telephone call, or a note about a reservation (operation 21). Events with the same
// Reference update the same call. The service describes most fields as required, but a call that still rings does not
// have all: send what is known.
type VoIPEvent struct {
	Reference   string             `json:"reference"`
	Event       *VoIPEventKind     `json:"event,omitempty"`       // nil means a call
	Source      *string            `json:"source,omitempty"`      // the phone number that calls
	Destination *string            `json:"destination,omitempty"` // the phone number that is called
	Status      *VoIPCallStatus    `json:"status,omitempty"`
	Direction   *VoIPCallDirection `json:"direction,omitempty"`
	BeginDate   DateTime           `json:"beginDate,omitzero"` // this and the next two are sent in UTC, to the second
	EndDate     DateTime           `json:"endDate,omitzero"`
	AnswerDate  DateTime           `json:"answerDate,omitzero"`
	Answered    *bool              `json:"answered,omitempty"`
	Duration    *int               `json:"duration,omitempty"` // seconds
	Notes       *string            `json:"notes,omitempty"`    // for VoIPEventKindReservationChangeNote, with Reservation
	Reservation *RequestRef        `json:"reservation,omitempty"`
	User        *RequestRef        `json:"user,omitempty"`
	Extra       map[string]any     `json:"-"`
}

// MarshalJSON writes the dates in UTC, to the second.
func (r VoIPEvent) MarshalJSON() ([]byte, error) {
	type plain VoIPEvent
	r.BeginDate, r.EndDate, r.AnswerDate = r.BeginDate.utc(), r.EndDate.utc(), r.AnswerDate.utc()
	return withExtra(plain(r), r.Extra)
}
