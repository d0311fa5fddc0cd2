// SPDX-License-Identifier: MIT

// Package enums has the known values of the enumerations of package types, which only the source
// of its constants lists.
package enums

import (
	"reflect"
	"slices"
)

//go:generate go test -run TestValuesAreThoseOfTheSource -update .

// Of returns the known values of an enumeration in the order of their constants, and nil for
// every other type.
func Of(t reflect.Type) []string { return values[t.Name()] }

// Any reports whether a text is a known value of any enumeration.
func Any(text string) bool {
	for _, known := range values {
		if slices.Contains(known, text) {
			return true
		}
	}
	return false
}
