package presence

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func day(n int, ids ...int64) types.PresenceDay {
	d := types.PresenceDay{Date: types.NewDate(2026, time.July, n), Items: []types.PresenceItem{}}
	for _, id := range ids {
		d.Items = append(d.Items, types.PresenceItem{ReservationID: id})
	}
	return d
}

func undated(ids ...int64) types.PresenceDay {
	d := day(1, ids...)
	d.Date = types.Date{}
	return d
}

func TestMerge(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		pages [][]types.PresenceDay
		want  []types.PresenceDay
	}{
		{"no pages", nil, nil},
		{"one page", [][]types.PresenceDay{{day(1, 7), day(2)}}, []types.PresenceDay{day(1, 7), day(2)}},
		{"items in the order of the pages", [][]types.PresenceDay{{day(1, 9, 8)}, {day(1, 1)}, {day(1, 5)}}, []types.PresenceDay{day(1, 9, 8, 1, 5)}},
		{"days in date order", [][]types.PresenceDay{{day(3), day(1)}, {day(2)}}, []types.PresenceDay{day(1), day(2), day(3)}},
		{"a page without a day that others have", [][]types.PresenceDay{{day(1, 1), day(3, 1)}, {day(2, 2)}, {}}, []types.PresenceDay{day(1, 1), day(2, 2), day(3, 1)}},
		{"alike items stay", [][]types.PresenceDay{{day(1, 7, 7)}, {day(1, 7)}}, []types.PresenceDay{day(1, 7, 7, 7)}},
		{"a day twice on a page", [][]types.PresenceDay{{day(1, 1), day(1, 2)}}, []types.PresenceDay{day(1, 1, 2)}},
		{"nil items", [][]types.PresenceDay{{{Date: types.NewDate(2026, time.July, 1)}, {}}}, []types.PresenceDay{day(1), undated()}},
		{"without a date", [][]types.PresenceDay{{undated(4), day(2, 2)}, {undated(5), day(1, 1)}}, []types.PresenceDay{day(1, 1), day(2, 2), undated(4), undated(5)}},
	} {
		if diff := cmp.Diff(test.want, Merge(test.pages)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestMergeLeavesThePagesAlone(t *testing.T) {
	t.Parallel()
	roomy := make([]types.PresenceItem, 1, 10) // an append in place would go unnoticed without room
	pages := [][]types.PresenceDay{{{Date: types.NewDate(2026, time.July, 1), Items: roomy}, {Items: roomy}}, {day(1, 2)}}
	merged := Merge(pages)
	merged[0].Items[0].ReservationID = 99
	merged[1].Items[0].ReservationID = 99
	if roomy[0].ReservationID != 0 || roomy[:2][1].ReservationID != 0 {
		t.Errorf("a page was changed: %+v", roomy[:2])
	}
}

func TestReservations(t *testing.T) {
	t.Parallel()
	page := []types.PresenceDay{
		day(1, 7, 8), day(2, 7),
		{Items: []types.PresenceItem{{ReservationNumber: "R9"}, {ReservationID: 7, ReservationNumber: "R7"}, {ReservationNumber: "R9"}, {}}},
	}
	want := map[Reservation]bool{{ID: 7}: true, {ID: 8}: true, {Number: "R9"}: true}
	got, anonymous := Reservations(page)
	if diff := cmp.Diff(want, got); diff != "" || !anonymous {
		t.Errorf("anonymous %v, want true; (-want +got):\n%s", anonymous, diff)
	}
	if got, anonymous := Reservations(page[:2]); len(got) != 2 || anonymous {
		t.Errorf("got %v, %v; want two reservations and nobody anonymous", got, anonymous)
	}
}

// FuzzMerge deals the days of a document out to pages and puts them together again.
func FuzzMerge(f *testing.F) {
	f.Add([]byte(`[{"date":"2026-07-02","items":[{"reservationId":1}]},{"date":"2026-07-01"},{"items":[{}]}]`), uint8(2))
	f.Add([]byte(`[{"date":"2026-07-02","items":[{"reservationId":1}]},{"date":"2026-07-02","items":[{"reservationId":1}]}]`), uint8(1))
	f.Fuzz(func(t *testing.T, document []byte, n uint8) {
		var all []types.PresenceDay
		if json.Unmarshal(document, &all) != nil {
			return
		}
		pages := make([][]types.PresenceDay, int(n)+1)
		count := map[types.Date]map[types.PresenceItem]int{}
		entries := 0
		for i, day := range all {
			pages[i%len(pages)] = append(pages[i%len(pages)], day)
			if count[day.Date] == nil {
				count[day.Date] = map[types.PresenceItem]int{}
			}
			for _, item := range day.Items {
				item.NumOfPersons = nil // a pointer differs from copy to copy
				count[day.Date][item]++
				entries++
			}
		}
		var last types.Date
		seen := map[types.Date]bool{}
		for _, day := range Merge(pages) {
			if day.Items == nil {
				t.Fatalf("%v has nil items", day.Date)
			}
			for _, item := range day.Items {
				item.NumOfPersons = nil
				count[day.Date][item]--
				entries--
				if count[day.Date][item] < 0 {
					t.Fatalf("%v has an item too many: %+v", day.Date, item)
				}
			}
			if day.Date.IsZero() {
				last = types.NewDate(9999, time.December, 31)
				continue
			}
			if seen[day.Date] || day.Date.Compare(last) < 0 {
				t.Fatalf("%v stands twice or out of order", day.Date)
			}
			seen[day.Date], last = true, day.Date
		}
		if entries != 0 {
			t.Fatalf("%d items are missing", entries)
		}
	})
}
