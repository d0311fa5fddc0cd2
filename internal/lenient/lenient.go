// SPDX-License-Identifier: MIT

// Package lenient decodes the JSON documents of the service. It reads what encoding/json
// reads, and documents that encoding/json refuses because of a few unexpected values: a
// 12.0 where an int has to be, a 1 for true, an "" for a number that was not given.
//
// Strict decoding comes first: one pass that reads the document into the Go type. If it fails, a second pass rewrites
// the document: it replaces an unexpected value by one with exactly the same meaning if there is one, and otherwise by
// null where that is allowed. It reports each of them. Then strict decoding reads the rewritten document. All of this
// is for records of package types. Types of callers, which may be anything, are left to encoding/json.
//
//	lenient.go      what goes in, what comes out
//	strict.go       the pass that decodes, and notes the required fields that a record lacks
//	repair.go       the pass that rewrites, and which field becomes null when a value cannot be read
//	rewrite.go      which unexpected values can be rewritten
//	describe.go     how they are described
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

// Warning is about a value of a document that the target type cannot read as it was sent, or about
// a required field that is missing.
type Warning struct {
	// Path leads to the value, such as [3].unit.active. It is empty for the document itself.
	Path string
	// Raw is the value as it was sent, or only its length when it is longer than 100 bytes. It is empty for a field
	// that is missing. The content of an object or array is left out. REDACTED stands for a string that is not a
	// number, a date, a boolean or null, and for any value but null in a field that may hold personal data or a secret.
	Raw string
	// Problem says what the value is, and what it should be: "a string where a whole number is documented".
	Problem string
	// Read reports whether the value was read without loss. An "" or [] that means
	// "not given" is no loss. Otherwise the field at Path, or the field whose array holds
	// the value at Path, is treated as absent, or text in the value is read as U+FFFD.
	Read bool
}

// Field returns the Path with [] for each index, which belongs to the data.
func (w Warning) Field() string { return indexes.ReplaceAllString(w.Path, "[]") }

var indexes = regexp.MustCompile(`\[[0-9]+\]`)

// Error is returned for a value that cannot be read, if no optional field that holds it can be
// treated as absent, and for what [Options] do not allow.
type Error struct {
	Warning       // Read is false
	required bool // the unreadable field is required: optional fields around it do not help
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
	// RequireIDs makes it an error when the document lacks its required id, or one of its
	// elements does if the document is a list.
	RequireIDs bool
	// NothingLost makes it an error when a value cannot be read, also in an optional field.
	NothingLost bool
	// ListMissing adds other required fields that are missing to the warnings, the first
	// 10,000 of them. They read as their zero value in any case.
	ListMissing bool
}

// Decode decodes body into target, which is a pointer to a zero value. It reads unexpected values if their meaning is
// clear; see [repair]. With an error it returns the warnings that were found before it, and the one that the error is
// about. Records keep the fields that they do not know in their field of type [types.Extra].
func Decode(body []byte, target any, o Options) (warnings []Warning, err error) {
	root := reflect.ValueOf(target).Elem()
	t := targetOf(root.Type())
	s := newStrict(body, o)
	if !s.document(t, root) || changesText(body) {
		if s.Err != nil {
			return nil, s.Err
		}
		if body, warnings, err = repair(body, t); err != nil {
			return warnings, err
		}
		if i := slices.IndexFunc(warnings, func(w Warning) bool { return !w.Read }); i >= 0 && o.NothingLost {
			return warnings, &Error{Warning: warnings[i]}
		}
		root.SetZero() // the first attempt may have left something
		if s = newStrict(body, o); !s.document(t, root) {
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

// Unmarshal is [json.Unmarshal] for documents that others sent. It refuses a document that would
// cost far more than its size to decode, and reads a record, or a list of them, as [Decode] does.
func Unmarshal(body []byte, target any) error {
	v := reflect.ValueOf(target)
	if isRecord(v) && v.Elem().IsZero() {
		s := newStrict(body, Options{})
		if s.document(targetOf(v.Type()), v.Elem()) || s.Err != nil {
			return s.Err
		}
		v.Elem().SetZero()
	}
	// What strict decoding cannot read is left to encoding/json, and so is a target that holds something.
	check := jsonlex.Lexer{Body: body, FewDigits: true}
	if check.Skip(); check.Err != nil {
		return check.Err
	}
	return json.Unmarshal(body, target)
}

// isRecord reports whether v points to a record of package types, or to a list of them. Other types may be
// anything, and encoding/json reads them.
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
