package reservations_test

import (
	"errors"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var errBroken = errors.New("the list broke off")

// brokenAt yields the numbers from 1 on, and an error in the place of the given one. A
// list that is read on after its error goes on, so that a reader that does not stop is seen.
func brokenAt(place, length int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for n := 1; n <= length; n++ {
			var err error
			if n == place {
				err = errBroken
			}
			if !yield(n, err) {
				return
			}
		}
	}
}

func TestCollect(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		list iter.Seq2[int, error]
		want []int
		err  error
	}{
		"an empty list":              {brokenAt(0, 0), nil, nil},
		"a whole list":               {brokenAt(0, 3), []int{1, 2, 3}, nil},
		"an error at once":           {brokenAt(1, 3), nil, errBroken},
		"an error after records":     {brokenAt(3, 5), []int{1, 2}, errBroken},
		"an error instead of an end": {brokenAt(4, 4), []int{1, 2, 3}, errBroken},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := reservations.Collect(tt.list)
			if !errors.Is(err, tt.err) {
				t.Errorf("error %v, want %v", err, tt.err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("records (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCollectReadsAList(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer()
	defer server.Close()
	for id := range int64(60) {
		server.Put(reservationstest.NewSupplement(id + 1))
	}
	client, err := reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(1))
	if err != nil {
		t.Fatal(err)
	}
	supplements, err := reservations.Collect(client.Supplements.All(t.Context(), reservations.SupplementsParams{}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(reservationstest.All[types.Supplement](server), supplements); diff != "" {
		t.Errorf("supplements (-served +read):\n%s", diff)
	}
}
