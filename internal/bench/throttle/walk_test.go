// SPDX-License-Identifier: MIT

package throttle

import (
	"flag"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

var (
	seeds = flag.Int("seeds", 3, "runs of each row; their median must hold")
	only  = flag.String("only", "", "regular expression of the rows to run, as service/Retry-After")
)

const memory = "https://api.example.com" // nobody resolves it

// kind is one sort of client.
type kind struct {
	name    string
	workers int
	make    func(rt http.RoundTripper) client
}

// kinds are two of the SDK, and one that promises nothing.
var kinds = []kind{
	{"SDK, 4 in flight", 4, func(rt http.RoundTripper) client { return sdk(memory, rt, 4) }},
	{"SDK, 8 in flight", 8, func(rt http.RoundTripper) client { return sdk(memory, rt, 8) }},
	{"go-retryablehttp, 8 workers", 8, func(rt http.RoundTripper) client { return retryable(memory, rt) }},
}

// TestWalks prints the table of the README and holds the SDK to it.
func TestWalks(t *testing.T) {
	fmt.Print("\n| service | Retry-After | promised |")
	for _, k := range kinds {
		fmt.Printf(" %s |", k.name)
	}
	fmt.Println("\n|---|---|---" + strings.Repeat("|--:", len(kinds)) + "|")
	for _, s := range selected(scenarios()) {
		fmt.Printf("| %s | %s | %.2f [%d] |", s.name, s.says, s.time, s.refused)
		for i, k := range kinds {
			r := measure(t, s, k)
			fmt.Printf(" %v |", r)
			if most := max(s.time, s.missed); i < 2 && (r.failed > 0 || r.time > most+rounding || r.refused > float64(s.refused)) {
				t.Errorf("%s, Retry-After %s, %s: %v of %.2f [%d]", s.name, s.says, k.name, r, most, s.refused)
			}
		}
		fmt.Println()
	}
}

// rounding is what the table does not show.
const rounding = 0.005

// result is one kind of client in one scenario.
type result struct {
	time, worst, refused float64 // medians, over the bound, and the longest time
	failed               int     // walks
}

func (r result) String() string {
	if r.failed > 0 {
		return fmt.Sprintf("%d of %d fail", r.failed, *seeds)
	}
	return fmt.Sprintf("%.2f to %.2f [%.0f]", r.time, r.worst, r.refused)
}

// measure runs a walk with every seed. The bound is that of what the service served, with
// four requests in flight at least.
func measure(t *testing.T, s scenario, k kind) result {
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
	return result{median(times), slices.Max(times), median(refused), failed}
}

// selected returns what -only matches; without it and without deep tests a quarter of all.
func selected(all []scenario) []scenario {
	if *only == "" {
		return testkit.Cases(8, all)
	}
	matches := regexp.MustCompile(*only)
	return slices.DeleteFunc(all, func(s scenario) bool { return !matches.MatchString(fmt.Sprint(s.name, "/", s.says)) })
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}
