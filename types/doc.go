// Package types holds what travels on the wire: the records of the service, the
// bodies sent to it, its enumerations, and the two scalars [Date] and [DateTime].
//
// # Absent and zero
//
// A key that is missing and a key that is null read alike: as the zero value, or
// as the documented default where the service has one. A field whose zero value
// could also be an answer is a pointer, so that nil always means "not given".
package types

// Ptr returns a pointer to a copy of v, for fields where nil means "not given".
func Ptr[T any](v T) *T { return &v }
