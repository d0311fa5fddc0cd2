// SPDX-License-Identifier: MIT

package paging

// pageSize holds the limit of the next page, and what the limit depends on.
type pageSize struct {
	limit        int  // the limit of the next page: highestLimit, or less after a response that was too long to be read
	highestLimit int  // List.Limit, or less if that was refused; after the second page at least 2, for the anchor and a new record
	longestBytes int  // the bytes of the longest response that was read
	oneByOne     bool // two records together are too long to be read
}

// retryInSmallerPages calls step. While a response is too long to be read, it halves the limit (100, 50, 25 and so on) and
// calls step again, until one record alone is too long. A step reads before it yields, so no record is yielded twice.
func (w *walk[T]) retryInSmallerPages(step func() error) error {
	for {
		err := step()
		if err == nil || w.oneByOne || !w.list.TooLong(err) {
			return err
		}
		w.limit -= w.limit / 2
		w.oneByOne = w.limit == 1
		w.reader.stopReadingAhead()
	}
}

// limitWithAnchor returns the limit of a page that begins with the anchor: at least 2, so that there is room for a new
// record, or 1 if two records together are too long to be read.
func (s *pageSize) limitWithAnchor() int {
	if s.oneByOne {
		return 1
	}
	return max(2, s.limit)
}

// growLimit doubles the limit after a full page whose response was at most half as long as the longest so far. It returns
// whether the limit has grown.
func (s *pageSize) growLimit(records, bytes int) bool {
	s.longestBytes = max(s.longestBytes, bytes)
	if s.limit >= s.highestLimit || records < s.limit || 2*bytes > s.longestBytes {
		return false
	}
	s.limit, s.oneByOne = min(2*s.limit, s.highestLimit), false
	return true
}
