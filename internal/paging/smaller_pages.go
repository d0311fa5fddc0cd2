// SPDX-License-Identifier: MIT

package paging

// retryInSmallerPages makes a step of the walk. If a response is too long to be read, it halves the limit, 100, 50, 25 and so on, and
// makes the step again. Nothing is yielded twice, because a step yields records only after it has read all its pages. A single
// record that is too long is an error.
func (w *walk[T]) retryInSmallerPages(step func() error) error {
	for {
		err := step()
		if err == nil || w.oneByOne || !w.list.TooLong(err) {
			return err
		}
		w.limit -= w.limit / 2
		w.oneByOne = w.limit == 1
		w.underWay = 1
		w.reader.drop()
	}
}

// growLimit doubles a limit that was halved, unless a page of twice the length would be longer than any that was read. It reports
// whether it has done so. For example, two long records make the limit 1, and the short ones after them make it 100 again in seven
// pages.
func (w *walk[T]) growLimit(page *checkedPage[T]) bool {
	w.longestBytes = max(w.longestBytes, page.Bytes)
	if w.limit >= w.fullLimit || page.size < w.limit || 2*page.Bytes > w.longestBytes {
		return false
	}
	w.limit, w.oneByOne = min(2*w.limit, w.fullLimit), false
	return true
}
