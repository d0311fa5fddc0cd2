// SPDX-License-Identifier: MIT

// Package records decodes the records of the two long lists of the API, the reservation summaries (operation 5) and the
// days of the night register (operation 10), in one pass and without reflection.
//
// The generated code reads nearly all records, and with the same result as encoding/json. It fails at a record with a value of
// another type, a key that is repeated, or a key such as ID for id. The caller then decodes that record by reflection.
//
//	records.go              Decoder, which decodes one record after the other
//	fields.go               how the keys and values of fields are read
//	items.go                the items of a day, most of which are copied from the day before
//	records_generated.go    a method for each struct, generated from package types
package records

import (
	"reflect"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
	"github.com/reservationkit/reservations-go/types"
)

//go:generate go test ../generate -update

// Decoder decodes the records of the document that the Lexer reads. Its records do not keep the document in memory.
type Decoder struct {
	*jsonlex.Lexer
	scratch   scratch
	times     map[string]types.DateTime // date-times that were read, by their JSON; see readDateTime
	followers [records][64]uint8        // in earlier records of struct 2, field [2][0] came first, and field [2][5] after field 4
	dayBefore dayItems
	ints      []int  // the block in which the values of the next fields *int are stored; see alloc
	bools     []bool // the same for the fields *bool
}

// Decodes reports whether a Decoder can decode records of type t.
func Decodes(t reflect.Type) bool {
	return t == reflect.TypeFor[types.ReservationSummary]() || t == reflect.TypeFor[types.PresenceDay]()
}

// Record decodes the next record into target, which points to a zero record. If Record cannot decode it, Record calls Fail,
// and may already have set some fields of target.
func (d *Decoder) Record(target any) {
	switch record := target.(type) {
	case *types.ReservationSummary:
		d.reservationSummary(record)
	case *types.PresenceDay:
		d.presenceDay(record)
	default:
		d.Fail()
	}
}
