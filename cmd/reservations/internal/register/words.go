// SPDX-License-Identifier: MIT

package register

// words are the page's own words in one language. What the service sends stays as it is, except codes
// of countries. A %s stands for a number, a date or a name.
type words struct {
	Title, Night, Skip, Demo, DemoSource string

	Persons, Reservations       plural // with their number
	NotStated, Nobody, NoNights string
	Undated                     string // names an entry without a date

	// The key figures, each with what it says below the number.
	NightsCard, EmptyNights, SomebodyPresent, PersonNightsNote string
	PeakCard, OverdueCard, OverdueNote                         string

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
	ChartTitle, ChartText, WeekendNote, Peak       string
	NobodyAtAll, RegisterTitle, RegisterLead       string
	Previous, Next                                 string
	CountryTable, AgeGroupTable, Country           string
	ReservationsColumn, PersonNights, Share, Total string

	// The columns of the register.
	Unit, Name, Number, AgeGroups, Booked, From, Document, ReservationColumn string

	// What a reader of the figures has to know.
	UnknownPersons, Anonymous, UndatedEntries string

	About, ReadFrom, AskedFor, Made, AboutText string
}

// plural has one form for the number 1 and one for the others, which is enough for the
// languages of the page.
type plural struct{ One, Other string }

func (p plural) with(one bool, number string) string { return number + " " + p.alone(one) }

func (p plural) alone(one bool) string {
	if one {
		return p.One
	}
	return p.Other
}
