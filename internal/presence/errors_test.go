package presence

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
)

// TestEveryErrorEndsTheWalk: whichever request of a walk fails, the walk ends with its error.
func TestEveryErrorEndsTheWalk(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		size, limit, noShows int
		confirm              bool
		serving              []behaviour
	}{
		{10, 0, 0, false, nil},
		{60, 25, 0, false, nil},
		{60, 25, 40, false, nil},
		{60, 25, 40, true, nil},
		{60, 100, 0, false, []behaviour{clamp(10)}},
		{60, 40, 70, false, []behaviour{clamp(10)}},
	} {
		t.Run(fmt.Sprintf("%+v", row), func(t *testing.T) {
			t.Parallel()
			failed := 0
			for fail := range 1000 {
				requests := 0
				synctest.Test(t, func(t *testing.T) {
					w := simpleWorld(1, row.size, row.limit, came(1, row.noShows), row.serving...)
					w.walk.Workers, w.walk.Confirm = 1, row.confirm
					fetch := w.walk.Fetch
					w.walk.Fetch = func(ctx context.Context, offset, limit int, fresh bool) (Page, error) {
						if requests++; requests-1 == fail {
							return Page{}, errBroken
						}
						return fetch(ctx, offset, limit, fresh)
					}
					_, err := w.walk.Run(t.Context())
					if requests > fail && !errors.Is(err, errBroken) {
						t.Errorf("request %d fails: got %v after %d requests", fail, err, requests)
					}
				})
				if requests <= fail {
					break // the walk has ended before
				}
				failed++
			}
			if failed == 0 || failed == 1000 {
				t.Errorf("%d requests have failed", failed)
			}
		})
	}
}
