// Package types holds what travels on the wire: the records of the service, the bodies
// sent to it, its enumerations, and the values [Decimal], [Number], [Date], [DateTime],
// [Scalar], [Object] and [Secret].
//
// # Absent and zero
//
// A key that is missing and a key that is null read alike: as the zero value, or
// as the documented default where the service has one. A field whose zero value
// could also be meant is a pointer, or a [Decimal] or [Number] that knows whether it was
// given. A required field that the service leaves out is zero.
//
// The tags say which is which. A field without omitempty, omitzero or default is
// required; a default tag holds the documented default; all others are optional.
//
// In a request body a field that is nil, or a [Decimal], [Number], [Date] or [DateTime] that
// was not given, is not sent. Zero, false and "" are sent.
//
// # Odd answers
//
// Decoding tolerates, and shows as follows:
//   - keys that are not known: the client of package reservations keeps them in the Extra
//     of the record; keys that differ in case alone count as one, of which the last stands;
//   - values that an enumeration does not list: kept;
//   - a [Decimal] or [Number] as a number or as a text: the same exact value;
//   - a [Date] or [DateTime] in any form of ISO 8601: the day, or the instant with its
//     offset, as written; one that cannot be read: no day and no instant, and its text;
//   - [] or "" where a free-form [Object] is due: no object;
//   - a value whose type the service does not document: kept as it was sent in a
//     [Scalar], an [Object] or a json.RawMessage;
//   - one record in the place of a list of them, where that is known to happen: a
//     [OneOrMany] of one.
//
// Anything else that contradicts a field's type is an error of encoding/json. The client
// of package reservations reads more than that, so that one odd value does not cost a
// whole answer: see Oddity there.
//
// # Printing and logging
//
// A record or body that is printed by package fmt, with any verb, or logged by log/slog
// shows its ids, states, counts, amounts and dates, and a few texts that describe no
// person, such as the number of a reservation, the title of an accommodation or the name
// of an age group. It never shows names, addresses, e-mail addresses, phone numbers,
// documents, bank accounts, birth dates, notes, other free text, undocumented fields or
// secrets. A field that is not set is left out.
//
//	fmt.Println(guest) // Guest{id:7 uuid:0b5f... locale:nl created:2026-11-20T14:30:15Z}
//
// The text is for people and may change; do not parse it. [Unredacted] prints everything
// but secrets. Three things do not go through these methods:
//
//   - JSON carries every field, and the JSON handler of log/slog writes a slice or a map of
//     records as JSON. Log these with [Redacted].
//   - Package fmt calls no methods on an unexported field. A record in an unexported field
//     of your own struct prints in full; give that struct a String or Format method.
//   - The verbs %p and %w, which go vet reports for a record.
package types

// Ptr returns a pointer to a copy of v, for fields where nil means "not given".
func Ptr[T any](v T) *T { return &v }
