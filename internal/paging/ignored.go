package paging

// Some services, and most mocks, do not know offsets. Two kinds of them serve a whole list
// all the same.

// everything looks at a service that served its first page for a second offset too. It
// returns errDone if that is the whole list: the same page comes for an offset far behind
// and a smaller limit. It returns nil if the offset matters after all.
func (w *walk[T]) everything() error {
	offset := w.next + 10*w.Limit // farther than a list grows between two requests
	page, err := w.read(offset, max(1, w.Limit-1))
	switch {
	case err != nil:
		return err
	case page.equals(w.first) && w.Limit > 1:
		return errDone
	case page.size > 0 && page.begins(w.first):
		return w.incomplete(offset, "the page begins like the first one: the service ignores the offset, and there may be more than it serves")
	}
	return nil
}

// onlyFirst looks at a service that served nothing behind a first page that was not full.
// It returns errDone if nothing comes for another offset either.
func (w *walk[T]) onlyFirst() error {
	page, err := w.read(w.Offset+1, w.Limit)
	if err == nil && page.size == 0 {
		return errDone
	}
	return err
}
