// SPDX-License-Identifier: MIT

package paging

// inSmallerPages makes a step of the walk. If a response is too long to be read, it halves the limit and makes the step
// again. A step yields records only after it has read all its pages, so nothing is yielded twice. It fails when a
// single record is too long.
func (w *walk[T]) inSmallerPages(step func() error) error {
	for {
		err := step()
		if err == nil || w.single || !w.TooLong(err) {
			return err
		}
		w.Limit -= w.Limit / 2
		w.single = w.Limit == 1
		w.depth = 1
		w.reader.drop()
	}
}

// grow doubles a limit that was halved, unless a page of that size would be longer than any that was read. It
// reports whether it did. For example, two long records make the limit 1, and the short ones after them make it 100
// again in seven pages.
func (w *walk[T]) grow(page *checked[T]) bool {
	w.longest = max(w.longest, page.Bytes)
	if w.Limit >= w.asked || page.size < w.Limit || 2*page.Bytes > w.longest {
		return false
	}
	w.Limit, w.single = min(2*w.Limit, w.asked), false
	return true
}
