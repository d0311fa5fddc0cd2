// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// all are the letters of a park in which every reservation shows, and none those of one without.
func all(n int) string  { return strings.Repeat("x", n) }
func none(n int) string { return strings.Repeat(".", n) }

// TestServices holds walks with pages of full size to the smallest services known to have misled one.
func TestServices(t *testing.T) {
	for _, test := range []struct {
		service string
		park    string
		limits  []int
		changes changes
		exact   bool // an error is not enough
	}{
		{"clamp 24", all(26), []int{0, 25, 26}, nil, true},
		{"clamp 10", all(25), []int{0}, nil, true},
		{"clamp 10", none(24) + "x", []int{0}, nil, true},
		{"clamp 10", all(100), []int{0, 20, 25, 100}, nil, true},
		{"clamp 10", all(25) + none(25), []int{0, 25, 100}, nil, true},
		{"clamp 10", none(99) + "x", []int{0, 25}, nil, true},
		{"clamp 1", all(40), []int{0, 25}, nil, true},
		{"clamp 2", all(40), []int{0, 25}, nil, true},
		{"clamp 99", all(200), []int{0}, nil, true},
		{"clamp 1000", none(130), []int{0, 25}, nil, true},
		{"refuses above 25", all(130), []int{0, 26, 1000}, nil, true},
		{"refuses after", all(130), []int{0, 25}, nil, true},
		{"always 20", all(100), []int{0, 25}, nil, false},
		{"always 20", strings.Repeat("x.", 50), []int{0, 25}, nil, false},
		{"limit rounded 50", drawn(0, 110, 10), []int{0, 1, 10, 99, 250, 1000}, nil, false},
		{"some limits 50", drawn(0, 110, 10), []int{0, 1, 10, 99, 250, 1000}, nil, false},
		{"total low 1", all(27), []int{0, 25}, nil, false},
		{"total low 1", all(101), []int{0, 25}, nil, false},
		{"total rows", all(100), []int{30, 50}, nil, false},
		{"total pages", strings.Repeat("x....", 100), []int{10, 100, 1000}, nil, false},
		{"total present", strings.Repeat("x.", 50), []int{0, 10, 25}, nil, false},
		{"total high 100", all(60), []int{0, 25}, nil, true},
		{"total always 20", strings.Repeat("x.........", 200), []int{0}, nil, false},
		{"offset pages", all(100), []int{25, 30}, nil, false},
		{"offset pages", all(300), []int{0, 25}, nil, false},
		{"offset pages", ".x" + none(29) + "x" + none(7) + "xx" + none(9), []int{12}, nil, false},
		{"page numbers 50", all(60), []int{0}, nil, true},
		{"page numbers 80", all(90), []int{0}, nil, true},
		{"page numbers 25", all(130), []int{10, 25, 26}, nil, true},
		{"page numbers 1000", all(130), []int{50, 99}, nil, true},
		{"empty above 25", "x", []int{50}, nil, true},
		{"empty above 25", "x" + none(24), []int{50}, nil, true},
		{"empty above 25", "x" + none(59), []int{50}, nil, true},
		{"offset ignored", none(25) + all(75), []int{25}, nil, false},
		{"offset ignored", none(100) + all(200), []int{0, 100}, nil, false},
		{"first page 25", none(3) + "x" + none(21) + all(15), []int{0, 25, 26, 40, 100}, nil, false},
		{"offset ignored", all(101), []int{0, 25}, nil, false},
		{"serves all", all(130), []int{0, 25}, nil, false},
		{"serves all", none(2) + all(18), []int{0}, nil, true},
		{"serves all", none(1) + all(24), []int{0}, nil, true},
		{"bad row 61", all(100), []int{0, 25}, nil, false},
		{"bad row 21", all(100), []int{25}, nil, false},
		{"bad row 91", all(100), []int{25}, nil, false},
		{"bad row 4", all(20), []int{0}, nil, false},
		{"empty beyond", all(94), []int{0, 25, 30}, nil, false},
		{"empty beyond", all(10), []int{0, 25}, nil, true},
		{"limit is end", all(150), []int{0, 25}, nil, false},
		{"limit is end", strings.Repeat("...x................", 7) + ".", []int{29}, nil, false},
		{"limit is end", all(27), []int{25}, nil, false},
		{"items 30", all(60), []int{0, 25}, nil, false},
		{"day twice 1", all(60), []int{0, 25}, nil, false},
		{"day for the next 1", all(60), []int{0, 25}, nil, false},
		{"day for the next 0", all(60), []int{0, 25}, nil, false},
		{"any order", all(60), []int{0, 25}, nil, true},
		{"honest", all(100), []int{25}, changes{{"remove", 0, 3}, {"insert x", 99, 3}}, false},
		{"honest", all(400), []int{0}, changes{{"remove", 0, 3}, {"insert x", 399, 3}}, false},
		{"honest", all(100), []int{25}, changes{{"insert x", 0, 3}}, true},
	} {
		for _, limit := range test.limits {
			for _, confirm := range []bool{false, true} {
				w := world{test.park, limit, confirm, test.service, test.changes}
				t.Run(fmt.Sprintf("%s/%d, limit %d, confirm %v", test.service, len(test.park), limit, confirm), func(t *testing.T) {
					p, walk := w.open()
					got := p.judge(walk.Run(t.Context()))
					if got.verdict == wrong || got.verdict == failed || test.exact && got.verdict != exact {
						t.Errorf("%v after %d requests: %s", got.verdict, p.requests, got.why)
					}
				})
			}
		}
	}
}

// TestEveryClamp walks registers of every length up to a few pages, on services that serve every
// number of reservations up to what is asked for.
func TestEveryClamp(t *testing.T) {
	for _, test := range []struct{ limit, least, step int }{{10, 1, 7}, {25, 1, 29}, {100, 97, 61}} {
		for _, first := range []string{"x", "."} {
			t.Run(fmt.Sprintf("limit %d, first %s", test.limit, first), func(t *testing.T) {
				var served []int
				for most := test.least; most <= test.limit; most++ {
					served = append(served, most)
				}
				for _, most := range testkit.Cases(4, served) {
					for size := 26; size <= 4*test.limit; size += test.step {
						w := world{Park: first + all(size-1), Limit: test.limit, Service: fmt.Sprint("clamp ", most)}
						p, walk := w.open()
						if got := p.judge(walk.Run(t.Context())); got.verdict != exact {
							t.Fatalf("%d reservations, %d served: %v %s", size, most, got.verdict, got.why)
						}
					}
				}
			})
		}
	}
}
