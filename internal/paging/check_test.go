// SPDX-License-Identifier: MIT

package paging

import (
	"fmt"
	"testing"
)

// TestRepeatedIDs: different records with one id that are on one page are all yielded, once each, wherever
// the page begins and ends.
func TestRepeatedIDs(t *testing.T) {
	t.Parallel()
	const limit, n = 10, 30
	for first := range n {
		lastOnPage := first/(limit-1)*(limit-1) + limit - 1
		for second := first + 1; second <= min(lastOnPage, n-1); second++ {
			t.Run(fmt.Sprint("places ", first, " and ", second), func(t *testing.T) {
				t.Parallel()
				p, list := world{Kind: "honest", N: n, Limit: limit, Bounds: "usual"}.open()
				p.list[second].ID = p.list[first].ID
				list.Repeated = true
				o := read(p, list)
				if o.err != errDone || o.lost != "" || o.doubled != "" || len(o.count) != n {
					t.Errorf("%d records, lost %q, doubled %q: %v", len(o.count), o.lost, o.doubled, o.err)
				}
			})
		}
	}
}
