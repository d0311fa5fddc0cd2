// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
)

// Nullable sets or clears a field in an update; the zero value does neither.
type Nullable[T any] struct {
	value  T
	isSet  bool
	isNull bool
}

// Set returns a Nullable that sets a field to v, as in types.Set("late"). v may be "", zero or false, but a [Number],
// [Date] or [DateTime] that was not given is an error when the body is sent.
func Set[T any](v T) Nullable[T] { return Nullable[T]{value: v, isSet: true} }

// Null returns a Nullable that clears a field, as in types.Null[string]().
func Null[T any]() Nullable[T] { return Nullable[T]{isNull: true} }

// SetOrNull is Set, or Null if v is the zero value of its type.
func SetOrNull[T comparable](v T) Nullable[T] {
	if v == *new(T) {
		return Null[T]()
	}
	return Set(v)
}

// Get returns the value that the field is set to, and whether there is one.
func (n Nullable[T]) Get() (T, bool) { return n.value, n.isSet }

// IsZero reports whether the field is left as it is: neither set nor cleared.
func (n Nullable[T]) IsZero() bool { return !n.isSet && !n.isNull }

// Equal reports whether n and other both leave a field as it is, both clear it, or both set it to the same value.
func (n Nullable[T]) Equal(other Nullable[T]) bool {
	if n.isSet != other.isSet || n.isNull != other.isNull {
		return false
	}
	if value, ok := any(n.value).(interface{ Equal(T) bool }); ok {
		return value.Equal(other.value)
	}
	return reflect.DeepEqual(n.value, other.value)
}

// MarshalJSON writes the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if !n.isSet {
		return []byte("null"), nil
	}
	data, err := json.Marshal(n.value)
	if err == nil && string(data) == "null" {
		return nil, fmt.Errorf("types.Set was called with a %s that was not given: "+
			"leave the field out, or clear it with types.Null", reflect.TypeFor[T]().Name())
	}
	return data, err
}

// UnmarshalJSON reads a value, or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	var value *T
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	if *n = Null[T](); value != nil {
		*n = Set(*value)
	}
	return nil
}

// Format prints the value as [Redacted] does, and <nil> if there is none.
func (n Nullable[T]) Format(f fmt.State, _ rune) { formatRecord(f, n) }

// LogValue logs the value as [Redacted] does.
func (n Nullable[T]) LogValue() slog.Value { return logRecord(n) }

// nullable is a Nullable of any type, for printing.
type nullable interface {
	// content returns the value, and whether the field is set to it.
	content() (value reflect.Value, isSet bool)
}

func (n Nullable[T]) content() (reflect.Value, bool) {
	return reflect.ValueOf(&n.value).Elem(), n.isSet
}
