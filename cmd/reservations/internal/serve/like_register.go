// SPDX-License-Identifier: MIT

package serve

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor"
)

var habitsOfRegister = map[string]func(doctor.Result) []change{
	"register.default-limit 25":    nil,
	"register.default-limit other": with(func(n int) change { return query(register, byDefault("limit", n)) }),

	"register.limit honoured": nil,
	"register.limit at-most":  with(func(n int) change { return query(register, numberOf("limit", atMost(n))) }),
	"register.limit refused":  with(func(status int) change { return refuse(register, status, largeLimit) }),
	"register.limit fails":    with(func(status int) change { return refuse(register, status, largeLimit) }),
	"register.limit ignored": with(func(n int) change {
		return query(register, func(q url.Values) { q.Set("limit", strconv.Itoa(n)) })
	}),

	"register.total same":      nil,
	"register.total missing":   always(edit(register, func(r *response) { r.header.Del("X-Total-Count") })),
	"register.total sometimes": always(sometimesTotal()),
	"register.total page":      always(edit(register, func(r *response) { setTotal(r, shown(r.value)) })),

	"register.counts reservations": nil,
	"register.counts shown":        always(totalOf(shown)),
	"register.counts items":        always(totalOf(items)),
	"register.counts pages":        always(totalOf(func(days any) int { return (shown(days) + 24) / 25 })),
	"register.counts fewer":        always(totalOf(func(days any) int { return max(0, shown(days)-30) })),

	"register.end nobody": nil,
	"register.end refused": with(func(status int) change {
		return refuse(register, status, func(q url.Values) bool { return number(q, "offset") > bookings })
	}),
	"register.end first": always(query(register, numberOf("offset", func(n int) int {
		if n >= bookings {
			return 0
		}
		return n
	}))),
	"register.end repeats": always(query(register, numberOf("offset", atMost(bookings-20)))),
	"register.end more":    always(totalOf(func(days any) int { return max(0, shown(days)-30) })),

	"register.order stable": nil,
	"register.order changes": always(query(register, func(q url.Values) {
		q.Set("offset", strconv.Itoa(rand.IntN(bookings/2)))
	})),

	"register.offset reservations": nil,
	"register.offset ignored":      always(query(register, remove("offset"))),
	"register.offset other":        always(query(register, numberOf("offset", func(n int) int { return n * 10 }))),

	"register.whole whole": nil,
	"register.whole split": always(edit(register, split)),

	"register.date-to included": nil,
	"register.date-to excluded": always(edit(register, func(r *response) {
		if all := elements(r.value); len(all) > 0 && r.query.Has("dateTo") {
			r.value = all[:len(all)-1]
		}
	})),

	"register.no-date-to one-day": nil,
	"register.no-date-to several": with(func(n int) change { return query(register, addDateTo(n)) }),
	"register.no-date-to refused": with(func(status int) change {
		return refuse(register, status, func(q url.Values) bool { return !q.Has("dateTo") })
	}),

	"register.empty-days sent": nil,
	"register.empty-days left-out": always(edit(register, func(r *response) {
		r.value = slices.DeleteFunc(elements(r.value), func(day any) bool { return len(itemsOf(day)) == 0 })
	})),

	"register.days in-order": nil,
	"register.days outside": always(edit(register, func(r *response) {
		r.value = slices.Insert(elements(r.value), 0, any(map[string]any{"date": "2001-01-01", "items": []any{}}))
	})),
	"register.days twice":    always(edit(register, func(r *response) { r.value = doubled(r.value, func(string) bool { return true }) })),
	"register.days undated":  always(edit(register, undate)),
	"register.days unsorted": always(edit(register, func(r *response) { slices.Reverse(elements(r.value)) })),

	"register.summer-time once":    nil,
	"register.summer-time twice":   always(edit(register, func(r *response) { r.value = doubled(r.value, isChange) })),
	"register.summer-time missing": always(edit(register, withoutChange)),

	"register.cancelled adds":    nil,
	"register.cancelled removes": always(removeCancelled),

	"register.grouped one-item": nil,
	"register.grouped ignored":  always(query(register, remove("grouped"))),

	"register.identity ids":     nil,
	"register.identity numbers": always(records(register, dropIDs("reservationId"))),
	"register.identity neither": always(records(register, dropIDs("reservationId", "reservationNumber"))),
}

func largeLimit(q url.Values) bool { return number(q, "limit") > 100 }

func setTotal(r *response, n int) { r.header.Set("X-Total-Count", strconv.Itoa(n)) }

func sometimesTotal() change {
	var n atomic.Int64
	return edit(register, func(r *response) {
		if n.Add(1)%2 == 0 {
			r.header.Del("X-Total-Count")
		}
	})
}

// totalOf sets the total of every page to the result of count for the whole register.
func totalOf(count func(days any) int) change {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != register {
				next.ServeHTTP(w, r)
				return
			}
			whole := record(next, withQuery(r, func(q url.Values) {
				q.Set("offset", "0")
				q.Set("limit", strconv.Itoa(10*bookings))
			}))
			n := count(decode(whole.Body.Bytes()))
			edit(register, func(resp *response) { setTotal(resp, n) })(next).ServeHTTP(w, r)
		})
	}
}

func itemsOf(day any) []any {
	fields, _ := day.(map[string]any)
	return elements(fields["items"])
}

func items(days any) (n int) {
	for _, day := range elements(days) {
		n += len(itemsOf(day))
	}
	return n
}

func shown(days any) int {
	reservations := map[string]bool{}
	for _, day := range elements(days) {
		for _, item := range itemsOf(day) {
			reservations[fmt.Sprint(item.(map[string]any)["reservationNumber"])] = true
		}
	}
	return len(reservations)
}

// split leaves out the first item of each day on pages of 25.
func split(r *response) {
	for _, day := range elements(r.value) {
		if all := itemsOf(day); len(all) > 1 && number(r.query, "limit") == 25 {
			day.(map[string]any)["items"] = all[1:]
		}
	}
}

func addDateTo(days int) func(url.Values) {
	return func(q url.Values) {
		if from, err := time.Parse(time.RFC3339, q.Get("dateFrom")); err == nil && !q.Has("dateTo") {
			q.Set("dateTo", from.AddDate(0, 0, days-1).Format(time.RFC3339))
		}
	}
}

// doubled returns the days, with a second entry after each day for which when is true. The second entry has no
// items, so the register stays the same.
func doubled(days any, when func(date string) bool) any {
	all := []any{}
	for _, day := range elements(days) {
		all = append(all, day)
		if date, _ := day.(map[string]any)["date"].(string); when(date) {
			all = append(all, map[string]any{"date": date, "items": []any{}})
		}
	}
	return all
}

// isChange reports whether a day is the last Sunday of March or October.
func isChange(date string) bool {
	day, err := time.Parse(time.DateOnly, date)
	return err == nil && day.Weekday() == time.Sunday && day.Day() > 24 && (day.Month() == time.March || day.Month() == time.October)
}

func withoutChange(r *response) {
	r.value = slices.DeleteFunc(elements(r.value), func(day any) bool {
		date, _ := day.(map[string]any)["date"].(string)
		return isChange(date)
	})
}

func undate(r *response) {
	if all := elements(r.value); len(all) > 0 {
		delete(all[len(all)-1].(map[string]any), "date")
	}
}

// removeCancelled sets a smaller total when the request asks for cancelled reservations too.
func removeCancelled(next http.Handler) http.Handler {
	return edit(register, func(r *response) {
		if r.query.Get("includeCancelled") == "true" {
			setTotal(r, bookings/2)
		}
	})(next)
}

func dropIDs(names ...string) func(map[string]any) {
	return func(record map[string]any) {
		for _, name := range names {
			delete(record, name)
		}
	}
}
