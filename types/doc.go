// SPDX-License-Identifier: MIT

// Package types holds the records that the service returns, the bodies that are sent to it,
// its enumerations, and the values [Decimal], [Number], [Date], [DateTime], [Scalar],
// [Object], [OneOrMany], [Nullable] and [Secret].
//
// # Not given and zero
//
// A field that is missing in a response and a field that is null are decoded alike: to the
// zero value, or to the documented default if there is one. If zero could also be meant, the
// field is a pointer, or a [Decimal] or [Number] that knows whether it was given.
//
// The struct tags tell what the API documents. A field without omitempty, omitzero or
// default is required; a default tag holds the documented default; all others are optional.
//
// # Request bodies
//
// A body sends the fields that are set. A field that is nil, or a [Decimal], [Number],
// [Date] or [DateTime] that was not given, is not sent, so the service leaves it as it is.
// A pointer to zero, false or "" is sent, and so is NewNumber(0).
//
// A field of an update that can be cleared is a [Nullable]:
//
//	types.ReservationUpdate{
//		Notes:  types.Set("late"),    // set
//		Locale: types.Null[string](), // clear; all other fields stay as they are
//	}
//
// If the service does not document whether it takes a day or an instant, a [DateTime] can be both:
// NewDate(2026, 11, 20).DateTime() is sent as a day, 2026-11-20, and NewDateTime(t) as an
// instant to the second with the offset of t, 2026-11-20T14:00:00Z.
//
// The Extra of a body is a map of further fields, which this package does not know, by their
// JSON names. A nil value is sent as null. A field that is set must not be in Extra as well.
//
// # Unexpected values
//
// Decoding accepts what services send in practice:
//   - unknown fields: kept in the Extra of the record; names that differ only in case are the
//     same field, and the last one counts;
//   - values that are not listed for an enumeration: kept;
//   - a [Decimal] or [Number] as a JSON number or a JSON string: the same exact number;
//   - a [Date] or [DateTime] in any form of ISO 8601: the day, or the instant with its
//     offset, as written; one that cannot be read keeps its text and has no day or instant;
//   - [] or "" where a free-form [Object] is documented: no object;
//   - a value whose type is not documented: kept as it was sent in a [Scalar], an [Object]
//     or a json.RawMessage;
//   - one record in place of a list of records, in a [OneOrMany]: a list of one.
//
// Any other value of a wrong type is an error of encoding/json. The client of package
// reservations reads more than that, so that one unexpected value does not fail a whole
// response: see Warning there.
//
// # Storing records
//
// A record that json.Marshal has written is read by json.Unmarshal as it was, and is written
// again byte for byte: digits, texts that could not be read, unknown values of enumerations,
// the Extra of every record within it, and secrets. So protect the JSON like the secrets in it.
// The JSON can differ from the response that the record was read from:
//   - null, and "" for an optional text, are written like a field that was missing: not at all,
//     or as the zero value where the field is required;
//   - so are false and 0 if they are the documented default, a Date or DateTime that means
//     "no date" in a database, such as 0000-00-00, and an empty [Object] or [OneOrMany];
//   - a default is written for a field that was missing;
//   - a value can have another form: a [Decimal] that was sent as a number is written as a string,
//     a [OneOrMany] with one element without its list, names in the case of the documentation,
//     and JSON without spaces;
//   - a value that the client left out, with a Warning, is missing.
//
// Do not embed a record in a struct of your own that is written as JSON: the methods of the
// record would become those of the struct, and its other fields would be lost. Make it a field
// with a name.
//
// # Printing and logging
//
// A record or body that is printed by package fmt, with any verb, or logged by log/slog
// shows its ids, states, counts, amounts and dates, and a few strings that describe no
// person, such as the number of a reservation, the title of an accommodation or the name
// of an age group. It never shows names, salutations, addresses, e-mail addresses, phone
// numbers, documents, bank accounts, birth dates, notes, other free text, undocumented
// fields or secrets. A field that is not set is left out.
//
//	fmt.Println(guest) // Guest{id:7 uuid:0b5f... locale:nl created:2026-11-20T14:30:15Z}
//
// The text is for people and may change; do not parse it. [Unredacted] prints everything
// but secrets. Three things do not go through these methods:
//
//   - JSON carries every field, and the JSON handler of log/slog writes a slice, a map or a
//     struct of your own that holds records as JSON. Log these with [Redacted], which hides
//     the same in all of them: logger.Info("read", "guests", types.Redacted(guests)).
//   - Package fmt calls no methods on an unexported field. A record in an unexported field
//     of your own struct prints in full; give that struct a String or Format method.
//   - The verbs %p and %w, which go vet reports for a record.
package types

//go:generate go run ./internal/methods
