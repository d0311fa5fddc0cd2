// SPDX-License-Identifier: MIT

package doctor

import (
	"bytes"
	"compress/gzip"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"
)

func one(changes ...change) []change { return changes }

func clamp(path string, n int) []change { return one(query(path, atMost("limit", n))) }

func refuseLimits(path string, status int) []change {
	return one(refuse(status, func(r *http.Request) bool { return r.URL.Path == path && number(r, "limit") > 100 }))
}

func remove(name string) func(map[string][]string) {
	return func(q map[string][]string) { delete(q, name) }
}

func byDefault(name, value string) func(map[string][]string) {
	return func(q map[string][]string) {
		if q[name] == nil {
			q[name] = []string{value}
		}
	}
}

func atMost(name string, most int) func(map[string][]string) {
	return changeNumber(name, func(n int) int { return min(n, most) })
}

func wrap(total int) func(map[string][]string) {
	return changeNumber("offset", func(n int) int {
		if n >= total {
			return 0
		}
		return n
	})
}

func timesTen(q map[string][]string) { changeNumber("offset", func(n int) int { return 10 * n })(q) }

func anyOffset(q map[string][]string) { q["offset"] = []string{strconv.Itoa(rand.IntN(100))} }

func changeNumber(name string, f func(int) int) func(map[string][]string) {
	return func(q map[string][]string) {
		if q[name] != nil {
			n, _ := strconv.Atoi(q[name][0])
			q[name] = []string{strconv.Itoa(f(n))}
		}
	}
}

func later(name string, by time.Duration) func(map[string][]string) {
	return func(q map[string][]string) {
		if q[name] != nil {
			at, _ := time.Parse(time.RFC3339, q[name][0])
			q[name] = []string{at.Add(by).Format(time.RFC3339)}
		}
	}
}

func beyond(total int) func(*http.Request) bool {
	return func(r *http.Request) bool { return number(r, "offset") > total }
}

func without(name string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.URL.Path == presencePath && !r.URL.Query().Has(name) }
}

// splitStays leaves out the first item of each day on small pages.
func splitStays(r *http.Request, _ http.Header, days any) any {
	for _, day := range days.([]any) {
		if items := day.(map[string]any)["items"].([]any); len(items) > 0 && number(r, "limit") == 25 {
			day.(map[string]any)["items"] = items[1:]
		}
	}
	return days
}

func withoutLastDay(_ *http.Request, _ http.Header, days any) any {
	all := days.([]any)
	return all[:len(all)-1]
}

func withoutEmptyDays(_ *http.Request, _ http.Header, days any) any {
	return slices.DeleteFunc(days.([]any), func(day any) bool { return len(day.(map[string]any)["items"].([]any)) == 0 })
}

func twiceInAutumn(_ *http.Request, _ http.Header, days any) any {
	all := days.([]any)
	for i, day := range all {
		if day.(map[string]any)["date"] == "2026-10-25" {
			return slices.Insert(all, i, day)
		}
	}
	return all
}

func anotherDay(_ *http.Request, _ http.Header, days any) any {
	return append([]any{map[string]any{"date": "2020-01-01", "items": []any{}}}, days.([]any)...)
}

func backwards(_ *http.Request, _ http.Header, days any) any {
	slices.Reverse(days.([]any))
	return days
}

func shuffled(_ *http.Request, _ http.Header, list any) any {
	all := list.([]any)
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// arrivals leaves the stays that begin in the range.
func arrivals(r *http.Request, _ http.Header, list any) any {
	from, to := r.URL.Query().Get("dateFrom")[:10], r.URL.Query().Get("dateTo")[:10]
	return slices.DeleteFunc(list.([]any), func(s any) bool {
		arrival := s.(map[string]any)["dateFrom"].(string)[:10]
		return arrival < from || arrival > to
	})
}

func drop(names ...string) func(*http.Request, http.Header, any) any {
	return func(_ *http.Request, _ http.Header, value any) any {
		return each(value, func(o map[string]any) {
			for _, name := range names {
				delete(o, name)
			}
		})
	}
}

type jsonNumber string

// MarshalJSON writes the number as it is.
func (n jsonNumber) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// set sets a field of every object.
func set(name string, to any) func(*http.Request, http.Header, any) any {
	return func(_ *http.Request, _ http.Header, value any) any {
		return each(value, func(o map[string]any) { o[name] = to })
	}
}

// setAll sets fields that are there.
func setAll(to any, names ...string) func(*http.Request, http.Header, any) any {
	return func(_ *http.Request, _ http.Header, value any) any {
		return each(value, func(o map[string]any) {
			for _, name := range names {
				if _, ok := o[name]; ok {
					o[name] = to
				}
			}
		})
	}
}

func header(path, name, value string) change {
	return document(path, func(_ *http.Request, h http.Header, body any) any {
		h.Set(name, value)
		return body
	})
}

// replay responds to equal requests with the first response.
func replay() change {
	stored := map[string]*httptest.ResponseRecorder{}
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		key := r.URL.String()
		if stored[key] == nil {
			stored[key] = httptest.NewRecorder()
			next.ServeHTTP(stored[key], r)
			stored[key].Header().Set("Date", time.Now().UTC().Format(http.TimeFormat))
		}
		maps.Copy(w.Header(), stored[key].Header())
		w.Write(stored[key].Body.Bytes())
	}
}

func skewed(by time.Duration) change {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.Header().Set("Date", time.Now().Add(by).UTC().Format(http.TimeFormat))
		next.ServeHTTP(w, r)
	}
}

// limited refuses all requests after a number of them.
func limited(after int) change {
	n := 0
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if n++; n > after {
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	}
}

func slow(by time.Duration) change {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		time.Sleep(by)
		next.ServeHTTP(w, r)
	}
}

func zipped(w http.ResponseWriter, r *http.Request, next http.Handler) {
	plain := httptest.NewRecorder()
	next.ServeHTTP(plain, r)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(plain.Body.Bytes())
	z.Close()
	for name, values := range plain.Header() {
		if name != "Content-Length" {
			w.Header()[name] = values
		}
	}
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(packed.Bytes())
		return
	}
	w.Write(plain.Body.Bytes())
}

// page404 responds to offsets beyond the end with a page of HTML.
func page404(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if number(r, "offset") > 500 {
		http.NotFound(w, r)
		return
	}
	next.ServeHTTP(w, r)
}
