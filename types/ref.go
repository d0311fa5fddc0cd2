// SPDX-License-Identifier: MIT

package types

// Ref refers to another record by its id alone, in a response. An ID of 0 means that the
// service sent none. [RequestRef] does so in a request body.
type Ref struct {
	ID int64 `json:"id,omitempty"`

	Extra Extra `json:"-"` // fields that this package does not know
}

// RequestRef refers to a record by its id alone, in a request body. An ID of 0 is not sent.
type RequestRef struct {
	ID int64 `json:"id,omitempty"`

	Extra map[string]any `json:"-"` // further fields; nil sends null, see [ReservationUpdate]
}
