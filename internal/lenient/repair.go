// Package lenient decodes the JSON documents of the service. It reads what encoding/json
// reads, and it reads documents that encoding/json refuses because of a few odd values: a
// 12.0 where an int is due, a 1 for true, an "" for a number that was not given.
//
// Before decoding, one pass scans the document beside the Go type it is for. It refuses
// documents whose decoding would cost far more than their size, and it finds what
// encoding/json passes over: nulls where a record is due, required fields that are
// missing, and fields that the type does not have. Only when the document cannot be
// decoded as it stands, a second pass rewrites it: a value the type reads is left alone,
// an odd one is rewritten when another text says exactly the same, and otherwise becomes
// null where that is allowed. Each is reported; nothing is guessed, and nothing happens
// silently.
//
//	lenient.go  what goes in, what comes out
//	plan.go    how JSON is read into a type: the fields as encoding/json sees them
//	list.go    lists, element by element
//	scan.go    the pass over every document
//	token.go   how that pass gets over keys, strings and numbers
//	missing.go the required fields that a record lacks, and where
//	extra.go   the fields that a record does not have
//	walk.go    the pass that rewrites, and who bears a value nobody can read
//	scalar.go  which odd values can be rewritten, and how they are described
package lenient

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
)

// Warning is a value of a document that the target type does not read as it stands.
type Warning struct {
	// Path leads to the value, such as [3].unit.active or labels["nl"]. It is empty for
	// the document itself and ends in "…" when it is longer than 200 bytes.
	Path string
	// Raw is the value as it was sent, or only its length when it is longer than 100 bytes.
	// It is empty for a field that is missing. The content of an object or array is left
	// out, and REDACTED stands for strings that say more than a number, and for whatever was
	// sent in a field that may hold personal data or a secret.
	Raw string
	// Problem says what the value is, and what it should be: "a string where a whole
	// number is documented".
	Problem string
	// Repaired reports whether nothing is lost: the value reads as what it says, an "" or
	// [] in the place of nothing as nothing. Otherwise the field at Path, or the field
	// whose array or map Path leads into, reads as absent.
	Repaired bool
}

// Error is returned by [Document] for a value that cannot be read and that no optional
// field around it can do without.
type Error struct {
	Warning       // Repaired is false
	required bool // the field is required, so that no field around it can do without it
}

// Error names the place, the problem, and the value when it may be shown.
func (e *Error) Error() string {
	text := cmp.Or(e.Path, "the document") + " is " + e.Problem
	if e.Raw == "" || e.Raw == "null" || e.Raw == redacted {
		return text
	}
	return text + ": " + e.Raw
}

// Options say how strict [Decode] is, and what it reports.
type Options struct {
	// RequireIDs makes it an error when the document, or an element of the list that the
	// document is, lacks its required id.
	RequireIDs bool
	// NothingLost makes it an error when a value cannot be read, also in an optional field.
	NothingLost bool
	// ListMissing adds other required fields that are missing to the oddities, the first
	// 10,000 of them. They read as their zero value in any case.
	ListMissing bool
}

// Decode decodes body into target, which is a pointer to a zero value, as far as its
// meaning is plain; see [Document]. It returns what was odd. Records keep the fields that
// they do not know in their field of type [types.Extra].
func Decode(body []byte, target any, o Options) ([]Warning, error) {
	root := reflect.ValueOf(target).Elem()
	p := planOf(root.Type())
	if root.Kind() == reflect.Slice && p.open == '[' && !p.single {
		l := list{scan: newScan(body, o), root: root, elem: p.elem}
		defer l.release()
		if odd, ok := l.decode(); ok {
			return odd, nil
		}
		root.SetZero()
	}
	return decodeWhole(body, root, p, o)
}

// decodeWhole decodes a document in one piece.
func decodeWhole(body []byte, root reflect.Value, p *plan, o Options) ([]Warning, error) {
	target := root.Addr().Interface()
	s := scanDocument(body, p, o)
	defer s.release()
	if s.err != nil {
		return nil, s.err
	}
	var odd []Warning
	if s.nullRecord || s.repeated || json.Unmarshal(body, target) != nil {
		repaired, found, err := document(body, part{p.typ, p}, nil)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(found, isLost); i >= 0 && o.NothingLost {
			return nil, &Error{Warning: found[i]}
		}
		root.SetZero() // the strict attempt may have left something
		if err := json.Unmarshal(repaired, target); err != nil {
			return nil, err
		}
		odd, s = found, scanDocument(repaired, p, o)
	}
	if s.noID != nil {
		return nil, s.noID
	}
	s.keep(root)
	return append(odd, s.missing...), nil
}

func isLost(o Warning) bool { return !o.Repaired }

// Unmarshal is [json.Unmarshal] for documents that others sent: it refuses what would
// cost far more than its size, and records keep the fields that they do not know.
func Unmarshal(body []byte, target any) error {
	v := reflect.ValueOf(target)
	if v.Kind() != reflect.Pointer {
		return json.Unmarshal(body, target) // which says what is wrong
	}
	s := scanDocument(body, planOf(v.Type()), Options{})
	defer s.release()
	if s.err != nil {
		return s.err
	}
	if err := json.Unmarshal(body, target); err != nil {
		return err
	}
	s.keep(v)
	return nil
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
// depth. When a field of a record is given more than once, the last value counts, and the
// others are replaced by null: encoding/json would make one record of two. Fields with the
// json option "string" are not repaired.
func Document(body []byte, target reflect.Type) ([]byte, []Warning, error) {
	p := planOf(target)
	return document(body, part{p.typ, p}, nil)
}

// document is [Document] for a document that stands at path in a larger one.
func document(body []byte, p part, path []byte) ([]byte, []Warning, error) {
	var valid json.RawMessage
	if err := json.Unmarshal(body, &valid); err != nil {
		return nil, nil, err
	}
	w := walk{body: body, path: path}
	if err := w.value(slot{part: p}); err != nil {
		return nil, nil, err
	}
	repaired, oddities := w.result()
	return repaired, oddities, nil
}
