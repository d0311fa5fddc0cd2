// SPDX-License-Identifier: MIT

// Package types holds the records that the service returns, the bodies that are sent to it, and their enumerations and
// values, such as [Decimal], [DateTime] and [Secret]. "(operation 8)" is the operation with this number in the API.
//
// Every record and body has the methods Format and LogValue, which print and log it without personal data
// and secrets, MarshalJSON, which writes its fields and its Extra, and UnmarshalJSON, which reads it anew:
// nothing is kept of what the variable held.
//
// # Not given and zero
//
// A field that is missing in a response and a field that is null are decoded alike: to the zero value, or
// to the documented default if there is one. Where zero and no value differ, the field is a pointer, a
// [Decimal] or a [Number]. The struct tags tell what the API documents: a field without omitempty,
// omitzero or default is required, and a default tag holds the documented default.
//
// # Request bodies
//
// A body sends the fields that are set; the service leaves all others as they are. The type of a field says how
// it is set:
//   - a [Nullable] is set by types.Set("late"), and cleared by types.Null[string]();
//   - a [Decimal], [Number], [Date], [DateTime] or list is sent if given: []T{}, not nil;
//   - any other optional field is a pointer, sent unless it is nil: new(false);
//   - a required field is a plain value, which is always sent.
//
// Where it is not documented whether a day or an instant is taken, the field is a [DateTime]; [Date.DateTime]
// sends a day. The Extra of a body holds further fields, by their JSON names; nil is sent as null. A body that was
// stored as JSON and is read again has each of them as a json.RawMessage.
//
// # Unexpected values
//
// Decoding accepts what services send in practice:
//   - unknown fields are kept in Extra;
//   - a name in another case is read, if the exact name is missing;
//   - values that are not listed for an enumeration are kept;
//   - a [Decimal] or [Number] may be a JSON number or a JSON string;
//   - a [Date] reads a date-time as its day, and a [DateTime] keeps the text of either;
//   - a value of no documented type is a [Scalar], [Object] or json.RawMessage;
//   - a [OneOrMany] reads one record in place of a list as a list of one.
//
// Any other value of a wrong type is an error of encoding/json. The client of package reservations reads more
// than that, so that one unexpected value does not fail a whole response: see Warning there.
//
// # Storing records
//
// A record that json.Marshal has written is read by json.Unmarshal as it was, and is written again byte
// for byte, with its secrets. So protect the JSON like the secrets in it. It can differ from the
// response: a field that was null, empty or "no date" is written as if it had been missing, a missing
// field with a default is written with it, and a value can have another form: a [Date] is written as its day.
//
// Other encoders store the JSON of a record or body, as text in YAML, TOML and XML, and as bytes in gob and CBOR.
// Package database/sql takes a [Secret], an [Object] and the enumerations; give it the JSON of a record, and the
// String of a [Decimal], [Date] or [DateTime]. What an encoder cannot store so that it is read as it was, such as a
// [Nullable] outside of its body, is an error.
//
// Do not embed a record in a struct of your own that is written as JSON: the methods of the record would become
// those of the struct, and its other fields would be lost. Make it a field with a name.
//
// # Printing and logging
//
// A record or body that is printed by package fmt, with any verb, or logged by log/slog shows its ids,
// states, counts, amounts and dates, and a few strings that describe no person, such as the number of a
// reservation. It never shows names, addresses, phone numbers, documents, bank accounts, birth dates,
// notes, other free text, undocumented fields, secrets or unset fields.
//
//	fmt.Println(guest) // Guest{id:7 uuid:0b5f... locale:nl created:2026-11-20T14:30:15Z}
//
// The text is for people and may change. [Unredacted] prints everything but secrets. Three things do not go
// through these methods:
//   - JSON carries every field, and the JSON handler of log/slog writes a slice, a map or a struct of
//     your own that holds records as JSON. Log these with [Redacted], which hides the same in them.
//   - Package fmt calls no methods on an unexported field. A record in one prints with its personal
//     data, but no secrets; give its struct a Format method.
//   - The verbs %p and %w call no methods either; go vet reports only %w.
package types

//go:generate go test ./internal/methods -update
