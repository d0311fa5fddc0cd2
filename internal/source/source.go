// SPDX-License-Identifier: MIT

// Package source holds what cannot be read by reflection but only from the source of package types:
// the known values of its enumerations. Its test generates them.
package source

import "reflect"

//go:generate go test -run TestGenerated -update .

// KnownValues returns the values of the constants of an enumeration, in the order of the constants.
// It returns nil for every other type.
func KnownValues(t reflect.Type) []string { return knownValues[t.Name()] }
