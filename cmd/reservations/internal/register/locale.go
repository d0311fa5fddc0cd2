// SPDX-License-Identifier: MIT

package register

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
	"github.com/reservationkit/reservations-go/types"
)

//go:embed words_*.toml
var wordFiles embed.FS

// locales are the languages of the page, as --lang names them, and english is that of the messages.
var (
	locales = map[string]*locale{"en": readLocale("en"), "nl": readLocale("nl"), "de": readLocale("de")}
	english = locales["en"]
)

// readLocale reads a file that is a part of the program.
func readLocale(language string) *locale {
	l := new(locale)
	if _, err := toml.DecodeFS(wordFiles, "words_"+language+".toml", l); err != nil {
		panic(err)
	}
	return l
}

// locale writes numbers, dates and countries in one language.
type locale struct {
	Tag      string // such as en-GB
	Thousand string // stands between groups of three digits
	Point    string // of a decimal fraction

	// A date in full has the weekday, the day, the month and the year; a short one the day
	// and the short month; a day within its month stands alone.
	LongDate, ShortDate, DayOnly string
	Weekdays                     [7]string // from Sunday
	Months, ShortMonths          [12]string

	words
}

// number returns n with its digits in groups, such as 12,345.
func (l *locale) number(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + l.Thousand + digits[i:]
	}
	return sign + digits
}

// count returns "12", or "12 + ?" when some lines do not tell how many.
func (l *locale) count(c count) string {
	switch {
	case c.Unknown == 0:
		return l.number(c.Known)
	case c.Known == 0:
		return "?"
	}
	return l.number(c.Known) + " + ?"
}

// share returns what part of the whole is, in per cent.
func (l *locale) share(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return strings.Replace(fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole)), ".", l.Point, 1)
}

// persons returns "1 person" or "12 + ? persons".
func (l *locale) persons(c count) string {
	return l.Persons.with(c.One(), l.count(c))
}

func (l *locale) reservations(n int) string {
	return l.Reservations.with(n == 1, l.number(n))
}

// long returns a date as "Monday 2 November 2026", and "" for none.
func (l *locale) long(d types.Date) string {
	if d.IsZero() {
		return ""
	}
	weekday := l.Weekdays[d.Midnight().Weekday()]
	return fmt.Sprintf(l.LongDate, weekday, d.Day, l.Months[d.Month-1], d.Year)
}

// short returns a date as "2 Nov", and with its year when that is not the given one; "" for none.
func (l *locale) short(d types.Date, year int) string {
	if d.IsZero() {
		return ""
	}
	text := fmt.Sprintf(l.ShortDate, d.Day, l.ShortMonths[d.Month-1])
	if d.Year != year {
		text += " " + strconv.Itoa(d.Year)
	}
	return text
}

// span returns two dates as "2 – 9 Nov".
func (l *locale) span(from, to types.Date, year int) string {
	switch {
	case from.IsZero() || to.IsZero():
	case from == to:
		return l.short(to, year)
	case from.Year == to.Year && from.Month == to.Month:
		return fmt.Sprintf(l.DayOnly, from.Day) + " – " + l.short(to, year)
	case from.Year != to.Year:
		year = 0 // a stay over the turn of a year names both
	}
	return l.short(from, year) + " – " + l.short(to, year)
}

// Moment returns a time with the name of its zone: "21 November 2026, 12:38 CET (UTC+01:00)".
func (l *locale) Moment(t time.Time) string {
	text := fmt.Sprintf("%s, %s", l.fullDate(types.DateOf(t)), t.Format("15:04"))
	if name, offset := t.Zone(); name == "UTC" {
		return text + " UTC"
	} else if strings.ContainsAny(name, "+-0123456789") || offset == 0 {
		return text + " UTC" + t.Format("-07:00") // the zone has no name but its offset
	}
	return text + t.Format(" MST (UTC-07:00)")
}

// fullDate is a long date without its weekday.
func (l *locale) fullDate(d types.Date) string {
	return fmt.Sprintf(l.DayOnly, d.Day) + " " + l.Months[d.Month-1] + " " + strconv.Itoa(d.Year)
}

// country returns the name of a country that the service gave as its code of two letters,
// and everything else as it was given.
func (l *locale) country(given string) string {
	code, by := countries.Find(given)
	if len(given) != 2 || code == "" || by == countries.BySign {
		return given
	}
	return countries.Name(code, l.Tag[:2])
}

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
