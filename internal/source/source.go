// SPDX-License-Identifier: MIT

// Package source holds what cannot be read by reflection but only from the source of package types:
// the known values of its enumerations. Its test generates them.
package source

import (
	"reflect"
	"slices"
)

//go:generate go test -run TestGenerated -update .

// KnownValues returns the values of the constants of an enumeration, in the order of the constants.
// It returns nil for every other type.
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
