// SPDX-License-Identifier: MIT

package doctor

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// when makes a change to requests that a condition holds for.
func when(condition func(*http.Request) bool, c change) change {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if condition(r) {
			next = changed(next, c)
		}
		next.ServeHTTP(w, r)
	}
}

func refuse(status int, condition func(*http.Request) bool) change {
	return when(condition, reservationstest.Status(status))
}

func largeLimit(path string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.URL.Path == path && number(r, "limit") > 100 }
}

func beyondTheEnd(r *http.Request) bool { return number(r, "offset") > 500 }

// calls is true from the n-th call on.
func calls(n int) func(*http.Request) bool {
	made := 0
	return func(*http.Request) bool { made++; return made >= n }
}

// set sets a parameter, or removes it with "".
func set(name, value string) func(map[string][]string) {
	return func(q map[string][]string) {
		delete(q, name)
		if value != "" {
			q[name] = []string{value}
		}
	}
}

func atMost(name string, most int) func(map[string][]string) {
	return func(q map[string][]string) {
		if n, err := strconv.Atoi(q[name][0]); err == nil {
			q[name] = []string{strconv.Itoa(min(n, most))}
		}
	}
}

func timesTen(q map[string][]string) {
	if q["offset"] != nil {
		q["offset"][0] += "0"
	}
}

func anyOffset(q map[string][]string) {
	q["offset"] = []string{strconv.FormatInt(offsets.Add(37)%100, 10)} // not the one of the request before
}

var offsets atomic.Int64

// total sets the X-Total-Count of each page of the register to what f makes of its days, or removes it with -1.
func total(f func(days any) int) change {
	return document(presencePath, func(_ *http.Request, h http.Header, days any) any {
		if h.Del("X-Total-Count"); f(days) >= 0 {
			h.Set("X-Total-Count", strconv.Itoa(f(days)))
		}
		return days
	})
}

// totalOf sets the total of each page to what f makes of the whole register.
func totalOf(f func(days any) int) change {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		n := 0
		query(presencePath, func(q map[string][]string) {
			set("offset", "")(q)
			set("limit", "100000")(q)
		})(httptest.NewRecorder(), r, changed(next, total(func(days any) int { n = f(days); return n })))
		total(func(any) int { return n })(w, r, next)
	}
}

// totalOfPage sets the total of the page at an offset.
func totalOfPage(offset, n int) change {
	return when(func(r *http.Request) bool { return number(r, "offset") == offset }, total(func(any) int { return n }))
}

func shownOn(days any) int {
	shown := map[string]bool{}
	each(days, func(o map[string]any) {
		if id, ok := o["reservationId"]; ok {
			shown[fmt.Sprint(id)] = true
		}
	})
	return len(shown)
}

func itemsOn(days any) (n int) {
	for _, day := range days.([]any) {
		n += len(day.(map[string]any)["items"].([]any))
	}
	return n
}

// splitStays leaves out the first item of each day on small pages.
func splitStays(r *http.Request, _ http.Header, days any) any {
	for _, day := range days.([]any) {
		if items := day.(map[string]any)["items"].([]any); len(items) > 0 && number(r, "limit") == small {
			day.(map[string]any)["items"] = items[1:]
		}
	}
	return days
}

func withoutLastDay(_ *http.Request, _ http.Header, days any) any {
	return days.([]any)[:len(days.([]any))-1]
}

func withoutDays(*http.Request, http.Header, any) any { return []any{} }

func backwards(_ *http.Request, _ http.Header, list any) any {
	slices.Reverse(list.([]any))
	return list
}

// records sets a field of all records.
func records(name string, value any) change {
	return document("", func(_ *http.Request, _ http.Header, document any) any {
		return each(document, func(o map[string]any) {
			if o["id"] != nil || o["reservationId"] != nil {
				o[name] = value
			}
		})
	})
}

func header(name, value string) change {
	return document("", func(_ *http.Request, h http.Header, body any) any {
		h.Set(name, value)
		return body
	})
}

func skewed(by time.Duration) change {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		header("Date", time.Now().Add(by).UTC().Format(http.TimeFormat))(w, r, next)
	}
}
