// SPDX-License-Identifier: MIT

package doctor

// A check is one question about the service, as --list-checks prints it.
type check struct {
	ID         string   `json:"id"`
	Question   string   `json:"question"`
	Documented string   `json:"documented"`
	Assumed    string   `json:"assumed"`            // by the SDK, or by its test service where the SDK needs no answer
	Requests   []string `json:"requests,omitempty"` // the ids of the requests whose replies are looked at
	observe    func(p *probe, requests []string) finding
}

// checks are all questions, in the order of the report.
var checks = []check{
	{"register.limit", "Is there a largest page?",
		"the maximum is not shown", "a page may be smaller than asked for, and 400, 404, 413, 414 or 422 refuses its size",
		[]string{"register.first", "register.large", "register.last"}, largestPage},
	{"register.total", "Has every page the same X-Total-Count?",
		"the response carries it", "on every page; without it no register is returned",
		[]string{"register.first", "register.again", "register.wide", "register.large", "register.last", "register.overlap", "register.beyond"},
		totals},
	{"register.counts", "What does X-Total-Count count?",
		"reservations", "reservations, also those that nobody has checked in for",
		[]string{"register.large", "register.two-days", "register.last"}, counted},
	{"register.order", "Do two equal requests show the same reservations?",
		"not shown", "yes; pages that contradict each other are read again, at most three times",
		[]string{"register.first", "register.again"}, order},
	{"register.offset", "Do overlapping pages agree?",
		"paging is on reservations, and a stay is never split", "yes; overlapping pages prove a register complete",
		[]string{"register.first", "register.again", "register.overlap", "register.wide"}, overlap},
	{"register.date-to", "Is the day of dateTo included?",
		"not shown", "yes, in the test service; a register has the day whatever the service does",
		[]string{"register.two-days", "register.next-day"}, dateTo},
	{"summaries.limit", "Is there a largest page of summaries?",
		"the maximum is not shown", "a page may be smaller than asked for, and 400, 404, 413, 414 or 422 refuses its size",
		[]string{"summaries.first", "summaries.large", "summaries.rest"}, largestPage},
	{"summaries.order", "Have two equal requests the same order?",
		"not shown", "yes; a list without a stable order ends with an error",
		[]string{"summaries.first", "summaries.again"}, order},
	{"summaries.offset", "Do overlapping pages of summaries agree?",
		"not shown", "yes; each page begins with the last record of the page before",
		[]string{"summaries.first", "summaries.again", "summaries.overlap", "summaries.large"}, overlap},
	{"values.date-times", "Has every date-time an offset?",
		"ISO 8601", "any form is read; one without an offset is not an instant",
		[]string{"register.first", "summaries.first", "summaries.large"}, dateTimes},
	{"values.unknown-fields", "Are there fields that are not documented?",
		"further fields of some records are not shown", "they are kept in Extra",
		[]string{"register.first", "summaries.first", "summaries.large"}, undocumented},
	{"service.rate-limit", "Does the service announce a limit, or refuse a request?",
		"thresholds, windows and headers are not shown", "no; the limit is learned from refusals",
		[]string{"register.first", "register.again", "register.large"}, rateLimit},
	{"service.errors", "Have errors the documented form?",
		"statusCode, description, errors", "the status decides; any body is read",
		[]string{"register.first", "register.beyond"}, errorForm},
	{"service.clock", "Do the clocks agree?",
		"not shown", "not needed: times of the service are compared with its Date",
		[]string{"register.first"}, clock},
}
