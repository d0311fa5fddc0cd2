// SPDX-License-Identifier: MIT

// Package lenient decodes the JSON documents of the service. It reads what encoding/json reads, and also documents that
// encoding/json refuses because of a few unexpected values, such as 12.0 or "12" for a whole number.
//
// Strict decoding comes first: one pass that reads the document into the Go type. If it fails, repair makes a copy of the
// document, in which it replaces each unexpected value by JSON that means the same: {"id":"7"} becomes {"id":7}. If there is no
// such JSON, and the field may be absent, the value becomes null: {"birthDate":"soon"} becomes {"birthDate":null}. Repair
// adds a warning for each value that it replaces, and for text that is not valid. Then strict decoding reads the copy.
//
// All of this is for records of package types. encoding/json decodes into the types of callers, which may be anything.
//
//	lenient.go      Decode and Unmarshal, and their options, warnings and errors
//	strict.go       strict decoding, and which required fields are missing
//	repair.go       which values are replaced, and which field becomes null when a value cannot be read
//	rewrite.go      what replaces an unexpected value
//	describe.go     the texts of warnings
//	overlap.go      which warnings an earlier page has given already
//	text.go         whether a document holds text that is not valid
//	plan.go         how JSON is read into a type and its fields
//	records/        the decoders of the two long lists; generate/ writes records_generated.go
//
// Package jsonlex reads the tokens of JSON, and package structtag the tags of struct fields.
package lenient

import (
	"cmp"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
	"github.com/reservationkit/reservations-go/internal/text"
	"github.com/reservationkit/reservations-go/types"
)

// Warning is about a value that cannot be read as it was sent, or about a required field that is missing.
type Warning struct {
	// Path leads to the value, such as [3].unit.active. It is empty for the document itself.
	Path string
	// Raw is the value as it was sent, such as 12.5, or "" for a missing field. It is REDACTED for a value that may be
	// personal or secret, {…} for an object with fields, […] for an array with elements, and "a value of 120 bytes" for
	// another long value.
	Raw string
	// Problem says what the value is, and what it should be, such as "a string where a whole number is documented".
	Problem string
	// Read is true if nothing of the value was lost, as when "12" is read as 12. Otherwise the record lacks the value, or
	// has U+FFFD in place of text that is not valid.
	Read bool
}

// Field returns the Path without the indexes, such as [].unit.active for [3].unit.active.
func (w Warning) Field() string { return indexes.ReplaceAllString(w.Path, "[]") }

var indexes = regexp.MustCompile(`\[[0-9]+\]`)

// Error is about a value that cannot be read, and that cannot become null either, because it is in a required field or in
// no field. [Decode] adds other errors, such as for a record without an id.
type Error struct {
	Warning       // its Read is false
	required bool // the value is in a required field, so the error stands, even if an object or array around that field is optional
}

// Error names the place, the problem, and the value if it may be shown.
func (e *Error) Error() string {
	message := cmp.Or(e.Path, "the document") + " is " + e.Problem
	if e.Raw == "" || e.Raw == "null" || e.Raw == text.Redacted {
		return message
	}
	return message + ": " + e.Raw
}

// Options say how strict [Decode] is, and what it reports.
type Options struct {
	// NothingLost makes it an error if any part of a value cannot be read, also in an optional field.
	NothingLost bool
	// ListMissing adds a warning for each required field that is missing, up to 10,000.
	ListMissing bool
}

// Decode decodes body into target, a pointer to a zero value. It also reads unexpected values with a clear meaning, such as
// "7" for an id; see [repair]. It fails if the record, or a record of the list, has no id but its type requires one. If err
// is an [Error], its Warning is also among the warnings.
func Decode(body []byte, target any, o Options) (warnings []Warning, err error) {
	root := reflect.ValueOf(target).Elem()
	p := planOf(root.Type())
	s := newStrictDecoder(body, o)
	if !s.readDocument(p, root) || hasInvalidText(body) {
		if s.Err != nil {
			return nil, s.Err
		}
		if body, warnings, err = repair(body, p); err != nil {
			return warnings, err
		}
		if i := slices.IndexFunc(warnings, func(w Warning) bool { return !w.Read }); i >= 0 && o.NothingLost {
			return warnings, &Error{Warning: warnings[i]}
		}
		root.SetZero() // the first attempt may have set some fields
		if s = newStrictDecoder(body, o); !s.readDocument(p, root) {
			root.SetZero()
			return warnings, Unmarshal(body, target)
		}
	}
	warnings = append(warnings, s.missing...)
	if s.noID != nil {
		return append(warnings, s.noID.Warning), s.noID
	}
	return warnings, nil
}

// ChangedText returns one warning if the body holds text that is not valid, such as "\ud83d", which is read with U+FFFD. It
// returns nil for any other body.
func ChangedText(body []byte) []Warning {
	if !hasInvalidText(body) {
		return nil
	}
	return []Warning{{Raw: text.Redacted, Problem: invalidText}}
}

// Unmarshal works as [json.Unmarshal], but rejects a document that costs far more to decode than its size suggests, such as
// 1 MB with 300,000 empty arrays. For records, it tries strict decoding first.
func Unmarshal(body []byte, target any) error {
	v := reflect.ValueOf(target)
	if pointsToRecords(v) && v.Elem().IsZero() { // strict decoding cannot merge a document into a target that is not zero
		s := newStrictDecoder(body, Options{})
		if s.readDocument(planOf(v.Type()), v.Elem()) || s.Err != nil {
			return s.Err
		}
		v.Elem().SetZero()
	}
	check := jsonlex.Lexer{Body: body, FewDigits: true}
	if check.Skip(); check.Err != nil {
		return check.Err
	}
	return json.Unmarshal(body, target)
}

// pointsToRecords reports whether v points to a record or another value of package types, or to a list of such values.
func pointsToRecords(v reflect.Value) bool {
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return false
	}
	t := v.Type().Elem()
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.PkgPath() == reflect.TypeFor[types.Extra]().PkgPath()
}
