// SPDX-License-Identifier: MIT

package doctor

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"
)

// TestAnotherImplementation asks a service that shares no code with package reservationstest, which is written as
// such services often are: pages of 50 at most, nulls, local time, no empty days, names of countries, a total
// of those who are shown, and errors of its own form.
func TestAnotherImplementation(t *testing.T) {
	report := examine(t, otherService())
	want := map[string]string{
		"register.default-limit": "25", "register.limit": "at-most", "register.total": "same", "register.counts": "",
		"register.end": "refused", "register.order": "stable", "register.offset": "reservations", "register.whole": "whole",
		"register.date-to": "", "register.no-date-to": "", "register.empty-days": "left-out", "register.days": "in-order",
		"register.summer-time": "once", "register.cancelled": "", "register.grouped": "ignored", "register.identity": "numbers",
		"summaries.default-limit": "", "summaries.limit": "", "summaries.end": "empty", "summaries.order": "stable",
		"summaries.offset": "records", "summaries.total": "sent", "summaries.modified-since": "excluded", "summaries.range": "arrival",
		"supplements.default-limit": "", "supplements.offset": "", "entries.offset": "",
		"values.percentage": "fraction", "values.country": "names", "values.date-times": "no-offset", "values.null": "null",
		"values.unknown-fields": "some", "values.warnings": "unreadable", "service.version": "HTTP/1.1", "service.tls": "",
		"service.certificate": "", "service.gzip": "none", "service.cache": "none", "service.clock": "ahead", "service.latency": "fast",
		"service.rate-limit": "announced", "service.content-type": "json", "service.errors": "other",
	}
	for _, r := range report.Results {
		if r.Habit != want[r.ID] {
			t.Errorf("%s: got %q, want %q; observed: %s %v", r.ID, r.Habit, want[r.ID], r.Observed, r.Evidence)
		}
	}
}

// otherService has 120 reservations, of which each is there for one of 30 nights, and 20 of them as summaries.
func otherService() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/reports/presence", func(w http.ResponseWriter, r *http.Request) {
		const all, most = 120, 50
		offset, limit := number(r, "offset"), min(number(r, "limit"), most)
		if !r.URL.Query().Has("limit") {
			limit = 25
		}
		from, _ := time.Parse(time.RFC3339, r.URL.Query().Get("dateFrom"))
		to, err := time.Parse(time.RFC3339, r.URL.Query().Get("dateTo"))
		if err != nil {
			to = from
		}
		w.Header().Set("X-Total-Count", strconv.Itoa(all))
		if offset > all {
			http.Error(w, `{"message":"offset out of range"}`, http.StatusBadRequest)
			return
		}
		days := []any{}
		for d := from; !d.After(to); d = d.AddDate(0, 0, 1) {
			var items []any
			for i := offset; i < min(offset+limit, all); i++ {
				if arrival := today.AddDays(-10 - i%20).Midnight(); d.Equal(arrival) {
					item := map[string]any{"reservationNumber": fmt.Sprint("N", i), "numOfPersons": 2, "guestCountry": "Germany", "guestLocality": nil}
					items = append(items, item, item)
				}
			}
			if items != nil {
				days = append(days, map[string]any{"date": d.Format(time.DateOnly), "items": items})
			}
		}
		reply200(w, days)
	})
	mux.HandleFunc("GET /api/reservations/summaries", otherSummaries)
	mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) { reply200(w, []any{}) })
	return mux
}

func otherSummaries(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	since, err := time.Parse(time.RFC3339, q.Get("modifiedSince"))
	var all []any
	for i := range 20 {
		arrival := today.AddDays(-i)
		modified := arrival.Midnight().Add(time.Hour)
		if err == nil && !modified.After(since) || arrival.String() < q.Get("dateFrom")[:10] || arrival.String() > q.Get("dateTo")[:10] {
			continue
		}
		all = append(all, map[string]any{
			"id": i + 1, "dateFrom": arrival.String(), "dateTo": arrival.AddDays(7).String(), "loyaltyLevel": "gold",
			"modified": modified.Format("2006-01-02T15:04:05+00:00"), "created": "2026-07-01 12:00:00", "numOfDays": "about a week",
			"cancellationInsuranceChargeLines": []any{map[string]any{"id": 1, "percentage": 0.065}},
		})
	}
	w.Header().Set("X-Total-Count", strconv.Itoa(len(all)))
	offset, limit := min(number(r, "offset"), len(all)), number(r, "limit")
	if !q.Has("limit") {
		limit = 25
	}
	reply200(w, append([]any{}, all[offset:min(offset+limit, len(all))]...))
}

func reply200(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("RateLimit-Limit", "100")
	w.Header().Set("RateLimit-Remaining", "99")
	w.Header().Set("RateLimit-Reset", "10")
	w.Header().Set("Date", time.Now().Add(time.Minute).UTC().Format(http.TimeFormat))
	json.NewEncoder(w).Encode(value)
}

// TestMock asks a service with fixed data, as programs make it of a description of the API: it ignores all parameters.
// What cannot be known of it is undetermined.
func TestMock(t *testing.T) {
	mock := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case presencePath:
			w.Header().Set("X-Total-Count", "0")
			fmt.Fprint(w, `[{"date":"2019-08-24","items":[{"reservationId":1,"numOfPersons":1,"guestCountry":"string"}]}]`)
		case summariesPath:
			fmt.Fprint(w, `[{"id":1,"status":"open"}]`)
		default:
			fmt.Fprint(w, `[]`)
		}
	})
	report := examine(t, mock)
	for _, id := range []string{
		"register.default-limit", "register.limit", "register.order", "register.offset", "register.date-to", "register.empty-days",
		"register.cancelled", "register.grouped", "summaries.default-limit", "summaries.limit", "summaries.order", "summaries.offset",
		"summaries.modified-since", "summaries.range", "values.percentage",
	} {
		if got := report.Find(id); got.Verdict != Undetermined {
			t.Errorf("%s: got %s, want %s; observed: %s", id, got.Verdict, Undetermined, got.Observed)
		}
	}
	for _, id := range []string{"register.end", "register.days", "register.counts", "register.no-date-to", "summaries.end"} {
		if got := report.Find(id); got.Verdict != Contradicted {
			t.Errorf("%s: got %s, want %s; observed: %s", id, got.Verdict, Contradicted, got.Observed)
		}
	}
}
