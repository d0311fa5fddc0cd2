// SPDX-License-Identifier: MIT

package lists_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestListProgress tells of every page after its records.
func TestListProgress(t *testing.T) {
	t.Parallel()
	for total, want := range map[string][]reservations.ListProgress{
		"":    {{Records: 100, Covered: 145, Total: -1}, {Records: 150, Covered: 195, Total: -1}},
		"195": {{Records: 100, Covered: 145, Total: 195}, {Records: 150, Covered: 195, Total: 195}},
	} {
		t.Run("total "+total, func(t *testing.T) {
			t.Parallel()
			srv := service(195)
			counted := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				resp, err := srv.RoundTrip(r)
				if err == nil && total != "" {
					resp.Header.Set("X-Total-Count", total)
				}
				return resp, err
			})
			var got []reservations.ListProgress
			yielded := 0
			params := reservations.SupplementsParams{Organization: 1, Offset: 45, Progress: func(p reservations.ListProgress) {
				if got = append(got, p); p.Records != yielded {
					t.Errorf("%+v after %d records", p, yielded)
				}
			}}
			for _, err := range testclient.Over(t, counted).Supplements.All(t.Context(), params) {
				if err != nil {
					t.Fatal(err)
				}
				yielded++
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("progress (-want +got):\n%s", diff)
			}
		})
	}
}

// TestListProgressOfAShorterList does not fall, and is never more than the total.
func TestListProgressOfAShorterList(t *testing.T) {
	t.Parallel()
	srv, totals := service(150), []string{"150", "90", "80"}
	counted := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := srv.RoundTrip(r)
		if err == nil {
			resp.Header.Set("X-Total-Count", totals[0])
			totals = totals[min(1, len(totals)-1):]
		}
		return resp, err
	})
	var got []reservations.ListProgress
	params := reservations.SupplementsParams{Organization: 1, Progress: func(p reservations.ListProgress) { got = append(got, p) }}
	c := testclient.Over(t, counted, reservations.WithMaxConcurrency(1))
	if _, err := reservations.Collect(c.Supplements.All(t.Context(), params)); err != nil {
		t.Fatal(err)
	}
	want := []reservations.ListProgress{{Records: 100, Covered: 100, Total: 150}, {Records: 150, Covered: 100, Total: 100}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}
