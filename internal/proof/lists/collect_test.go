// SPDX-License-Identifier: MIT

package lists_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestCollect returns the records before an error, and reads nothing after it.
func TestCollect(t *testing.T) {
	t.Parallel()
	broken := errors.New("the list broke off")
	tests := []struct {
		name           string
		length, failAt int // failAt counts from 1; 0 for never
		want           []int
	}{
		{"an empty list", 0, 0, nil},
		{"a whole list", 3, 0, []int{1, 2, 3}},
		{"an error at once", 3, 1, nil},
		{"an error after records", 5, 3, []int{1, 2}},
		{"an error instead of an end", 4, 4, []int{1, 2, 3}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := reservations.Collect(func(yield func(int, error) bool) {
				for n := 1; n <= test.length; n++ {
					var err error
					if n == test.failAt {
						err = broken
					}
					if !yield(n, err) {
						return
					}
				}
			})
			if diff := cmp.Diff(test.want, got); diff != "" || errors.Is(err, broken) != (test.failAt > 0) {
				t.Errorf("error %v, records (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestCollectReadsAList(t *testing.T) {
	t.Parallel()
	srv := service(60)
	all := testclient.Over(t, srv).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1})
	got, err := reservations.Collect(all)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(reservationstest.All[types.Supplement](srv), got); diff != "" {
		t.Errorf("supplements (-served +read):\n%s", diff)
	}
}
