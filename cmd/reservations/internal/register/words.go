// SPDX-License-Identifier: MIT

package register

import (
	"strings"
	"unicode/utf8"
)

// words are the page's own words in one language. What the service sends stays as it is, except codes
// of countries. A %s stands for a number, a date or a name.
type words struct {
	Title, Night, Skip, Demo, DemoSource string

	Persons, Reservations, Nights, PersonNights plural

	NotStated, Nobody string
	Undated           string // names an entry without a date

	// The key figures, each with what it says below the number.
	EmptyNights, SomebodyPresent, PersonNightsNote string
	PeakCard, OverdueCard, OverdueNote             string

	// A register that can still change, or that is not whole.
	Provisional, ProvisionalNight, ProvisionalNights string
	OnlyCategory                                     string

	// What the desk has to act on.
	DoubleTitle, DoubleLead, Double           string
	OverdueTitle, OverdueLead, ShouldHaveLeft string

	// One night.
	Arrived, ArrivedNote, Staying, StayingNote, Leaving, LeavingNote string
	LeftTitle, LeftNobody, New, LeavesNext                           string

	// Many nights.
	ChartTitle, ChartText, WeekendNote, Peak    string
	NobodyAtAll, RegisterTitle, RegisterLead    string
	Previous, Next                              string
	CountryTable, AgeGroupTable, Country, Share string
	Total                                       string

	// The columns of the register.
	Unit, Name, AgeGroups, Booked, From, Document, ReservationColumn string

	// What a reader of the figures has to know.
	UnknownPersons, Anonymous, UndatedEntries string

	About, ReadFrom, AskedFor, Made, AboutText string
}

// plural has one form for the number 1 and one for the others, which is enough for the languages of the page.
type plural struct{ One, Other string }

func (p plural) with(one bool, number string) string { return number + " " + p.alone(one) }

func (p plural) alone(one bool) string {
	if one {
		return p.One
	}
	return p.Other
}

// Title stands above a number, or above a column of them.
func (p plural) Title(one bool) string {
	word := p.alone(one)
	_, size := utf8.DecodeRuneInString(word)
	return strings.ToUpper(word[:size]) + word[size:]
}
