// SPDX-License-Identifier: MIT

// Package lenient decodes the JSON documents of the service. It reads what encoding/json reads, and also documents that
// encoding/json refuses because of a few unexpected values, such as 12.0 or "12" for a whole number.
//
// Strict decoding comes first: one pass that reads the document into the Go type. If it fails, repair makes a copy of
// the document in which an unexpected value is replaced by JSON that means the same, or by null if there is none and
// the field may be absent. Strict decoding then reads the copy. Repair adds a warning for each value that it replaces:
// {"id":"7","birthDate":"soon"} becomes {"id":7,"birthDate":null}.
//
// All of this is for records of package types. encoding/json reads the types of callers, which may be anything.
//
//	lenient.go      what goes in, what comes out
//	strict.go       decoding, and which required fields are missing
//	repair.go       which values are replaced, and which field becomes null when a value cannot be read
//	rewrite.go      by what an unexpected value is replaced
//	describe.go     the texts of warnings
//	text.go         whether a document holds text that is changed when it is read
//	plan.go         how JSON is read into a type and its fields
//	records/        the decoders of the two long lists, which generate/ writes
//
// The tokens of JSON come from package jsonlex, and what a struct tag says from package structtag.
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
	// Raw is the value as it was sent, or only its length when it is longer than 100 bytes. It is empty for a field
	// that is missing. The content of an object or array is left out. REDACTED stands for a string that is not a
	// number, a date, a boolean or null, and for any value but null in a field that may hold personal data or a secret.
	Raw string
	// Problem says what the value is, and what it should be: "a string where a whole number is documented".
	Problem string
	// Read reports whether the value was read with nothing lost. An "" or [] that means "not given" is nothing. If Read
	// is false, the field is absent, or its text has U+FFFD in place of what cannot be read.
	Read bool
}

// Field returns the Path without the indexes, such as [].unit.active for [3].unit.active.
func (w Warning) Field() string { return indexes.ReplaceAllString(w.Path, "[]") }

var indexes = regexp.MustCompile(`\[[0-9]+\]`)

// Error is about a value that cannot be read and is not inside an optional field, which could be left out. It is also about
// a document that the [Options] do not allow, such as a record without its id.
type Error struct {
	Warning       // Read is false
	required bool // the field is required, so the fields around it must not become null
}

// Error names the place, the problem, and the value when it may be shown.
func (e *Error) Error() string {
	message := cmp.Or(e.Path, "the document") + " is " + e.Problem
	if e.Raw == "" || e.Raw == "null" || e.Raw == text.Redacted {
		return message
	}
	return message + ": " + e.Raw
}

// Options say how strict [Decode] is, and what it reports.
type Options struct {
	// RequireIDs makes it an error when the document has no id although its type requires one, or when an element of a
	// list has none.
	RequireIDs bool
	// NothingLost makes it an error when a value cannot be read, also in an optional field.
	NothingLost bool
	// ListMissing adds a warning for each of the other required fields that are missing, up to 10,000. They read as
	// zero in any case.
	ListMissing bool
}

// Decode decodes body into target, which is a pointer to a zero value. It reads an unexpected value if its meaning is
// clear; see [repair]. Together with an error it returns the warnings that were found until then, and the last one is
// about the error. A record keeps the fields that its type does not have in its [types.Extra].
func Decode(body []byte, target any, o Options) (warnings []Warning, err error) {
	root := reflect.ValueOf(target).Elem()
	t := targetOf(root.Type())
	s := newStrict(body, o)
	if !s.readDocument(t, root) || changesText(body) {
		if s.Err != nil {
			return nil, s.Err
		}
		if body, warnings, err = repair(body, t); err != nil {
			return warnings, err
		}
		if i := slices.IndexFunc(warnings, func(w Warning) bool { return !w.Read }); i >= 0 && o.NothingLost {
			return warnings, &Error{Warning: warnings[i]}
		}
		root.SetZero() // the first attempt may have set some fields
		if s = newStrict(body, o); !s.readDocument(t, root) {
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

// ChangedText returns a warning if the body holds text that is changed when it is read.
func ChangedText(body []byte) []Warning {
	if !changesText(body) {
		return nil
	}
	return []Warning{{Raw: text.Redacted, Problem: changedText}}
}

// Unmarshal is [json.Unmarshal] for documents that others sent. It refuses a document that would cost far more to
// decode than its size. It reads records, and lists of records, by strict decoding, and everything else with
// encoding/json.
func Unmarshal(body []byte, target any) error {
	v := reflect.ValueOf(target)
	if isRecord(v) && v.Elem().IsZero() {
		s := newStrict(body, Options{})
		if s.readDocument(targetOf(v.Type()), v.Elem()) || s.Err != nil {
			return s.Err
		}
		v.Elem().SetZero()
	}
	// encoding/json decides about what strict decoding cannot read, and about a target that holds something.
	check := jsonlex.Lexer{Body: body, FewDigits: true}
	if check.Skip(); check.Err != nil {
		return check.Err
	}
	return json.Unmarshal(body, target)
}

// isRecord reports whether v points to a record of package types, or to a list of such records.
func isRecord(v reflect.Value) bool {
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return false
	}
	t := v.Type().Elem()
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.PkgPath() == reflect.TypeFor[types.Extra]().PkgPath()
}
