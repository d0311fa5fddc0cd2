// Package records decodes the records of the two long lists of the API, the reservation
// summaries (operation 5) and the days of the night register (operation 10), in one pass
// and without reflection.
//
// It reads what these lists look like nearly always, and gives up on a record with
// anything else: a value of another type, a repeated key, a key in another case. The
// caller then decodes that record with encoding/json, so whatever is rare behaves as it
// does for every other record. What is read here reads as encoding/json reads it, and a
// fuzz test holds the two together.
//
//	records.go              records, and when to give up
//	json.go                 the parts of JSON: brackets, keys, strings, numbers
//	fields.go               what the fields of records are read into
//	shared.go               equal strings and dates, held and parsed once
//	items.go                the items of a day, most of which are those of the day before
//	records_generated.go    the records, generated from the structs of package types
package records

import (
	"reflect"

	"github.com/reservationkit/reservations-go/types"
)

//go:generate go run ../generate records_generated.go

// Decoder decodes the records of one document. Equal strings of a document share their
// memory, and no string keeps the document itself in memory. The zero value is ready.
type Decoder struct {
	body     []byte // begins with the record
	at       int
	gaveUp   bool
	elements int // of the arrays in all records, and the unknown fields
	passed   int // bytes of the records before
	texts    [256][2]string
	dates    memory[types.Date]
	times    memory[types.DateTime]
	order    [records][64]uint8 // the field that followed each field of a struct the last time
	lengths  [lists]int         // of the list in each field the last time
	night    night              // of the day before
	today    night              // its memory is used by the next day
	ints     []int              // room for what records point to
	bools    []bool             // the same
}

// Decodes reports whether a Decoder knows the records of type t.
func Decodes(t reflect.Type) bool {
	return t == reflect.TypeFor[types.ReservationSummary]() || t == reflect.TypeFor[types.PresenceDay]()
}

// Record decodes the record with which body begins into target, which points to a zero
// record, and returns its length. It is not ok when the record has to be decoded in another
// way; target may hold a part of it then.
func (d *Decoder) Record(body []byte, target any) (length int, ok bool) {
	d.body, d.at, d.gaveUp = body, 0, false
	switch record := target.(type) {
	case *types.ReservationSummary:
		d.reservationSummary(record)
	case *types.PresenceDay:
		d.presenceDay(record)
	default:
		return 0, false
	}
	d.passed += d.at
	return d.at, !d.gaveUp
}

// Elements returns how many array elements and unknown fields the records held.
func (d *Decoder) Elements() int { return d.elements }

const (
	maxElements     = 100_000
	minElementBytes = 64
)

// TooMany reports whether a document, or a part of it, of so many bytes holds more elements of
// arrays, or unknown fields, than records can be: more than 100,000 with less than 64 bytes
// each. A small document would otherwise decode into gigabytes.
func TooMany(elements, bytes int) bool {
	return elements > maxElements && bytes/elements < minElementBytes
}

// giveUp leaves the record to the caller. There is nothing more to read then, so that
// everything under way comes to its end.
func (d *Decoder) giveUp() {
	d.gaveUp = true
	d.at = len(d.body)
}
