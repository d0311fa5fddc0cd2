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

// The age groups that have a name in each language of the page.
const (
	adults = iota
	seniors
	children
	infants
	teenagers
	ageGroupKinds
)

// commonAgeGroups are the usual names of age groups. A name that says more, such as "Children 4-11", is
// none of them and stays as it is.
var commonAgeGroups = map[string]int{
	"adult": adults, "adults": adults, "volwassene": adults, "volwassenen": adults, "erwachsener": adults, "erwachsene": adults,
	"senior": seniors, "seniors": seniors, "senioren": seniors,
	"child": children, "children": children, "kind": children, "kinderen": children, "kinder": children,
	"infant": infants, "infants": infants, "baby": infants, "babies": infants, "baby's": infants, "babys": infants,
	"teenager": teenagers, "teenagers": teenagers, "tiener": teenagers, "tieners": teenagers, "jugendliche": teenagers,
}

// ageGroup returns the name of an age group in the language of the page, if it is a common one.
func (l *locale) ageGroup(given string) string {
	if kind, found := commonAgeGroups[strings.ToLower(strings.TrimSpace(given))]; found {
		return l.AgeGroupNames[kind]
	}
	return given
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

func (g ageGroups) has(name string) bool {
	return slices.ContainsFunc(g, func(adults string) bool { return strings.EqualFold(adults, name) })
}
