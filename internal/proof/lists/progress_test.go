// SPDX-License-Identifier: MIT

package lists_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestListProgress tells of every page after its records.
func TestListProgress(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		n      int64
		offset int
		totals []string // of the responses, the last of all that follow
		want   string   // records and the total after each page
	}{
		{"no total", 195, 45, []string{""}, "[{100 -1} {150 -1}]"},
		{"a total", 195, 45, []string{"195"}, "[{100 195} {150 195}]"},
		{"a shorter list", 150, 0, []string{"150", "90", "80"}, "[{100 150} {150 90}]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := service(test.n)
			counted := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				resp, err := srv.RoundTrip(r)
				if err == nil && test.totals[0] != "" {
					resp.Header.Set("X-Total-Count", test.totals[0])
					test.totals = test.totals[min(1, len(test.totals)-1):]
				}
				return resp, err
			})
			var got []reservations.ListProgress
			yielded := 0
			params := reservations.SupplementsParams{Organization: 1, Offset: test.offset,
				Progress: func(p reservations.ListProgress) {
					if got = append(got, p); p.Records != yielded {
						t.Errorf("%+v after %d records", p, yielded)
					}
				}}
			c := testclient.Over(t, counted, reservations.WithMaxConcurrency(1))
			for _, err := range c.Supplements.All(t.Context(), params) {
				if err != nil {
					t.Fatal(err)
				}
				yielded++
			}
			if fmt.Sprint(got) != test.want {
				t.Errorf("got %v, want %s", got, test.want)
			}
		})
	}
}
