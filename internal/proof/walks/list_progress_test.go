// SPDX-License-Identifier: MIT

package walks_test

import (
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestListProgress tells of every page after its records.
func TestListProgress(t *testing.T) {
	t.Parallel()
	for total, want := range map[string]string{"": "[{100 -1} {150 -1}]", "195": "[{100 195} {150 195}]"} {
		t.Run("total "+total, func(t *testing.T) {
			t.Parallel()
			var got []reservations.ListProgress
			yielded := 0
			params := reservations.SupplementsParams{Organization: 1, Offset: 45, Progress: func(p reservations.ListProgress) {
				if got = append(got, p); p.Records != yielded {
					t.Errorf("%+v after %d records", p, yielded)
				}
			}}
			c := testclient.Over(t, withHeader(service(195), "X-Total-Count", total))
			for _, err := range c.Supplements.All(t.Context(), params) {
				if err != nil {
					t.Fatal(err)
				}
				yielded++
			}
			if fmt.Sprint(got) != want {
				t.Errorf("got %v, want %s", got, want)
			}
		})
	}
}
