// SPDX-License-Identifier: MIT

package doctor

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
)

// total changes the total of each page to what f makes of its days.
func total(f func(days any) string) change {
	return document(presencePath, func(_ *http.Request, h http.Header, days any) any {
		if text := f(days); text != "" {
			h.Set("X-Total-Count", text)
		} else {
			h.Del("X-Total-Count")
		}
		return days
	})
}

// totalOf changes the total of each page to what f makes of the whole register.
func totalOf(f func(days any) string) change {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		var text string
		all := r.Clone(r.Context())
		q := all.URL.Query()
		q.Del("offset")
		q.Set("limit", "100000")
		all.URL.RawQuery = q.Encode()
		total(func(days any) string { text = f(days); return text })(httptest.NewRecorder(), all, next)
		total(func(any) string { return text })(w, r, next)
	}
}

func shownOn(days any) string {
	shown := map[string]bool{}
	each(days, func(o map[string]any) {
		if id, ok := o["reservationId"]; ok {
			shown[fmt.Sprint(id)] = true
		}
	})
	return strconv.Itoa(len(shown))
}

func itemsOn(days any) string {
	n := 0
	each(days, func(o map[string]any) {
		if _, ok := o["reservationId"]; ok {
			n++
		}
	})
	return strconv.Itoa(n)
}

func pagesOf(text string) string {
	n, _ := strconv.Atoi(text)
	return strconv.Itoa((n + 24) / 25)
}

func less(text string) string {
	n, _ := strconv.Atoi(text)
	return strconv.Itoa(max(0, n-30))
}
