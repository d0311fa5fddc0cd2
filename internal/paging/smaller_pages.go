// SPDX-License-Identifier: MIT

package paging

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
func (w *walk[T]) limitWithAnchor() int {
	if w.oneByOne {
		return 1
	}
	return max(2, w.limit)
}

// growLimit doubles the limit after a full page whose response was at most half as long as the longest so far. It returns
// whether the limit has grown.
func (w *walk[T]) growLimit(page *checkedPage[T]) bool {
	w.longestBytes = max(w.longestBytes, page.Bytes)
	if w.limit >= w.highestLimit || page.size < w.limit || 2*page.Bytes > w.longestBytes {
		return false
	}
	w.limit, w.oneByOne = min(2*w.limit, w.highestLimit), false
	return true
}
