// SPDX-License-Identifier: MIT

package register

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"github.com/reservationkit/reservations-go/types"
)

// letter is a part of the index of names.
type letter struct {
	Letter  string
	Entries []*entry
}

// entry is one reservation in the index.
type entry struct {
	Name, Unit string
	Overdue    bool // on the last night on which somebody was present
	Runs       []period
}

// period is a number of nights in a row.
type period struct {
	From, To types.Date
	Link     string // to the first of them
}

// indexOf lists the reservations by name.
func indexOf(nights []night, tag language.Tag) []letter {
	known := map[any]*entry{}
	var entries []*entry
	for _, n := range nights {
		for _, s := range n.Stays {
			e := known[s.identity()]
			if e == nil {
				e = &entry{Name: s.Name, Unit: s.Unit}
				known[s.identity()] = e
				entries = append(entries, e)
			}
			e.Overdue = s.Overdue
			e.extend(n.Date, s.Anchor)
		}
	}
	compare := collate.New(tag, collate.IgnoreCase, collate.Numeric)
	slices.SortStableFunc(entries, func(a, b *entry) int {
		return cmp.Or(compare.CompareString(a.Name, b.Name), compare.CompareString(a.Unit, b.Unit))
	})
	return byLetter(entries, collate.New(tag, collate.Loose))
}

func (e *entry) extend(d types.Date, anchor string) {
	if last := len(e.Runs) - 1; last >= 0 && e.Runs[last].To.AddDays(1).Compare(d) >= 0 {
		e.Runs[last].To = d
		return
	}
	e.Runs = append(e.Runs, period{d, d, anchor})
}

// byLetter begins a new letter where the alphabet of the language does: É stands with E.
func byLetter(entries []*entry, alphabet *collate.Collator) []letter {
	var letters []letter
	for _, e := range entries {
		begins := initial(e.Name)
		if last := len(letters) - 1; last >= 0 && alphabet.CompareString(letters[last].Letter, begins) == 0 {
			letters[last].Entries = append(letters[last].Entries, e)
			continue
		}
		letters = append(letters, letter{begins, []*entry{e}})
	}
	return letters
}

// initial is the first letter of a name without its accents, or # for a name that begins
// with something else.
func initial(name string) string {
	first, _ := utf8.DecodeRuneInString(norm.NFD.String(name))
	if !unicode.IsLetter(first) {
		return "#"
	}
	return string(unicode.ToUpper(first))
}
