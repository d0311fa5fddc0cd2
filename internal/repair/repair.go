// Package repair makes a JSON document readable that encoding/json refuses to decode
// because of a few odd values: a 12.0 where an int is due, a 1 for true, an "" for a
// number that was not given.
//
// One pass walks the document beside the Go type it is for. A value the type reads is
// left as it stands. An odd one is rewritten when another text says exactly the same,
// and otherwise becomes null where that is allowed. Either is reported; nothing is
// guessed, and nothing happens silently.
//
//	repair.go  the entry: what goes in, what comes out
//	walk.go    document and type side by side, and who bears a value nobody can read
//	scalar.go  which odd values can be rewritten, and how
//	fields.go  the fields of a struct as encoding/json sees them
package repair

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Oddity is a value of a document that the target type does not read as it stands.
type Oddity struct {
	// Path leads to the value, such as [3].unit.active or labels["nl"]. It is empty for
	// the document itself and ends in "…" when it is longer than 200 bytes.
	Path string
	// Raw is the value as it was sent, or only its length when it is longer than 100 bytes.
	// The content of an object or array is left out, and so is every value but null whose
	// type guards itself in logs by implementing slog.LogValuer: either may hold a secret.
	Raw string
	// Problem says what the value is not, such as "not a whole number of 64 bits".
	Problem string
	// Repaired reports whether nothing is lost: the value reads as what it says, an "" or
	// [] in the place of nothing as nothing. Otherwise the field at Path, or the field
	// whose array or map Path leads into, reads as absent.
	Repaired bool
}

// Error is returned by [Document] for a value that cannot be read and that no optional
// field around it can do without.
type Error struct {
	Oddity        // Repaired is false
	required bool // the field is required, so that no field around it can do without it
}

// Error names the place, the value and the problem.
func (e *Error) Error() string {
	place := e.Path
	if place == "" {
		place = "the document"
	}
	return fmt.Sprintf("%s: %s is %s", place, e.Raw, e.Problem)
}

// Document returns body with its odd values repaired, so that json.Unmarshal reads it
// into a fresh target, and the oddities in the order of the document. All else, spaces
// and unknown keys included, stays as it is. Body itself is never written to.
//
// A value that cannot be read is replaced by null when it is a field that is optional:
// one whose json tag says omitempty or omitzero, or that has a default tag. In any other
// field it is an [Error]. An element of an array, or a value of a map, has no null of its
// own, so there the field that holds the whole array or map decides, and for a document
// that is itself an array or map it is an [Error]. A null where an object is due, which
// encoding/json would read as an object without content, counts as unreadable in these
// places; null anywhere else is absent and no oddity.
//
// A body that is no JSON, or is nested deeper than encoding/json allows, gives the
// error of encoding/json. The time taken grows with the length of body, not with its
// depth. When a key is repeated, the last readable value counts. Fields with the json
// option "string" are not repaired.
func Document(body []byte, target reflect.Type) ([]byte, []Oddity, error) {
	var valid json.RawMessage
	if err := json.Unmarshal(body, &valid); err != nil {
		return nil, nil, err
	}
	w := walk{body: body, dec: json.NewDecoder(bytes.NewReader(body)), fields: map[reflect.Type][]field{}}
	if err := w.value(base(target), false); err != nil {
		return nil, nil, err
	}
	repaired, oddities := w.result()
	return repaired, oddities, nil
}
