package throttle

import (
	"flag"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

var (
	seeds = flag.Int("seeds", 7, "runs of each row; their median must hold")
	only  = flag.String("only", "", "regular expression of the rows to run, as service/Retry-After/in flight")
	peers = flag.Bool("peers", false, "run the peers as well, which promise nothing")
)

const (
	walkRequests = 200
	memory       = "https://api.example.com" // nobody resolves it
)

// kind is one sort of client.
type kind struct {
	name    string
	workers int
	make    func(rt http.RoundTripper) client
}

var kinds = []kind{
	{"SDK, 4 in flight", 4, func(rt http.RoundTripper) client { return sdk(memory, rt, 4) }},
	{"SDK, 8 in flight", 8, func(rt http.RoundTripper) client { return sdk(memory, rt, 8) }},
	{"go-retryablehttp, sequential", 1, func(rt http.RoundTripper) client { return retryable(memory, rt) }},
	{"go-retryablehttp, 8 workers", 8, func(rt http.RoundTripper) client { return retryable(memory, rt) }},
	{"failsafe-go adaptive limiter, 8 workers", 8, func(rt http.RoundTripper) client { return failsafe(memory, rt) }},
}

// TestWalks prints the table of the README and holds the SDK to it.
func TestWalks(t *testing.T) {
	shown := kinds[:2]
	if *peers {
		shown = kinds
	}
	for i, s := range scenarios() {
		if i == 0 {
			fmt.Printf("\n| %-42s | %-13s | %-39s | time | worst | promised | 429s | worst | promised | failed |\n", "service", "Retry-After", "client")
			fmt.Println("|---|---|---|--:|--:|--:|--:|--:|--:|--:|")
		}
		for _, k := range shown {
			if !selected(s, k.workers) {
				continue
			}
			var times, refused []float64
			failed := 0
			for seed := range *seeds {
				synctest.Test(t, func(t *testing.T) {
					w, start := newWorld(s, uint64(seed)), time.Now()
					if err := walk(k.make(w.as("")), k.workers, walkRequests); err != nil {
						failed++
					}
					times = append(times, time.Since(start).Seconds()/s.bound(max(1, w.total()), max(4, k.workers)).Seconds())
					refused = append(refused, float64(w.refused))
				})
			}
			fmt.Printf("| %-42s | %-13s | %-39s | %.2f | %.2f | %.2f | %.0f | %.0f | %d | %d/%d |\n", s.name, s.says, k.name,
				median(times), slices.Max(times), s.time, median(refused), slices.Max(refused), s.refused, failed, *seeds)
			if k.name[:3] != "SDK" {
				continue
			}
			const rounding = 0.005
			if failed > 0 || median(times) > max(s.time, s.missed)+rounding || median(refused) > float64(s.refused) {
				t.Errorf("%s, Retry-After %s, %s: time %.2f of %.2f, %.0f of %d 429s, %d of %d walks failed",
					s.name, s.says, k.name, median(times), max(s.time, s.missed), median(refused), s.refused, failed, *seeds)
			}
		}
	}
}

func selected(s scenario, workers int) bool {
	return regexp.MustCompile(*only).MatchString(fmt.Sprint(s.name, "/", s.says, "/", workers))
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}
