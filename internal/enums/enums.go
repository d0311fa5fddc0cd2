// SPDX-License-Identifier: MIT

// Package enums knows the values of the enumerations of package types. Reflection does not show them, so the test of
// this package writes them into zz_values.go, from the source of package types.
package enums

import "reflect"

//go:generate go test -run TestGenerated -update .

// KnownValues returns the values of an enumeration, such as "cancelled" and "denied", in the order of its constants. It
// finds them by the name of the type, and returns nil if no enumeration has that name.
func KnownValues(t reflect.Type) []string { return knownValues[t.Name()] }
