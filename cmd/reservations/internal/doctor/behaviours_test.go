// SPDX-License-Identifier: MIT

package doctor

import (
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// A behaviour is something that a service may do, and what doctor has to find.
type behaviour struct {
	name    string
	changes []change
	check   string
	verdict Verdict
	habit   string
	value   int
}

var behaviours = []behaviour{
	{"pages of 10 at most", clamp(presencePath, 10), "register.limit", Confirmed, "at-most", 8},
	{"pages of 50 at most", clamp(presencePath, 50), "register.limit", Confirmed, "at-most", 37},
	{"pages of 100 at most", clamp(presencePath, 100), "register.limit", Confirmed, "at-most", 76},
	{"limits above 100 are refused", refuseLimits(presencePath, 400), "register.limit", Confirmed, "refused", 400},
	{"limits above 100 are refused as another error", refuseLimits(presencePath, 422), "register.limit", Contradicted, "refused", 422},
	{"limits above 100 break the service", refuseLimits(presencePath, 500), "register.limit", Contradicted, "fails", 500},
	{"limits are ignored", one(query(presencePath, remove("limit"))), "register.limit", Contradicted, "ignored", 19},
	{"default pages of 40", one(query(presencePath, byDefault("limit", "40"))), "register.default-limit", Contradicted, "other", 28},
	{"no total", one(total(func(any) string { return "" })), "register.total", Contradicted, "missing", 0},
	{"totals of pages", one(total(shownOn)), "register.total", Contradicted, "page", 0},
	{"a total of items", one(totalOf(itemsOn)), "register.counts", Contradicted, "items", 0},
	{"a total of pages", one(totalOf(func(days any) string { return pagesOf(shownOn(days)) })), "register.counts", Contradicted, "pages", 0},
	{"a total that is too low", one(totalOf(func(days any) string { return less(shownOn(days)) })), "register.counts", Contradicted, "fewer", 0},
	{"a total of those who are shown", one(totalOf(shownOn)), "register.counts", Confirmed, "shown", 0},
	{"offsets beyond the end are refused", one(refuse(404, beyond(301))), "register.end", Confirmed, "refused", 404},
	{"offsets beyond the end begin again", one(query(presencePath, wrap(301))), "register.end", Contradicted, "first", 0},
	{"offsets beyond the end repeat the last page", one(query(presencePath, atMost("offset", 280))), "register.end", Contradicted, "repeats", 0},
	{"the order changes", one(query(presencePath, anyOffset)), "register.order", Contradicted, "changes", 0},
	{"the offset is ignored", one(query(presencePath, remove("offset"))), "register.offset", Contradicted, "ignored", 0},
	{"the offset counts pages", one(query(presencePath, timesTen)), "register.offset", Contradicted, "other", 0},
	{"stays are split", one(document(presencePath, splitStays)), "register.whole", Contradicted, "split", 0},
	{"dateTo is not included", one(document(presencePath, withoutLastDay)), "register.date-to", Contradicted, "excluded", 0},
	{"no dateTo means until today", one(query(presencePath, byDefault("dateTo", "2026-11-20T00:00:00Z"))), "register.no-date-to", Contradicted, "several", 5},
	{"dateTo is required", one(refuse(400, without("dateTo"))), "register.no-date-to", Contradicted, "refused", 400},
	{"empty days are left out", one(document(presencePath, withoutEmptyDays)), "register.empty-days", Contradicted, "left-out", 0},
	{"a day is there twice in autumn", one(document(presencePath, twiceInAutumn)), "register.summer-time", Contradicted, "twice", 0},
	{"days of another range", one(document(presencePath, anotherDay)), "register.days", Contradicted, "outside", 0},
	{"days come backwards", one(document(presencePath, backwards)), "register.days", Contradicted, "unsorted", 0},
	{"cancelled reservations are never there", one(query(presencePath, remove("includeCancelled"))), "register.cancelled", Undetermined, "", 0},
	{"grouped is ignored", one(query(presencePath, remove("grouped"))), "register.grouped", Contradicted, "ignored", 0},
	{"items have numbers alone", one(document(presencePath, drop("reservationId"))), "register.identity", Confirmed, "numbers", 0},
	{"items have neither id nor number", one(document(presencePath, drop("reservationId", "reservationNumber"))), "register.identity", Contradicted, "neither", 0},
	{"lists of 50 at most", clamp(summariesPath, 50), "summaries.limit", Confirmed, "at-most", 50},
	{"lists of more than 100 are refused", refuseLimits(summariesPath, 400), "summaries.limit", Confirmed, "refused", 400},
	{"lists ignore the offset", one(query(summariesPath, remove("offset"))), "summaries.offset", Contradicted, "ignored", 0},
	{"lists repeat their end", one(query(summariesPath, atMost("offset", 140))), "summaries.end", Contradicted, "repeats", 0},
	{"lists refuse offsets beyond the end", one(refuse(400, beyond(150))), "summaries.end", Contradicted, "refused", 400},
	{"lists come in any order", one(document(summariesPath, shuffled)), "summaries.order", Contradicted, "changes", 0},
	{"default lists of 50", one(query(summariesPath, byDefault("limit", "50"))), "summaries.default-limit", Contradicted, "other", 50},
	{"lists have a total", one(header(summariesPath, "X-Total-Count", "150")), "summaries.total", Confirmed, "sent", 0},
	{"modifiedSince excludes its moment", one(query(summariesPath, later("modifiedSince", time.Second))), "summaries.modified-since", Contradicted, "excluded", 0},
	{"modifiedSince is ignored", one(query(summariesPath, remove("modifiedSince"))), "summaries.modified-since", Contradicted, "ignored", 0},
	{"ranges are about arrivals", one(document(summariesPath, arrivals)), "summaries.range", Contradicted, "arrival", 0},
	{"supplements come in pages", one(query(supplementsPath, byDefault("limit", "20"))), "supplements.default-limit", Contradicted, "page", 20},
	{"supplements ignore offsets", one(query(supplementsPath, remove("offset"))), "supplements.offset", Contradicted, "offset-ignored", 0},
	{"supplements ignore limits", one(query(supplementsPath, remove("limit"))), "supplements.offset", Contradicted, "limit-ignored", 0},
	{"percentages are fractions", one(document("", set("percentage", jsonNumber("0.065")))), "values.percentage", Contradicted, "fraction", 0},
	{"countries are names", one(document("", setAll("Nederland", "country", "guestCountry"))), "values.country", Contradicted, "names", 0},
	{"countries are small codes", one(document("", setAll("nl", "country", "guestCountry"))), "values.country", Contradicted, "other-codes", 0},
	{"countries of several forms", one(document("", set("country", "Nederland"))), "values.country", Contradicted, "mixed", 0},
	{"date-times in local time", one(document("", set("modified", "2026-07-01T12:00:00+02:00"))), "values.date-times", Confirmed, "mixed", 0},
	{"date-times without offset", one(document("", set("modified", "2026-07-01T12:00:00"))), "values.date-times", Contradicted, "no-offset", 0},
	{"nulls", one(document("", set("checkin", nil))), "values.null", Confirmed, "null", 0},
	{"unknown fields", one(document("", set("petPolicy", "dogs welcome"))), "values.unknown-fields", Confirmed, "some", 10},
	{"texts in the place of numbers", one(document(summariesPath, set("numOfDays", "7"))), "values.warnings", Contradicted, "some", 1},
	{"texts that are no numbers", one(document(summariesPath, set("numOfDays", "a week"))), "values.warnings", Contradicted, "unreadable", 1},
	{"a cache that replays", one(replay()), "service.cache", Contradicted, "replays", 0},
	{"a cache that says so", one(header("", "Age", "31")), "service.cache", Contradicted, "replays", 0},
	{"a clock that is ahead", one(skewed(90 * time.Second)), "service.clock", Contradicted, "ahead", 90},
	{"a clock that is behind", one(skewed(-time.Hour)), "service.clock", Contradicted, "behind", -3600},
	{"a limit is announced", one(header("", "X-RateLimit-Limit", "60"), header("", "X-RateLimit-Remaining", "59")), "service.rate-limit", Confirmed, "announced", 60},
	{"a limit is reached", one(limited(2)), "service.rate-limit", Contradicted, "refused", 3},
	{"slow responses", one(slow(20 * time.Second)), "service.latency", Contradicted, "slow", 20},
	{"compressed responses", one(zipped), "service.gzip", Confirmed, "gzip", 0},
	{"texts with another type", one(header("", "Content-Type", "text/html")), "service.content-type", Contradicted, "other", 0},
	{"errors of another form", one(page404), "service.errors", Contradicted, "other", 0},
}

// TestBehavioursAreFound asks services that differ from the documented one in one respect.
func TestBehavioursAreFound(t *testing.T) {
	for _, test := range testkit.Cases(12, behaviours) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := examine(t, changed(newPark(), test.changes...), test.check).Find(test.check)
			if got.Verdict != test.verdict || got.Habit != test.habit || got.Value != test.value {
				t.Errorf("got %s %q %d, want %s %q %d; observed: %s %v",
					got.Verdict, got.Habit, got.Value, test.verdict, test.habit, test.value, got.Observed, got.Evidence)
			}
		})
	}
}
