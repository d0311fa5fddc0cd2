// SPDX-License-Identifier: MIT

package statistics

import (
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
)

// TestGermanRow: every country is in one row, and these in those.
func TestGermanRow(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"DE": "Deutschland", "NL": "Niederlande", "LI": "Schweiz und Liechtenstein", "CH": "Schweiz und Liechtenstein",
		"TR": "Türkei", "CY": "Zypern", "RS": "Sonstige europäische Länder", "XK": "Sonstige europäische Länder",
		"EG": "Sonstige afrikanische Länder", "SA": "Arabische Golfstaaten", "HK": "China und Hongkong",
		"TH": "Sonstige asiatische Länder", "US": "Vereinigte Staaten", "GL": "Sonstige nordamerikanische Länder",
		"MX": "Mittelamerika und Karibik", "CU": "Mittelamerika und Karibik", "AR": "Sonstige südamerikanische Länder",
		"AU": "Australien", "NZ": "Neuseeland und Ozeanien", "FJ": "Neuseeland und Ozeanien", unknown: "Ohne Angabe", //nolint:misspell // German
	}
	for country, want := range tests {
		if got := germanForm[germanRow(country)].name; got != want {
			t.Errorf("%s is in %q, want %q", country, got, want)
		}
	}
	used := map[int]bool{}
	for _, code := range countries.Codes() {
		i := germanRow(code)
		used[i] = true
		if germanForm[i].name == "Ohne Angabe" {
			t.Errorf("%s is in no row", code)
		}
	}
	if len(used) != len(germanForm)-1 {
		t.Errorf("%d of %d rows have countries", len(used), len(germanForm))
	}
	var named []string
	for _, row := range germanForm {
		named = append(named, strings.Fields(row.countries)...)
	}
	slices.Sort(named)
	if got := len(slices.Compact(slices.Clone(named))); got != len(named) {
		t.Errorf("%d countries are named in %d places", got, len(named))
	}
}
