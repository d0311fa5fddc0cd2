// SPDX-License-Identifier: MIT

package lists_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestResumeAChangedList stops after record 60 of 150.
func TestResumeAChangedList(t *testing.T) {
	t.Parallel()
	between := func(from, to int64) (ids []int64) {
		for id := from; id <= to; id++ {
			ids = append(ids, id)
		}
		return ids
	}
	tests := []struct {
		name  string
		list  [][]int64 // as it is then
		first int64     // record that is read then; 0 if the walk fails
		rest  int       // how many
	}{
		{"nothing", [][]int64{between(1, 150)}, 61, 90},
		{"the last record removed", [][]int64{between(1, 59), between(61, 150)}, 61, 90},
		{"the last record moved to the end", [][]int64{between(1, 59), between(61, 150), {60}}, 61, 90},
		{"the record after it removed", [][]int64{between(1, 60), between(62, 150)}, 62, 89},
		{"two of the last records removed", [][]int64{between(1, 56), between(59, 150)}, 0, 0},
		{"a record added among the last ones", [][]int64{between(1, 56), {901}, between(57, 150)}, 61, 90},
		{"many removed before it", [][]int64{between(51, 150)}, 61, 90},
		{"some added before it", [][]int64{between(901, 940), between(1, 150)}, 61, 90},
		{"some added at the end", [][]int64{between(1, 150), between(901, 902)}, 61, 92},
		{"some added before it, and what followed removed", [][]int64{between(901, 903), between(1, 60), between(80, 150)}, 0, 0},
		{"the last eight records removed", [][]int64{between(1, 52), between(61, 150)}, 0, 0},
		{"everything that was read moved to the end", [][]int64{between(61, 150), between(1, 60)}, 0, 0},
		{"some removed, and the last eight moved past the next two",
			[][]int64{between(11, 52), between(61, 62), between(53, 60), between(63, 150)}, 0, 0},
		{"many added before it", [][]int64{between(901, 999), between(1, 150)}, 0, 0},
		{"everything else removed", [][]int64{between(141, 150)}, 0, 0},
		{"everything removed", nil, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			eachList(t, func(t *testing.T, list testclient.Call) {
				var token string
				list.Most = 60
				if _, err := read(t, testclient.Over(t, service(150)), list, reservations.WithResume(&token)); err != nil {
					t.Fatal(err)
				}
				list.Most = 0
				srv := serviceOf(slices.Concat(test.list...))
				got, err := read(t, testclient.Over(t, srv), list, reservations.WithResume(&token))
				if test.first == 0 {
					const says = "the list has changed since the token of WithResume was made"
					if e := isIncomplete(t, err); !strings.Contains(e.Reason, says) || len(got) > 0 {
						t.Errorf("got %d records, %v", len(got), err)
					}
				} else if err != nil || len(got) != test.rest || got[0] != test.first {
					t.Errorf("got %d records %v, %v; want %d from %d on", len(got), got, err, test.rest, test.first)
				}
			})
		})
	}
}

// TestResumeAfterMostWasRemoved brings the token up to date although records that were read are gone.
func TestResumeAfterMostWasRemoved(t *testing.T) {
	t.Parallel()
	eachList(t, func(t *testing.T, list testclient.Call) {
		var token string
		list.Most = 7
		if _, err := read(t, testclient.Over(t, service(30)), list, reservations.WithResume(&token)); err != nil {
			t.Fatal(err)
		}
		srv := serviceOf(append([]int64{901}, idsUpTo(30)[6:]...))
		var got []int64
		for _, list.Most = range []int{12, 0} {
			list.Limit = 2
			ids, err := read(t, testclient.Over(t, srv), list, reservations.WithResume(&token))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, ids...)
		}
		if diff := cmp.Diff(append([]int64{901}, idsUpTo(30)[7:]...), got); diff != "" {
			t.Errorf("IDs (-want +got):\n%s", diff)
		}
	})
}

// TestResumeNeedsIDs: nothing tells records without one apart.
func TestResumeNeedsIDs(t *testing.T) {
	t.Parallel()
	c := testclient.Over(t, testclient.Responds(200, "", `[{"name":"a"},{"name":"b"}]`))
	params := reservations.SummariesParams{Organization: 1, DateFrom: testclient.From, DateTo: testclient.From}
	token := ""
	all := c.Reservations.AllSummaries(t.Context(), params, reservations.WithResume(&token))
	for range all {
		break
	}
	_, err := reservations.Collect(all)
	isIncomplete(t, err)
}

// TestResumeBehindManyNewRecords: where the token names all that were read, they can come as far
// on as may be, and the walk is interrupted among the new ones without losing them.
func TestResumeBehindManyNewRecords(t *testing.T) {
	t.Parallel()
	eachList(t, func(t *testing.T, list testclient.Call) {
		var token string
		list.Limit, list.Most = 4, 8
		if _, err := read(t, testclient.Over(t, service(18)), list, reservations.WithResume(&token)); err != nil {
			t.Fatal(err)
		}
		added := []int64{901, 902, 903, 904, 905, 906, 907, 908, 909, 910}
		srv := serviceOf(append(added, idsUpTo(18)...))
		var got []int64
		for _, list.Most = range []int{3, 1, 5, 0} {
			ids, err := read(t, testclient.Over(t, srv), list, reservations.WithResume(&token))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, ids...)
		}
		if diff := cmp.Diff(append(added, idsUpTo(18)[8:]...), got); diff != "" {
			t.Errorf("IDs (-want +got):\n%s", diff)
		}
	})
}
