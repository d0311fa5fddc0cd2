// SPDX-License-Identifier: MIT

package lists_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestResumeAChangedList stops after record 60 of 150.
func TestResumeAChangedList(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		list  [][]int64 // as it is then
		first int64     // record that is read then; 0 if the walk fails
		rest  int       // how many
	}{
		{"nothing", [][]int64{ids(1, 150)}, 61, 90},
		{"the last record removed", [][]int64{ids(1, 59), ids(61, 150)}, 61, 90},
		{"the last record moved to the end", [][]int64{ids(1, 59), ids(61, 150), {60}}, 61, 90},
		{"the record after it removed", [][]int64{ids(1, 60), ids(62, 150)}, 62, 89},
		{"two of the last records removed", [][]int64{ids(1, 56), ids(59, 150)}, 0, 0},
		{"a record added among the last ones", [][]int64{ids(1, 56), {901}, ids(57, 150)}, 61, 90},
		{"many removed before it", [][]int64{ids(51, 150)}, 61, 90},
		{"some added before it", [][]int64{ids(901, 940), ids(1, 150)}, 61, 90},
		{"some added at the end", [][]int64{ids(1, 150), ids(901, 902)}, 61, 92},
		{"some added before it, and what followed removed", [][]int64{ids(901, 903), ids(1, 60), ids(80, 150)}, 0, 0},
		{"the last eight records removed", [][]int64{ids(1, 52), ids(61, 150)}, 0, 0},
		{"everything that was read moved to the end", [][]int64{ids(61, 150), ids(1, 60)}, 0, 0},
		{"some removed, and the last eight moved past the next two",
			[][]int64{ids(11, 52), ids(61, 62), ids(53, 60), ids(63, 150)}, 0, 0},
		{"many added before it", [][]int64{ids(901, 999), ids(1, 150)}, 0, 0},
		{"everything else removed", [][]int64{ids(141, 150)}, 0, 0},
		{"everything removed", nil, 0, 0},
	}
	before := service(150)
	for _, test := range testkit.Cases(3, tests) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := serviceOf(slices.Concat(test.list...))
			eachList(t, func(t *testing.T, list testclient.Call) {
				var token string
				resume(t, before, list, &token, 60)
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
		resume(t, service(30), list, &token, 7)
		list.Limit = 2
		got := resume(t, serviceOf(append([]int64{901}, ids(7, 30)...)), list, &token, 12, 0)
		if diff := cmp.Diff(append([]int64{901}, ids(8, 30)...), got); diff != "" {
			t.Errorf("IDs (-want +got):\n%s", diff)
		}
	})
}

// TestResumeBehindManyNewRecords: where the token names all that were read, they can come as far
// on as may be, and the walk is interrupted among the new ones without losing them.
func TestResumeBehindManyNewRecords(t *testing.T) {
	t.Parallel()
	eachList(t, func(t *testing.T, list testclient.Call) {
		var token string
		list.Limit = 4
		resume(t, service(18), list, &token, 8)
		srv := serviceOf(append(ids(901, 910), ids(1, 18)...))
		got := resume(t, srv, list, &token, 3, 1, 5, 0)
		if diff := cmp.Diff(append(ids(901, 910), ids(9, 18)...), got); diff != "" {
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
