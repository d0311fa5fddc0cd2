// SPDX-License-Identifier: MIT

package lenient

import (
	"fmt"
	"slices"
	"sync"
)

// Overlap knows which records of a list have been warned about, by their places in the list. Pages of a walk overlap:
// the pages 0-24 and 24-48 both hold record 24, and a warning about it counts once. It is safe for concurrent use.
type Overlap struct {
	mu          sync.Mutex
	now, before map[int]bool // the last 10,000 to 20,000 places: only pages that are near to each other overlap
}

// First returns the warnings that are new: it leaves out those about records that an earlier page has shown. found are
// the warnings of the page that begins at offset.
func (o *Overlap) First(offset int, found []Warning) []Warning {
	const most = 10_000 // when now has as many places, it becomes before
	o.mu.Lock()
	defer o.mu.Unlock()
	known := map[int]bool{} // what was known before this page
	return slices.DeleteFunc(slices.Clone(found), func(w Warning) bool {
		var index int
		if _, err := fmt.Sscanf(w.Path, "[%d]", &index); err != nil {
			return false // the warning is about the whole document
		}
		place := offset + index
		if _, seen := known[place]; !seen {
			known[place] = o.now[place] || o.before[place]
			if len(o.now) >= most || o.now == nil {
				o.now, o.before = map[int]bool{}, o.now
			}
			o.now[place] = true
		}
		return known[place]
	})
}
