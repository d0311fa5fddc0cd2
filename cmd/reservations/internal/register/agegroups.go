// SPDX-License-Identifier: MIT

package register

import (
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// ageGroups are the names of the age groups of adults. The register names the age groups in
// the words of the park and does not say which of them are adults.
type ageGroups []string

// adultWords are parts of the words for adults in the languages that parks are likely to use.
var adultWords = []string{"adult", "volwassen", "erwachsen", "senior"}

// adultsOf returns the age groups of a register that are adults: those that were named, or
// else those whose names say so.
func adultsOf(days []types.PresenceDay, named []string) ageGroups {
	if len(named) > 0 {
		return named
	}
	var found ageGroups
	for _, day := range days {
		for _, item := range day.Items {
			name := item.AgeGroupSpecificationDescription
			if !found.has(name) && containsAny(strings.ToLower(name), adultWords) {
				found = append(found, name)
			}
		}
	}
	return found
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

func (g ageGroups) has(name string) bool {
	return slices.ContainsFunc(g, func(adults string) bool { return strings.EqualFold(adults, name) })
}
