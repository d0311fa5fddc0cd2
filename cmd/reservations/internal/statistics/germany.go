// SPDX-License-Identifier: MIT

package statistics

import (
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
)

// formRow is a row of the German form: a name and the countries in it. One without countries takes those of
// its area that no other row has.
type formRow struct {
	name, countries, area string
}

// germanForm are the rows of the monthly German form for accommodation, in the order that it had in 2012.
var germanForm = []formRow{
	{"Deutschland", "DE", ""},
	{"Belgien", "BE", ""},
	{"Bulgarien", "BG", ""},
	{"Dänemark", "DK", ""},
	{"Estland", "EE", ""},
	{"Finnland", "FI", ""},
	{"Frankreich", "FR", ""},
	{"Griechenland", "GR", ""},
	{"Großbritannien und Nordirland", "GB", ""},
	{"Irland", "IE", ""},
	{"Island", "IS", ""},
	{"Italien", "IT", ""},
	{"Kroatien", "HR", ""},
	{"Lettland", "LV", ""},
	{"Litauen", "LT", ""},
	{"Luxemburg", "LU", ""},
	{"Malta", "MT", ""},
	{"Niederlande", "NL", ""},
	{"Norwegen", "NO", ""},
	{"Österreich", "AT", ""},
	{"Polen", "PL", ""},
	{"Portugal", "PT", ""},
	{"Rumänien", "RO", ""},
	{"Russland", "RU", ""},
	{"Schweden", "SE", ""},
	{"Schweiz und Liechtenstein", "CH LI", ""},
	{"Slowakei", "SK", ""},
	{"Slowenien", "SI", ""},
	{"Spanien", "ES", ""},
	{"Tschechien", "CZ", ""},
	{"Türkei", "TR", ""},
	{"Ukraine", "UA", ""},
	{"Ungarn", "HU", ""},
	{"Zypern", "CY", ""},
	{"Sonstige europäische Länder", "", "Europe"},
	{"Südafrika", "ZA", ""},
	{"Sonstige afrikanische Länder", "", "Africa"},
	{"Kanada", "CA", ""},
	{"Vereinigte Staaten", "US", ""},
	{"Sonstige nordamerikanische Länder", "", "Northern America"},
	{"Mittelamerika und Karibik", "", "Central America and Caribbean"},
	{"Brasilien", "BR", ""},
	{"Sonstige südamerikanische Länder", "", "South America"},
	{"Arabische Golfstaaten", "AE BH KW OM QA SA", ""},
	{"China und Hongkong", "CN HK", ""},
	{"Indien", "IN", ""},
	{"Israel", "IL", ""},
	{"Japan", "JP", ""},
	{"Südkorea", "KR", ""},
	{"Taiwan", "TW", ""},
	{"Sonstige asiatische Länder", "", "Asia"},
	{"Australien", "AU", ""}, //nolint:misspell // German
	{"Neuseeland und Ozeanien", "", "Oceania"},
	{"Ohne Angabe", "", ""},
}

// germanRow is the row of a country: its index in germanForm.
func germanRow(country string) int {
	byCountry := func(r formRow) bool { return slices.Contains(strings.Fields(r.countries), country) }
	if i := slices.IndexFunc(germanForm, byCountry); i >= 0 {
		return i
	}
	area := countries.Area(country) // "" for unknown, as in the last row
	return slices.IndexFunc(germanForm, func(r formRow) bool { return r.countries == "" && r.area == area })
}

// germanTable is the worksheet for the German form, over all categories. It says what it is not.
func germanTable(report *Report) cli.Table {
	table := cli.Table{Header: []string{"Monat", "Herkunftsland (Arbeitsblatt, kein amtliches Formular)", "Ankünfte", "Übernachtungen"}}
	for _, month := range report.Months {
		sums := make([]Numbers, len(germanForm))
		for _, row := range month.Rows {
			sums[germanRow(row.Country)].add(row.Numbers)
		}
		for i, row := range germanForm {
			table.Rows = append(table.Rows, germanCells(month.Month, row.name, sums[i]))
		}
		table.Rows = append(table.Rows, germanCells(month.Month, "Insgesamt", month.Total))
	}
	return table
}

func germanCells(month, name string, n Numbers) []string {
	return []string{month, name, strconv.Itoa(n.Arrivals), strconv.Itoa(n.Nights)}
}
