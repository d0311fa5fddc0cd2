// SPDX-License-Identifier: MIT

package register

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
)

// sortStays sorts by unit and then by name, without regard to capitals and accents, and with C2 before C10. What
// is not stated comes last.
func sortStays(stays []stay) {
	slices.SortStableFunc(stays, func(a, b stay) int {
		return cmp.Or(compare(a.Unit, b.Unit), compare(a.Name, b.Name))
	})
}

func compare(a, b string) int {
	if (a == "") != (b == "") {
		return cmp.Compare(len(b), len(a))
	}
	return strings.Compare(sortKey(a), sortKey(b))
}

var digits = regexp.MustCompile(`[0-9]+`)

// sortKey returns a text whose numbers all have the same length.
func sortKey(text string) string {
	return digits.ReplaceAllStringFunc(countries.Fold(text), func(number string) string { return fmt.Sprintf("%020s", number) })
}
