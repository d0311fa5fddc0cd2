// SPDX-License-Identifier: MIT

package paging

// retryInSmallerPages makes a step of the walk. If a response is too long to be read, it halves the limit (100, 50, 25 and so on) and
// makes the step again. Nothing is yielded twice: a step reads all its pages before it yields. One record that is too long is an error.
func (w *walk[T]) retryInSmallerPages(step func() error) error {
	for {
		err := step()
		if err == nil || w.oneByOne || !w.list.TooLong(err) {
			return err
		}
		w.limit -= w.limit / 2
		w.oneByOne = w.limit == 1
		w.reader.slowDown()
	}
}

// limitFromAnchor returns the limit of a page that begins with the anchor. It is at least 2, so that there is room for a new
// record, unless two records are too long.
func (w *walk[T]) limitFromAnchor() int {
	if w.oneByOne {
		return 1
	}
	return max(2, w.limit)
}

// growLimit doubles a limit that was halved, unless twice the bytes of the page are more than any response had. It reports whether it
// has done so. For example, two long records make the limit 1, and short ones make it 100 again in seven pages.
func (w *walk[T]) growLimit(page *checkedPage[T]) bool {
	w.longestBytes = max(w.longestBytes, page.Bytes)
	if w.limit >= w.list.Limit || page.size < w.limit || 2*page.Bytes > w.longestBytes {
		return false
	}
	w.limit, w.oneByOne = min(2*w.limit, w.list.Limit), false
	return true
}
