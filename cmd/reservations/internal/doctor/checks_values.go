// SPDX-License-Identifier: MIT

package doctor

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
)

// checksOfValues ask what is in the records. They look at all responses.
var checksOfValues = []check{
	{
		id: "values.percentage", question: "Is a percentage 6.5 or 0.065?",
		documented: "not shown", assumed: "it is kept as sent",
		test: "types/decimal_test.go TestDecimalsRead", decide: percentages, steps: listsOfRecords,
	},
	{
		id: "values.country", question: "Is a country a code or a name?",
		documented: "not shown", assumed: "it is kept as sent; the test service sends two capital letters",
		test: "internal/proof/register/person_nights_test.go TestPersonNights", decide: countries, steps: listsOfRecords,
	},
	{
		id: "values.date-times", question: "Which offset has a date-time?",
		documented: "ISO 8601", assumed: "any form is read; one without an offset is not an instant",
		test: "types/reference_test.go FuzzAgainstReference", decide: dateTimes, steps: listsOfRecords,
	},
	{
		id: "values.null", question: "Is an optional field left out or null?",
		documented: "not shown", assumed: "both mean that it is not given",
		test: "types/records_test.go TestNullReadsLikeAbsent", decide: nulls, steps: listsOfRecords,
	},
	{
		id: "values.unknown-fields", question: "Are there fields that are not documented?",
		documented: "further fields of some records are not shown", assumed: "they are kept in Extra",
		test: "internal/lenient/missing_test.go TestUnknownFieldsAreKept", decide: undocumented, steps: listsOfRecords,
	},
	{
		id: "values.warnings", question: "Are all values as documented?",
		documented: "the tables of fields", assumed: "what is plain is read and reported; the rest is left out, or an error where it is required",
		test: "internal/lenient/scalar_test.go TestUnexpectedScalars", decide: warnings, steps: listsOfRecords,
	},
}

var listsOfRecords = []string{
	"register.limit-25", "summaries.first", "summaries.limit-100", "supplements.first", "entries.first", "facilities.groups",
	"facilities.filters", "camping.equipment", "record.guest", "record.unit",
}

// fewestValues are needed for a verdict about a form.
const fewestValues = 3

func percentages(p *probe) finding {
	whole, parts := 0, 0
	p.eachValue(func(name string, value any) {
		if name != "percentage" {
			return
		}
		text, isText := value.(string)
		if number, ok := value.(json.Number); ok {
			text, isText = number.String(), true
		}
		n, err := strconv.ParseFloat(text, 64)
		switch {
		case !isText || err != nil || n <= 0:
		case n > 1:
			whole++
		default:
			parts++
		}
	})
	evidence := say("%d [value|values] above 1 and %d up to 1", count(whole), count(parts))
	switch {
	case whole > 0:
		return confirmed("percent", say("percentages are written as 6.5"), "Divide by 100.").because(evidence)
	case parts >= fewestValues:
		return contradicted("fraction", say("all %d percentages are at most 1, as 0.065 is", count(parts)),
			"Do not divide by 100. Compare one with what your office sees.").because(evidence)
	}
	return undetermined(say("there are too few percentages to tell")).because(evidence)
}

var (
	twoCapitals = regexp.MustCompile(`^[A-Z]{2}$`)
	otherCode   = regexp.MustCompile(`^([a-z]{2}|[A-Z]{3}|[a-z]{3})$`)
)

func countries(p *probe) finding {
	codes, otherCodes, names := 0, 0, 0
	p.eachValue(func(name string, value any) {
		text, ok := value.(string)
		if text = strings.TrimSpace(text); !ok || text == "" || name != "country" && name != "guestCountry" {
			return
		}
		switch {
		case twoCapitals.MatchString(text):
			codes++
		case otherCode.MatchString(text):
			otherCodes++
		default:
			names++
		}
	})
	evidence := say("%d of two capital letters, %d other codes, %d names", count(codes), count(otherCodes), count(names))
	const advice = "Map them where you need ISO codes: statistics takes a file of countries."
	switch {
	case codes+otherCodes+names < fewestValues:
		return undetermined(say("there are too few countries to tell")).because(evidence)
	case otherCodes+names == 0:
		return confirmed("codes", say("two capital letters"), "Nothing to do.").because(evidence)
	case codes+otherCodes == 0:
		return contradicted("names", say("names"), advice).because(evidence)
	case codes+names == 0:
		return contradicted("other-codes", say("codes that are not two capital letters"), advice).because(evidence)
	}
	return contradicted("mixed", say("several forms"), advice).because(evidence)
}

var dateTimeForm = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}:?(\d{2})?)?$`)

func dateTimes(p *probe) finding {
	utc, none := 0, 0
	local := map[string]int{}
	p.eachValue(func(_ string, value any) {
		text, _ := value.(string)
		match := dateTimeForm.FindStringSubmatch(text)
		switch {
		case match == nil:
		case match[3] == "":
			none++
		case match[3] == "Z" || strings.Trim(match[3], "+-:0") == "":
			utc++
		default:
			local[match[3]]++
		}
	})
	offsets := 0
	for _, n := range local {
		offsets += n
	}
	evidence := say("%d in UTC, %d with one of %d other offsets, %d without offset",
		count(utc), count(offsets), count(len(local)), count(none))
	switch {
	case utc+offsets+none < fewestValues:
		return undetermined(say("there are too few date-times to tell")).because(evidence)
	case none > 0:
		return contradicted("no-offset", say("%d [date-time has|date-times have] no offset", count(none)),
			"They name a time of the clock: use the written date, and do not compare them with instants.").because(evidence)
	case offsets == 0:
		return confirmed("utc", say("UTC"), "Convert to the local time of the park where a day matters.").because(evidence)
	case utc == 0:
		return confirmed("local", say("local time with %d [offset|offsets]", count(len(local))), "Nothing to do.").with(len(local)).because(evidence)
	}
	return confirmed("mixed", say("UTC and local time"), "Nothing to do: each has its offset.").because(evidence)
}

func nulls(p *probe) finding {
	null, other := 0, 0
	p.eachValue(func(_ string, value any) {
		if value == nil {
			null++
		} else {
			other++
		}
	})
	switch {
	case null+other == 0:
		return undetermined(say("there are no values"))
	case null > 0:
		return confirmed("null", say("%d of %d values are null", count(null), count(null+other)), "Nothing to do.")
	}
	return confirmed("left-out", say("none of %d values is null", count(other)), "Nothing to do.")
}

func undocumented(p *probe) finding {
	found := map[unknownField]int{}
	for _, id := range named(p.replies) {
		for field, n := range unknownFields(p.replies[id].value) {
			found[field] += n
		}
	}
	if len(found) == 0 {
		return confirmed("none", say("none"), "Nothing to do.")
	}
	const most = 40
	var shown []fieldPath
	for field, n := range found {
		if isNameOfField(field.name, n) {
			shown = append(shown, field.path())
		}
	}
	slices.Sort(shown)
	shown = shown[:min(most, len(shown))]
	f := confirmed("some", say("%d [field|fields], %d of them shown", count(len(found)), count(len(shown))),
		"Read them from Extra, and tell us their names so that they can be documented.").with(len(found))
	for _, path := range shown {
		f = f.because(withAll("field", []fieldPath{path}))
	}
	return f
}

func warnings(p *probe) finding {
	found := map[reservations.WarningCount]int{}
	unreadable := 0
	for _, id := range named(p.replies) {
		r := p.replies[id]
		for _, w := range r.warnings {
			n := w.Count
			w.Count = 0
			found[w] += n
			if !w.Read {
				unreadable += n
			}
		}
	}
	if len(found) == 0 {
		return confirmed("none", say("yes"), "Nothing to do.")
	}
	kinds := slices.SortedFunc(maps.Keys(found), func(a, b reservations.WarningCount) int {
		return strings.Compare(a.Field+a.Problem, b.Field+b.Problem)
	})
	f := contradicted("some", say("%d [kind of values is|kinds of values are] not as documented", count(len(found))), "They are read as they are meant.").
		with(len(found))
	if unreadable > 0 {
		f = contradicted("unreadable", say("%d [kind of values is|kinds of values are] not as documented, and %d [value is|values are] missing or cannot be read",
			count(len(found)), count(unreadable)), "What cannot be read is left out of optional fields. Tell us, please.").with(len(found)).asSerious()
	}
	const most = 40
	for _, w := range kinds[:min(most, len(kinds))] {
		f = f.because(say("%d times in %s: %s", count(found[w]), word(w.Field), word(w.Problem)))
	}
	return f
}

// eachValue calls do for every value of every response.
func (p *probe) eachValue(do func(name string, value any)) {
	for _, id := range named(p.replies) {
		if r := p.replies[id]; r.status >= 200 && r.status < 300 {
			for _, l := range r.leaves {
				do(l.name, l.value)
			}
		}
	}
}
