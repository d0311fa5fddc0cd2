// SPDX-License-Identifier: MIT

package doctor

import (
	"net/http"
	"testing"
)

// TestTextsOfPhrases holds which phrases are left out because a response has sent what they show.
func TestTextsOfPhrases(t *testing.T) {
	seen := texts{}
	seen.addResponse(&reply{
		exchange: exchange{header: http.Header{"X-Guest": {"X-Jansen"}, "X-Total-Count": {"123456"}}, asked: []string{"secret", "park.example", ""}},
		leaves:   leavesOf([]byte(`[{"name":"petPolicy","id":987654,"persons":12,"note":"N"}]`)),
	})
	tests := []struct {
		name   string
		phrase phrase
		want   bool
	}{
		{"a count", say("%d", count(12)), false},
		{"a total", say("%d", count(123456)), false},
		{"an id", say("%d", count(987654)), true},
		{"a field", withAll("field", []fieldPath{"[].guest.name"}), false},
		{"a field with the name of a value", withAll("field", []fieldPath{"[].guest.petPolicy"}), true},
		{"a header", withAll("headers:", []headerName{"X-Guest"}), false},
		{"a header with the name of a value", withAll("headers:", []headerName{"X-Guest", "X-Jansen"}), true},
		{"a word of the program", say("%v", word("petPolicy")), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := seen.in(test.phrase); got != test.want {
				t.Errorf("got %v, want %v for %q", got, test.want, test.phrase)
			}
		})
	}
}

// TestTextsInAReport holds which reports are thrown away.
func TestTextsInAReport(t *testing.T) {
	tests := []struct {
		name           string
		seen, observed string
		want           bool
	}{
		{"a name", "de Vries", "guests such as de Vries", true},
		{"a name in another one", "Vries", "the Vriesland", false},
		{"a name twice, first in another one", "Vries", "the Vriesland of Vries.", true},
		{"the key", "secret-key", "X-Api-Key: secret-key", true},
		{"an id", "987654", "987654", true},
		{"a small number", "25", "25 of 30", false},
		{"a letter", "N", "N", false},
		{"a word of the program", "reservations", "12 reservations", false},
		{"other letters", "ß日本", "(ß日本)", true},
		{"nothing", "", "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			seen := texts{}
			seen.add(test.seen)
			report := &Report{Results: []Result{{Observed: test.observed}}}
			if got := seen.inReport(report, "%d reservations"); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestNamesOfFields holds which undocumented names are shown.
func TestNamesOfFields(t *testing.T) {
	tests := []struct {
		name    string
		records int
		want    bool
	}{
		{"petPolicy", 3, true},
		{"line2", 3, true},
		{"petPolicy", 2, false},
		{"Jansen", 9, false},
		{"anna@example.com", 9, false},
		{"anna.jansen", 9, false},
		{"id2026", 9, false},
		{"de Vries", 9, false},
		{"", 9, false},
		{"aVeryLongNameThatNobodyWouldGiveToAFieldOfARecord", 9, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := isNameOfField(test.name, test.records); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
