// SPDX-License-Identifier: MIT

package cost

import (
	"flag"
	"fmt"
	"net/http"
	"strconv"
	"testing"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

var many = flag.Int("summaries", 200_000, "how many BenchmarkStream reads, after a tenth of them")

// BenchmarkStream reads many summaries one after the other and keeps none of them.
func BenchmarkStream(b *testing.B) {
	for _, limit := range []int{100, 1000} {
		b.Run(fmt.Sprintf("limit=%d/records=tenth", limit), func(b *testing.B) {
			reportPeak(b, func() any { return streamSDK(b, *many/10, limit) })
		})
		b.Run(fmt.Sprintf("limit=%d/records=all", limit), func(b *testing.B) {
			reportPeak(b, func() any { return streamSDK(b, *many, limit) })
		})
	}
}

func streamSDK(b *testing.B, n, limit int) any {
	client, err := newSDK(serviceURL(n))
	if err != nil {
		b.Fatal(err)
	}
	seen := 0
	for _, err := range client.Reservations.AllSummaries(b.Context(), reservations.SummariesParams{DateFrom: firstDay, DateTo: lastDay, Limit: limit}) {
		if err != nil {
			b.Fatal(err)
		}
		seen++
	}
	if seen != n {
		b.Fatalf("%d summaries, want %d", seen, n)
	}
	return nil
}

// BenchmarkYear reads the register of a year with 5,000 reservations, and keeps it.
func BenchmarkYear(b *testing.B) {
	client, err := newSDK(serviceURL(5000))
	if err != nil {
		b.Fatal(err)
	}
	params := reservations.PresenceParams{DateFrom: types.DateOf(firstDay), DateTo: types.DateOf(firstDay.AddDate(1, 0, 0))}
	reportPeak(b, func() any {
		register, err := client.Reports.Presence(b.Context(), params)
		if err != nil {
			b.Fatal(err)
		}
		return register
	})
}

// reportPeak reports the largest peak of all runs, and what is kept of the last.
func reportPeak(b *testing.B, f func() any) {
	var most, kept int64
	for b.Loop() {
		var peak int64
		peak, kept = peakHeap(f)
		most = max(most, peak)
	}
	b.ReportMetric(float64(most)/(1<<20), "peak-MiB")
	b.ReportMetric(float64(kept)/(1<<20), "kept-MiB")
	b.ReportMetric(float64(most)/float64(kept), "peak/kept")
}

// BenchmarkGrowth reads registers of few and of many small pages: what a page costs must not
// depend on how many there are.
func BenchmarkGrowth(b *testing.B) {
	for name, pages := range map[string]int{"few": 100, "many": 10_000} {
		b.Run("pages="+name, func(b *testing.B) {
			requests := 0
			client := onWire(b, func(req *http.Request) *http.Response {
				requests++
				return threeDays(req, pages*25)
			})
			params := reservations.PresenceParams{
				DateFrom: types.DateOf(firstDay),
				DateTo:   types.DateOf(firstDay.AddDate(0, 0, 3)),
				Limit:    25,
			}
			before := processorTime()
			for b.Loop() {
				if _, err := client.Reports.Presence(b.Context(), params); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(processorTime()-before)/float64(requests), "cpu-ns/page")
		})
	}
}

// threeDays returns the page that is asked for, where everybody stays for all three days.
func threeDays(req *http.Request, reservations int) *http.Response {
	query := req.URL.Query()
	offset, _ := strconv.Atoi(query.Get("offset"))
	limit, _ := strconv.Atoi(query.Get("limit"))
	var items []byte
	for id := offset + 1; id <= min(offset+limit, reservations); id++ {
		items = fmt.Appendf(items, `,{"reservationId":%d,"numOfPersons":2}`, id)
	}
	if len(items) > 0 {
		items = items[1:]
	}
	body := []byte{'['}
	for day := range 3 {
		body = fmt.Appendf(body, `{"date":"2026-07-%02d","items":[%s]},`, day+1, items)
	}
	body[len(body)-1] = ']'
	return jsonResponse(req, body, reservations)
}
