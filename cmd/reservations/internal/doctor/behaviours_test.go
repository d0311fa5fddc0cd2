// SPDX-License-Identifier: MIT

package doctor

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestBehaviours asks services that differ from the documented one in one respect. "!" is a serious contradiction.
func TestBehaviours(t *testing.T) {
	const yes, no, bad, unknown = "confirmed", "contradicted", "contradicted!", "undetermined"
	tests := []struct {
		name     string
		change   change
		check    string
		verdict  string
		observed string // a part of it and of its evidence
	}{
		{"pages of 50 at most", query(presencePath, atMost("limit", 50)), "register.limit", yes, "page of 1000: 37"},
		{"pages of 10 at most", query(presencePath, atMost("limit", 10)), "register.limit", yes, "page of 1000: 8"},
		{"limits above 100 are refused", refuse(400, largeLimit(presencePath)), "register.limit", yes, "refused with status 400"},
		{"limits above 100 are refused otherwise", refuse(422, largeLimit(presencePath)), "register.limit", yes, "refused with status 422"},
		{"limits above 100 fail otherwise", refuse(409, largeLimit(presencePath)), "register.limit", bad, "fails with status 409"},
		{"limits above 100 break the service", refuse(500, largeLimit(presencePath)), "register.limit", bad, "fails with status 500"},
		{"limits are ignored", query(presencePath, set("limit", "100")), "register.limit", no, "a page of 25 shows 76"},
		{"no total", total(func(any) int { return -1 }), "register.total", bad, "no page of 7"},
		{"no total on some pages", totalOfPage(20, -1), "register.total", bad, "1 of 7 pages have no"},
		{"totals of pages", total(shownOn), "register.total", bad, "the reservations that the page shows"},
		{"another total on one page", totalOfPage(20, 300), "register.total", unknown, "1 of 7 pages have another"},
		{"a total of items", totalOf(itemsOn), "register.counts", no, "the number of items"},
		{"a total of pages", totalOf(func(days any) int { return (shownOn(days) + 24) / 25 }), "register.counts", bad, "pages of 25"},
		{"a total that is too low", totalOf(func(days any) int { return shownOn(days) - 30 }), "register.counts", bad, "it is less"},
		{"a total of those who are shown", totalOf(shownOn), "register.counts", yes, "that are shown"},
		{"a total, and small pages", query(presencePath, atMost("limit", 50)), "register.counts", unknown, "no page shows all"},
		{"the order changes", query(presencePath, anyOffset), "register.order", bad, "they share"},
		{"the offset is ignored", query(presencePath, set("offset", "")), "register.offset", bad, "is the first page again"},
		{"the offset counts pages", query(presencePath, timesTen), "register.offset", bad, "do not overlap"},
		{"stays are split", document(presencePath, splitStays), "register.offset", bad, "other items on another page: "},
		{"no order, so no overlap", query(presencePath, anyOffset), "register.offset", unknown, "two equal requests"},
		{"dateTo is not included", document(presencePath, withoutLastDay), "register.date-to", no, "is left out"},
		{"days are not sent", document(presencePath, withoutDays), "register.date-to", unknown, "yesterday is in no range"},
		{"lists of 50 at most", query(summariesPath, atMost("limit", 50)), "summaries.limit", yes, "page of 1000: 50"},
		{"lists of more than 100 are refused", refuse(404, largeLimit(summariesPath)), "summaries.limit", yes, "refused with status 404"},
		{"lists ignore the offset", query(summariesPath, set("offset", "")), "summaries.offset", bad, "is the first page again"},
		{"lists come in another order", when(calls(2), document(summariesPath, backwards)), "summaries.order", bad, "in another order"},
		{"date-times without offset", records("modified", "2026-07-01T12:00:00"), "values.date-times", no, "no; [in UTC: "},
		{"date-times in local time", records("modified", "2026-07-01T12:00:00+02:00"), "values.date-times", yes, ", without offset: 0]"},
		{"a field that is not documented", records("petPolicy", "dogs welcome"), "values.unknown-fields", yes, " field [].accommodation.petPolicy field [].accommodationUnit.petPolicy "},
		{"a limit is announced", header("X-Ratelimit-Limit", "60"), "service.rate-limit", yes, "it announces one"},
		{"a limit is reached", refuse(429, calls(2)), "service.rate-limit", no, "request 2 was refused with status 429"},
		{"errors as documented", refuse(404, beyondTheEnd), "service.errors", yes, "yes; [errors: 1]"},
		{"errors of another form", when(beyondTheEnd, reservationstest.Body(404, "application/json", `{"description":"no"}`)), "service.errors", no, "1 of 1 have another form"},
		{"a clock that is ahead", skewed(90 * time.Second), "service.clock", no, "ahead: 91"},
		{"a clock that is behind", skewed(-time.Hour), "service.clock", no, "ahead: -3600"},
		{"no clock", header("Date", ""), "service.clock", unknown, "no response has a Date"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := ask(t, changed(newPark(), test.change), test.check).answer(test.check)
			verdict := string(got.Verdict)
			if got.Serious {
				verdict += "!"
			}
			observed := fmt.Sprint(got.Observed, "; ", got.Evidence)
			if verdict != test.verdict || !strings.Contains(observed, test.observed) {
				t.Errorf("got %s, %q, want %s, %q", verdict, observed, test.verdict, test.observed)
			}
		})
	}
}

// TestNamesOfFields holds which undocumented names are shown.
func TestNamesOfFields(t *testing.T) {
	for name, want := range map[string]bool{
		"petPolicy": true, "line2": true, "Jansen": false, "anna@example.com": false, "anna.jansen": false, "id2026": false, "de Vries": false,
		"": false, "aVeryLongNameThatNobodyWouldGiveToAFieldOfARecord": false,
	} {
		if got := isNameOfField(name, 11, 20); got != want {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
	if isNameOfField("petPolicy", 10, 20) || isNameOfField("petPolicy", 9, 9) {
		t.Error("a field of half of the records, or of less than ten, is shown")
	}
}
