// SPDX-License-Identifier: MIT

package lenient

import (
	"fmt"
	"slices"
	"sync"
)

// Overlap remembers which records of a list had warnings, by their index in the list. The pages 0-24 and 24-48 both hold
// record 24, whose warnings are to be reported once. Overlap is safe for concurrent use.
type Overlap struct {
	mu           sync.Mutex
	newer, older map[int]bool // up to 10,000 such records, and the 10,000 before them: only neighboring pages overlap
}

// First returns the warnings of the page at offset, without those about a record that had warnings on an earlier page.
func (o *Overlap) First(offset int, found []Warning) []Warning {
	const most = 10_000 // once o.newer has this many records, it becomes o.older, and o.newer begins empty
	o.mu.Lock()
	defer o.mu.Unlock()
	known := map[int]bool{} // known[24] is true if an earlier page had warnings about record 24
	return slices.DeleteFunc(slices.Clone(found), func(w Warning) bool {
		var index int
		if _, err := fmt.Sscanf(w.Path, "[%d]", &index); err != nil {
			return false // a warning about the whole document is kept
		}
		record := offset + index
		if _, seen := known[record]; !seen {
			known[record] = o.newer[record] || o.older[record]
			if len(o.newer) >= most || o.newer == nil {
				o.newer, o.older = map[int]bool{}, o.newer
			}
			o.newer[record] = true
		}
		return known[record]
	})
}
