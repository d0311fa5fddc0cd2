// SPDX-License-Identifier: MIT

package register

import (
	"cmp"
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

// sortKey returns a text whose numbers all have the same length.
func sortKey(text string) string {
	const digits, width = "0123456789", 20
	var key strings.Builder
	for rest := countries.Fold(text); rest != ""; {
		number := rest[:len(rest)-len(strings.TrimLeft(rest, digits))]
		if number == "" {
			end := strings.IndexAny(rest, digits)
			if end < 0 {
				end = len(rest)
			}
			key.WriteString(rest[:end])
			rest = rest[end:]
			continue
		}
		key.WriteString(strings.Repeat("0", max(0, width-len(number))) + number)
		rest = rest[len(number):]
	}
	return key.String()
}
