// SPDX-License-Identifier: MIT

package doctor

// A check is one question about the service, as --list-checks prints it.
type check struct {
	ID         string   `json:"check"`
	Question   string   `json:"question"`
	Documented string   `json:"documented"`
	Assumed    string   `json:"assumed"`  // by the SDK, or by its test service where the SDK needs no answer
	Requests   []string `json:"requests"` // the ids of the requests whose replies are looked at
	observe    func(*probe) finding
}

// checks are all questions, in the order of the report.
var checks = []check{
	{
		ID: "register.limit", Question: "Is there a largest page?",
		Documented: "the maximum is not shown", Assumed: "a page may be smaller than asked for, and 400 or 404 refuses its size",
		Requests: []string{"register.first", "register.large", "register.last"},
		observe:  func(p *probe) finding { return largestPage(p, "register.first", "register.large", "register.last") },
	},
	{
		ID: "register.total", Question: "Has every page the same X-Total-Count?",
		Documented: "the response carries it", Assumed: "on every page; without it no register is returned",
		Requests: pagesOfRegister, observe: totals,
	},
	{
		ID: "register.counts", Question: "What does X-Total-Count count?",
		Documented: "reservations", Assumed: "reservations, also those that nobody has checked in for",
		Requests: []string{"register.first", "register.large", "register.last", "register.two-days"}, observe: counted,
	},
	{
		ID: "register.order", Question: "Do two equal requests show the same reservations?",
		Documented: "not shown", Assumed: "yes; pages that contradict each other are read again, at most three times",
		Requests: []string{"register.first", "register.again"},
		observe:  func(p *probe) finding { return order(p, "register.first", "register.again") },
	},
	{
		ID: "register.offset", Question: "Do overlapping pages agree?",
		Documented: "paging is on reservations, and a stay is never split", Assumed: "yes; overlapping pages prove a register complete",
		Requests: []string{"register.first", "register.again", "register.overlap", "register.wide"},
		observe: func(p *probe) finding {
			return overlap(p, "register.first", "register.again", "register.overlap", "register.wide")
		},
	},
	{
		ID: "register.date-to", Question: "Is the day of dateTo included?",
		Documented: "not shown", Assumed: "yes, in the test service; the SDK takes the days that come",
		Requests: []string{"register.two-days", "register.next-day"}, observe: dateTo,
	},
	{
		ID: "summaries.limit", Question: "Is there a largest page of summaries?",
		Documented: "the maximum is not shown", Assumed: "a page may be smaller than asked for, and 400 or 404 refuses its size",
		Requests: []string{"summaries.first", "summaries.large", "summaries.rest"},
		observe:  func(p *probe) finding { return largestPage(p, "summaries.first", "summaries.large", "summaries.rest") },
	},
	{
		ID: "summaries.order", Question: "Have two equal requests the same order?",
		Documented: "not shown", Assumed: "yes; a list without a stable order ends with an error",
		Requests: []string{"summaries.first", "summaries.again"},
		observe:  func(p *probe) finding { return order(p, "summaries.first", "summaries.again") },
	},
	{
		ID: "summaries.offset", Question: "Do overlapping pages of summaries agree?",
		Documented: "not shown", Assumed: "yes; each page begins with the last record of the page before",
		Requests: []string{"summaries.first", "summaries.again", "summaries.overlap", "summaries.large"},
		observe: func(p *probe) finding {
			return overlap(p, "summaries.first", "summaries.again", "summaries.overlap", "summaries.large")
		},
	},
	{
		ID: "values.date-times", Question: "Has every date-time an offset?",
		Documented: "ISO 8601", Assumed: "any form is read; one without an offset is not an instant",
		Requests: []string{"register.first", "summaries.first", "summaries.large"}, observe: dateTimes,
	},
	{
		ID: "values.unknown-fields", Question: "Are there fields that are not documented?",
		Documented: "further fields of some records are not shown", Assumed: "they are kept in Extra",
		Requests: []string{"register.first", "summaries.first", "summaries.large"}, observe: undocumented,
	},
	{
		ID: "service.rate-limit", Question: "Does the service announce a limit, or refuse a request?",
		Documented: "thresholds, windows and headers are not shown", Assumed: "no; the limit is learned from refusals",
		Requests: []string{"register.first", "register.again", "register.large"}, observe: rateLimit,
	},
	{
		ID: "service.errors", Question: "Have errors the documented form?",
		Documented: "statusCode, description, errors", Assumed: "the status decides; any body is read",
		Requests: []string{"register.first", "register.beyond"}, observe: errorForm,
	},
	{
		ID: "service.clock", Question: "Do the clocks agree?",
		Documented: "not shown", Assumed: "not needed: times of the service are compared with its Date",
		Requests: []string{"register.first"}, observe: clock,
	},
}

// pagesOfRegister are pages of one register.
var pagesOfRegister = []string{
	"register.first", "register.again", "register.wide", "register.large", "register.last", "register.overlap", "register.beyond",
}
