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

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/limited"
)

var (
	seeds = flag.Int("seeds", 3, "runs of each row; their median must hold")
	only  = flag.String("only", "", "regular expression of the rows to run, as service/Retry-After")
)

// kinds are two of the SDK, and one that promises nothing.
var kinds = []struct {
	name    string
	workers int
	make    func(rt http.RoundTripper) client
}{
	{"SDK, 4 in flight", 4, func(rt http.RoundTripper) client { return sdk(rt, 4) }},
	{"SDK, 8 in flight", 8, func(rt http.RoundTripper) client { return sdk(rt, 8) }},
	{"go-retryablehttp, 8 workers", 8, retryable},
}

// TestWalks prints the table of the README and holds the SDK to it. The bound is that of what the
// service served, with four requests in flight at least.
func TestWalks(t *testing.T) {
	fmt.Print("\n| service | Retry-After | promised |")
	for _, k := range kinds {
		fmt.Printf(" %s |", k.name)
	}
	fmt.Println("\n|---|---|---" + strings.Repeat("|--:", len(kinds)) + "|")
	for _, s := range selected(scenarios()) {
		fmt.Printf("| %s | %s | %.2f [%d] |", s.name, s.RetryAfter, s.time, s.refused)
		for i, k := range kinds {
			var r results
			eachSeed(t, s, func(w *limited.Running) {
				err := walk(k.make(w), k.workers, walkRequests)
				r.add(err, w.Over(s.Bound(max(1, w.Served), max(4, k.workers))), w.Refused)
			})
			fmt.Printf(" %v |", r)
			if i < 2 && (r.missed(s) || median(r.refused) > float64(s.refused)) {
				t.Errorf("%s, Retry-After %s, %s: %v of %.2f [%d]", s.name, s.RetryAfter, k.name, r, max(s.time, s.known), s.refused)
			}
		}
		fmt.Println()
	}
}

// eachSeed runs a test with a service that is started anew for every seed, in virtual time.
func eachSeed(t *testing.T, s scenario, test func(*limited.Running)) {
	for seed := range *seeds {
		synctest.Test(t, func(*testing.T) { test(s.Run(uint64(seed))) })
	}
}

// rounding is half of the last digit that the table shows.
const rounding = 0.005

// results are those of one kind of client in one scenario, by seed.
type results struct {
	times, refused []float64 // times are multiples of a bound
	failed         int
}

func (r *results) add(err error, time float64, refused int) {
	if err != nil {
		r.failed++
	}
	r.times, r.refused = append(r.times, time), append(r.refused, float64(refused))
}

// missed reports whether the results are worse than what is known of a scenario.
func (r results) missed(s scenario) bool {
	return r.failed > 0 || median(r.times) > max(s.time, s.known)+rounding
}

func (r results) String() string {
	if r.failed > 0 {
		return fmt.Sprintf("%d of %d fail", r.failed, *seeds)
	}
	return fmt.Sprintf("%.2f to %.2f [%.0f]", median(r.times), slices.Max(r.times), median(r.refused))
}

// selected returns what -only matches; without it and without deep tests a quarter of all.
func selected(all []scenario) []scenario {
	if *only == "" {
		return testkit.Cases(8, all)
	}
	matches := regexp.MustCompile(*only)
	return slices.DeleteFunc(all, func(s scenario) bool { return !matches.MatchString(fmt.Sprint(s.name, "/", s.RetryAfter)) })
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}
