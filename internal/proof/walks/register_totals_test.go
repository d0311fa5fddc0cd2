// SPDX-License-Identifier: MIT

package walks_test

import (
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestUnreadableTotals: nothing is guessed, whichever page has such a total.
func TestUnreadableTotals(t *testing.T) {
	t.Parallel()
	faults := map[string]reservationstest.Fault{"missing": reservationstest.Header("X-Total-Count", "")}
	for _, text := range []string{
		"-1", "", "many", "12.0", "1e3", "0x10", "60, 59", "60,", "60 60", "99999999999999999999", "2000000",
	} {
		faults["text "+text] = reservationstest.Header("X-Total-Count", text)
	}
	for name, fault := range faults {
		for page := 1; page <= 3; page++ {
			t.Run(fmt.Sprintf("%s on page %d", name, page), func(t *testing.T) {
				srv := serve(60)
				inject(srv, reservationstest.Nth(page), fault)
				got := incomplete(t, testclient.Over(t, srv, reservations.WithMaxConcurrency(1)), days(2, 25))
				if got.Walks != 1 || got.Pages != len(srv.Requests()) || got.Pages > 3 {
					t.Errorf("%#v after %d requests", got, len(srv.Requests()))
				}
			})
		}
	}
}
