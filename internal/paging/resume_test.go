// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestPlaceWhileManyAreAdded: among records that were added while the list was read, a place cannot name all that were
// read before them and follow. It is not known, and a walk that is to go on there says so.
func TestPlaceWhileManyAreAdded(t *testing.T) {
	t.Parallel()
	all, added := upTo(1, 100), upTo(901, 910)
	fetch := func(_ context.Context, offset, limit int) (Page[record], error) {
		if offset >= 38 && len(all) == 100 { // the third page
			all = slices.Concat(added, all)
		}
		return pageOf(all[min(offset, len(all)):min(offset+limit, len(all))]), nil
	}
	var place Place
	list := listOf(fetch, 20, 1)
	list.Reached = func(p Place) { place = p }
	for r, err := range list.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if r.ID == added[4] {
			break
		}
	}
	if place.Before != nil {
		t.Errorf("the place is %+v, want none", place)
	}
	list.Resume = &place
	got, err := collect(t, list)
	if err == nil || !strings.Contains(err.Error(), "was changing when the token") || got != nil {
		t.Errorf("got %v, %v; want that the list was changing", got, err)
	}
}
