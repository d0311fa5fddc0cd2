// SPDX-License-Identifier: MIT

package types

// Ref refers to another record by its id alone, in responses and in request bodies. Its
// Extra is not sent. An ID of 0 means that the service sent none, and is not sent either.
type Ref struct {
	ID int64 `json:"id,omitempty"`

	Extra Extra `json:"-"` // fields that this package does not know
}
