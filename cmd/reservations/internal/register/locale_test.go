// SPDX-License-Identifier: MIT

package register

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// Every language has every word, with the same places for numbers and names.
func TestWordsAreComplete(t *testing.T) {
	t.Parallel()
	want := reflect.ValueOf(english.words)
	for code, l := range locales {
		got := reflect.ValueOf(l.words)
		for i := range got.NumField() {
			name := got.Type().Field(i).Name
			switch field := got.Field(i).Interface().(type) {
			case string:
				places := strings.Count(want.Field(i).String(), "%s")
				if strings.ContainsAny(field, `'"`) {
					t.Errorf("%s: %s has straight quotation marks: %q", code, name, field)
				}
				if field == "" || strings.Count(field, "%s") != places || strings.Count(field, "%") != places {
					t.Errorf("%s: %s is %q, want words with %d places", code, name, field, places)
				}
			case plural:
				if field.One == "" || field.Other == "" {
					t.Errorf("%s: %s is %q", code, name, field)
				}
			}
		}
		for _, names := range [][]string{l.Weekdays[:], l.Months[:], l.ShortMonths[:]} {
			seen := map[string]bool{"": true}
			for _, name := range names {
				if seen[name] {
					t.Errorf("%s: %q is missing or there twice in %q", code, name, names)
				}
				seen[name] = true
			}
		}
	}
}

func TestLocales(t *testing.T) {
	t.Parallel()
	year := time.Date(2026, 3, 9, 7, 5, 0, 0, time.FixedZone("CET", 3600))
	tests := map[string]map[string]string{
		"en": {
			"long": "Monday 9 March 2026", "short": "9 Mar", "other year": "9 Mar 2026", "span": "9 – 12 Mar", "months": "28 Feb – 2 Mar",
			"years": "30 Dec 2026 – 2 Jan 2027", "number": "-1,234,567", "share": "33.3 %", "of nobody": "–",
			"person": "1 person", "persons": "1,000 + ? persons", "none": "? persons", "reservations": "1 reservation", "night": "1 night", "nights": "2 nights", "titles": "Person-night, Person-nights", "moment": "9 March 2026, 07:05 CET (UTC+01:00)",
			"country": "Germany",
		},
		"nl": {
			"long": "maandag 9 maart 2026", "short": "9 mrt", "other year": "9 mrt 2026", "span": "9 – 12 mrt", "months": "28 feb – 2 mrt",
			"years": "30 dec 2026 – 2 jan 2027", "number": "-1.234.567", "share": "33,3 %",
			"person": "1 persoon", "persons": "1.000 + ? personen", "none": "? personen", "reservations": "1 reservering", "night": "1 nacht", "nights": "2 nachten", "titles": "Overnachting, Overnachtingen", "moment": "9 maart 2026, 07:05 CET (UTC+01:00)",
			"country": "Duitsland",
		},
		"de": {
			"long": "Montag, 9. März 2026", "short": "9. März", "other year": "9. März 2026", "span": "9. – 12. März", "months": "28. Feb. – 2. März",
			"years": "30. Dez. 2026 – 2. Jan. 2027", "number": "-1.234.567", "share": "33,3 %",
			"person": "1 Person", "persons": "1.000 + ? Personen", "none": "? Personen", "reservations": "1 Reservierung", "night": "1 Nacht", "nights": "2 Nächte", "titles": "Übernachtung, Übernachtungen", "moment": "9. März 2026, 07:05 CET (UTC+01:00)",
			"country": "Deutschland",
		},
	}
	march := func(day int) types.Date { return types.NewDate(2026, 3, day) }
	for code, want := range tests {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			l := locales[code]
			got := map[string]string{
				"long": l.long(march(9)), "short": l.short(march(9), 2026), "other year": l.short(march(9), 2025),
				"span": l.span(march(9), march(12), 2026), "months": l.span(types.NewDate(2026, 2, 28), march(2), 2026),
				"years":  l.span(types.NewDate(2026, 12, 30), types.NewDate(2027, 1, 2), 2026),
				"number": l.number(-1234567), "share": l.share(1, 3), "of nobody": l.share(0, 0),
				"person": l.persons(count{Known: 1}), "persons": l.persons(count{Known: 1000, Unknown: 1}), "none": l.persons(count{Unknown: 2}),
				"night": l.Nights.with(true, "1"), "nights": l.Nights.with(false, "2"), "titles": l.PersonNights.Title(true) + ", " + l.PersonNights.Title(false),
				"reservations": l.reservations(1), "moment": l.Moment(year), "country": l.country("DE"),
			}
			for name := range want {
				if got[name] != want[name] {
					t.Errorf("%s is %q, want %q", name, got[name], want[name])
				}
			}
		})
	}
}

// A zone without a name is named by its offset.
func TestMoment(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for want, zone := range map[string]*time.Location{
		"21 November 2026, 12:00 UTC":       time.UTC,
		"21 November 2026, 17:45 UTC+05:45": time.FixedZone("+0545", 20700),
	} {
		if got := english.Moment(noon.In(zone)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCountry(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"NL": "Netherlands", "nl": "Netherlands", "GB": "United Kingdom", "UK": "United Kingdom", "US": "United States",
		"XX": "XX", "ZZ": "ZZ", "EU": "EU", "12": "12", "": "", "Nederland": "Nederland", "NLD": "NLD", "?!": "?!",
	} {
		if got := english.country(given); got != want {
			t.Errorf("%q is %q, want %q", given, got, want)
		}
	}
}
