// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
)

// drawn is a park in which some percent do not show.
func drawn(seed uint64, size, noShows int) string {
	r := rand.New(rand.NewPCG(seed, 0))
	return strings.Map(func(letter rune) rune {
		if r.IntN(100) < noShows {
			return '.'
		}
		return letter
	}, all(size))
}

// requestsOf walks a world whose register must come out right, and counts what that took.
func requestsOf(t *testing.T, w world) (n int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p, walk := w.openInParallel(1, 4)
		if got := p.judge(walk.Run(t.Context())); got.verdict != exact {
			t.Errorf("%s: %v: %s", w.Service, got.verdict, got.why)
		}
		n = p.requests
	})
	return n
}

// TestRequests bounds what a walk costs on an honest service.
func TestRequests(t *testing.T) {
	for _, test := range []struct {
		name  string
		park  string
		limit int
		most  int
	}{
		{"5000", all(5000), 0, 53},
		{"5000, 30 % no-shows", drawn(0, 5000, 30), 0, 57},
		{"5000, 95 % no-shows", drawn(0, 5000, 95), 1000, 13},
		{"5000", all(5000), 25, 219},
		{"5000, 30 % no-shows", drawn(0, 5000, 30), 25, 225},
		{"none", "", 0, 1},
		{"1", all(1), 0, 1},
		{"25", all(25), 0, 1},
		{"26", all(26), 0, 2},
		{"50", all(50), 0, 2},
		{"99", all(99), 0, 2},
		{"100", all(100), 0, 2},
		{"10, 30 % no-shows", drawn(0, 10, 30), 0, 3},
		{"25, 30 % no-shows", drawn(0, 25, 30), 0, 3},
		{"10, 60 % no-shows", drawn(0, 10, 60), 0, 5},
		{"25, 60 % no-shows", drawn(0, 25, 60), 0, 5},
		{"5", all(5), 2, 6},
		{"5, 30 % no-shows", drawn(0, 5, 30), 2, 8},
		{"the last of 25 showed", none(24) + "x", 0, 3},
		{"the 13th of 25 showed", none(12) + "x" + none(12), 0, 3},
		{"the first of 25 showed", "x" + none(24), 0, 27},
		{"25 no-shows", none(25), 0, 28},
		{"the 31st of 60 showed", none(30) + "x" + none(29), 25, 10},
		{"the last of 60 showed", none(59) + "x", 25, 8},
		{"5000 no-shows", none(5000), 25, 600},
		{"no-shows at the beginning", none(1500) + all(3500), 0, 60},
		{"no-shows at the beginning", none(1500) + all(3500), 25, 228},
		{"no-shows in the middle", all(2000) + none(1500) + all(1500), 0, 60},
		{"no-shows in the middle", all(2000) + none(1500) + all(1500), 25, 228},
		{"no-shows at the end", all(3500) + none(1500), 0, 60},
		{"no-shows at the end", all(3500) + none(1500), 25, 228},
		{"the first three in ten are no-shows", strings.Repeat("...xxxxxxx", 500), 0, 60},
		{"the first three in ten are no-shows", strings.Repeat("...xxxxxxx", 500), 25, 228},
		{"the last three in ten are no-shows", strings.Repeat("xxxxxxx...", 500), 0, 60},
		{"the last three in ten are no-shows", strings.Repeat("xxxxxxx...", 500), 25, 228},
	} {
		t.Run(fmt.Sprintf("%s, limit %d", test.name, test.limit), func(t *testing.T) {
			n := requestsOf(t, world{Park: test.park, Limit: test.limit, Service: "honest"})
			if t.Logf("%d requests", n); n > test.most {
				t.Errorf("%d requests, want at most %d", n, test.most)
			}
		})
	}
}
