// SPDX-License-Identifier: MIT

package serve

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor"
)

var habitsOfLists = map[string]func(doctor.Result) []change{
	"summaries.default-limit 25":    nil,
	"summaries.default-limit other": with(func(n int) change { return query(summaries, byDefault("limit", n)) }),

	"summaries.limit honoured": nil,
	"summaries.limit at-most":  with(func(n int) change { return query(summaries, numberOf("limit", atMost(n))) }),
	"summaries.limit refused":  with(func(status int) change { return refuse(summaries, status, largeLimit) }),
	"summaries.limit fails":    with(func(status int) change { return refuse(summaries, status, largeLimit) }),
	"summaries.limit ignored": with(func(n int) change {
		return query(summaries, func(q url.Values) { q.Set("limit", strconv.Itoa(n)) })
	}),

	"summaries.end empty": nil,
	"summaries.end refused": with(func(status int) change {
		return refuse(summaries, status, func(q url.Values) bool { return number(q, "offset") >= listed })
	}),
	"summaries.end repeats": always(query(summaries, numberOf("offset", atMost(listed-10)))),

	"summaries.order stable": nil,
	"summaries.order changes": always(edit(summaries, func(r *response) {
		all := elements(r.value)
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	})),

	"summaries.offset records": nil,
	"summaries.offset ignored": always(query(summaries, remove("offset"))),
	"summaries.offset other":   always(query(summaries, numberOf("offset", func(n int) int { return n * 10 }))),

	"summaries.total not-sent": nil,
	"summaries.total sent":     always(edit(summaries, func(r *response) { r.header.Set("X-Total-Count", strconv.Itoa(listed)) })),

	"summaries.modified-since included": nil,
	"summaries.modified-since excluded": always(query(summaries, laterSince)),
	"summaries.modified-since ignored":  always(query(summaries, remove("modifiedSince"))),

	"summaries.range stay":    nil,
	"summaries.range arrival": always(edit(summaries, byDay("dateFrom"))),
	"summaries.range other":   always(edit(summaries, byDay("created"))),

	"supplements.default-limit all":  nil,
	"supplements.default-limit page": with(func(n int) change { return query(supplements, byDefault("limit", n)) }),

	"supplements.offset obeyed":         nil,
	"supplements.offset limit-ignored":  always(query(supplements, remove("limit"))),
	"supplements.offset offset-ignored": always(query(supplements, remove("offset"))),
	"supplements.offset other":          always(query(supplements, numberOf("offset", func(n int) int { return n * 10 }))),

	"entries.offset obeyed":         nil,
	"entries.offset limit-ignored":  always(query(entries, remove("limit"))),
	"entries.offset offset-ignored": always(query(entries, remove("offset"))),
	"entries.offset other":          always(query(entries, numberOf("offset", func(n int) int { return n * 10 }))),
}

// laterSince leaves out changes at the moment of modifiedSince: it adds a second, because times have whole seconds.
func laterSince(q url.Values) {
	if at, err := time.Parse(time.RFC3339, q.Get("modifiedSince")); err == nil {
		q.Set("modifiedSince", at.Add(time.Second).Format(time.RFC3339))
	}
}

// byDay keeps the records whose field has a day of the range. It keeps all records for a range of two years or more.
func byDay(field string) func(*response) {
	return func(r *response) {
		from, err := time.Parse(time.RFC3339, r.query.Get("dateFrom"))
		to, err2 := time.Parse(time.RFC3339, r.query.Get("dateTo"))
		if err != nil || err2 != nil || to.Sub(from) > 2*365*24*time.Hour-time.Second {
			return
		}
		r.value = slices.DeleteFunc(elements(r.value), func(record any) bool {
			text, _ := record.(map[string]any)[field].(string)
			return len(text) < 10 || text[:10] < from.UTC().Format(time.DateOnly) || text[:10] > to.UTC().Format(time.DateOnly)
		})
	}
}

var habitsOfService = map[string]func(doctor.Result) []change{
	"service.gzip none": nil,
	"service.gzip gzip": always(compress),

	"service.cache none":    nil,
	"service.cache replays": always(replay),

	"service.clock agree":  nil,
	"service.clock ahead":  with(skew),
	"service.clock behind": with(skew),

	"service.latency fast": nil,

	"service.rate-limit not-announced": nil,
	"service.rate-limit announced":     with(announce),
	"service.rate-limit refused":       with(refuseAfter),

	"service.content-type json":  nil,
	"service.content-type other": always(header("Content-Type", "text/html")),

	"service.errors documented": nil,
	"service.errors other":      always(plainErrors),
}

func announce(limit int) change {
	if limit == 0 {
		return header("X-RateLimit-Reset", "60")
	}
	return func(next http.Handler) http.Handler {
		next = header("X-RateLimit-Remaining", strconv.Itoa(limit-1))(next)
		return header("X-RateLimit-Limit", strconv.Itoa(limit))(next)
	}
}

func skew(seconds int) change {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			at := time.Now().Add(time.Duration(seconds) * time.Second)
			w.Header().Set("Date", at.UTC().Format(http.TimeFormat))
			next.ServeHTTP(w, r)
		})
	}
}
