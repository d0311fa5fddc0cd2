// SPDX-License-Identifier: MIT

package cost

import (
	"flag"
	"fmt"
	"testing"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

var many = flag.Int("summaries", 200_000, "how many BenchmarkStream reads, after a tenth of them")

// BenchmarkStream reads many summaries one after the other and keeps none of them.
func BenchmarkStream(b *testing.B) {
	for _, limit := range []int{100, 1000} {
		for _, size := range []struct {
			name string
			n    int
		}{{"tenth", *many / 10}, {"all", *many}} {
			b.Run(fmt.Sprintf("limit=%d/records=%s/client=json", limit, size.name), func(b *testing.B) {
				reportPeak(b, func() any { return streamJSON(b, size.n, limit) })
			})
			b.Run(fmt.Sprintf("limit=%d/records=%s/client=sdk", limit, size.name), func(b *testing.B) {
				reportPeak(b, func() any { return streamSDK(b, size.n, limit) })
			})
		}
	}
}

func streamSDK(b *testing.B, n, limit int) any {
	client, err := newSDK(BaseURL(n))
	if err != nil {
		b.Fatal(err)
	}
	seen := 0
	for _, err := range client.Reservations.AllSummaries(b.Context(), reservations.SummariesParams{DateFrom: From, DateTo: To, Limit: limit}) {
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

func streamJSON(b *testing.B, n, limit int) any {
	client := newByHand(BaseURL(n))
	for offset := 0; offset < n; offset += limit {
		if _, err := client.summaries(b.Context(), offset, limit); err != nil {
			b.Fatal(err)
		}
	}
	return nil
}

// BenchmarkYear reads the register of a year with 5,000 reservations, and keeps it.
func BenchmarkYear(b *testing.B) {
	client, err := newSDK(BaseURL(5000))
	if err != nil {
		b.Fatal(err)
	}
	params := reservations.PresenceParams{DateFrom: types.DateOf(From), DateTo: types.DateOf(From.AddDate(1, 0, 0))}
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
