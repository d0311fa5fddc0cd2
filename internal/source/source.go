// SPDX-License-Identifier: MIT

// Package source has what only the source of other packages lists: the known values of the
// enumerations of package types. Its test also writes the names of the operations for package
// reservationstest, which can then refer to the name of a new one.
package source

import (
	"reflect"
	"slices"
)

//go:generate go test -run TestGenerated -update .

// KnownValues returns the values of an enumeration that have constants, in the order of these,
// and nil for every other type.
func KnownValues(t reflect.Type) []string { return knownValues[t.Name()] }

// IsKnownValue reports whether a text is a known value of any enumeration.
func IsKnownValue(text string) bool {
	for _, known := range knownValues {
		if slices.Contains(known, text) {
			return true
		}
	}
	return false
}
