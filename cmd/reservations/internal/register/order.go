// SPDX-License-Identifier: MIT

package register

import (
	"cmp"
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// sortStays sorts by unit or by name, as the alphabet of the language asks and with C2
// before C10. What is not stated comes last.
func sortStays(stays []stay, by string, tag language.Tag) {
	c := collate.New(tag, collate.IgnoreCase, collate.Numeric)
	compare := func(a, b string) int {
		if (a == "") != (b == "") {
			return cmp.Compare(len(b), len(a))
		}
		return c.CompareString(a, b)
	}
	slices.SortStableFunc(stays, func(a, b stay) int {
		unit, name := compare(a.Unit, b.Unit), compare(a.Name, b.Name)
		if by == "name" {
			return cmp.Or(name, unit)
		}
		return cmp.Or(unit, name)
	})
}
