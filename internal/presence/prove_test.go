// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestReadPageOnePlaceLater: if no reservation shows on two pages, the last request is for the page one place after the page that
// shows the most reservations. If no page shows two, the last request is for a larger page.
func TestReadPageOnePlaceLater(t *testing.T) {
	t.Parallel()
	few, many := strings.Repeat(".", 6), strings.Repeat(".", 22)
	for park, want := range map[string]string{
		few + "xxx" + many:                  "offset=1&limit=25",
		"x" + many + many[7:] + "xxx" + few: "offset=24&limit=23",
		few + "x" + many:                    "offset=0&limit=29",
	} {
		p, register := world{Park: park, Limit: 25, Service: "honest"}.open()
		fetch, last := register.ReadPage, ""
		register.ReadPage = func(ctx context.Context, q Query) (RawPage, error) {
			last = fmt.Sprintf("offset=%d&limit=%d", q.Offset, q.Limit)
			return fetch(ctx, q)
		}
		if days, err := register.Read(t.Context()); last != want || p.judge(days, err).verdict != exact {
			t.Errorf("%s: the last request is for %s, want %s; %v", park, last, want, err)
		}
	}
}
