package presence

import (
	"cmp"
	"context"
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestWhose tells reservations apart by their id, and by their number only where that is missing.
func TestWhose(t *testing.T) {
	for _, row := range []struct {
		item types.PresenceItem
		want Reservation
		text string
	}{
		{types.PresenceItem{ReservationID: 7}, Reservation{ID: 7}, "the reservation with id 7"},
		{types.PresenceItem{ReservationID: 7, ReservationNumber: "R1"}, Reservation{ID: 7}, "the reservation with id 7"},
		{types.PresenceItem{ReservationNumber: "R1"}, Reservation{Number: "R1"}, `the reservation with number "R1"`},
		{types.PresenceItem{ReservationName: "Bos"}, Reservation{}, `the reservation with number ""`},
	} {
		t.Run(row.text, func(t *testing.T) {
			if got := whose(&row.item); got != row.want || got.String() != row.text {
				t.Errorf("whose() = %+v %v, want %+v %s", got, got, row.want, row.text)
			}
		})
	}
}

// TestCompare orders reservations by their ids, and those without one by their numbers.
func TestCompare(t *testing.T) {
	order := []Reservation{{}, {Number: "R1"}, {Number: "R2"}, {ID: 1}, {ID: 1, Number: "R1"}, {ID: 2}, {ID: 10}}
	for i, a := range order {
		for j, b := range order {
			t.Run(fmt.Sprintf("%v and %v", a, b), func(t *testing.T) {
				if got := a.compare(b); got != cmp.Compare(i, j) {
					t.Errorf("compare() = %v, want %v", got, cmp.Compare(i, j))
				}
			})
		}
	}
}

// TestNewPage holds what a page shows of its reservations.
func TestNewPage(t *testing.T) {
	for _, row := range []struct {
		page      *page
		who       int
		anonymous bool
		undated   bool
	}{
		{pageOfDays(0, 20, "1: 4 4 5", "-: 7", "2: 5 6"), 4, false, true},
		{pageOfDays(0, 20, "1: 4 ?", "2: 5"), 2, true, false},
		{pageOfDays(0, 20, "1: ?"), 0, true, false},
		{pageOfDays(0, 20, "1:"), 0, false, false},
		{pageOfDays(0, 20, "-:"), 0, false, true},
	} {
		t.Run(entriesOf(unfold(row.page.days)), func(t *testing.T) {
			if p := row.page; len(p.who) != row.who || p.anonymous != row.anonymous || p.undated != row.undated {
				t.Errorf("the page shows %v, anonymous %v, undated %v, want %d, %v and %v", p.who, p.anonymous, p.undated, row.who, row.anonymous, row.undated)
			}
		})
	}
}

// TestRoom holds where a page ends and how many reservations it can hold.
func TestRoom(t *testing.T) {
	for _, row := range []struct {
		page      string
		end, room int
	}{
		{"0+10/34", 10, 10}, {"24+10/34", 34, 10}, {"30+10/34", 34, 4}, {"34+10/34", 34, 0}, {"40+10/34", 34, 0},
	} {
		t.Run(row.page, func(t *testing.T) {
			if p := pageOf(row.page); p.end() != row.end || p.room() != row.room {
				t.Errorf("end() = %d, room() = %d, want %d and %d", p.end(), p.room(), row.end, row.room)
			}
		})
	}
}

// TestShared counts the reservations on two pages.
func TestShared(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want int
	}{
		{"0+10/34 1-9", "8+10/34 9-18", 1}, {"0+10/34 1-8", "8+10/34 9-18", 0}, {"0+10/34 1-8", "0+10/34 1-8", 8}, {"0+10/34", "0+10/34", 0},
	} {
		t.Run(row.a+" and "+row.b, func(t *testing.T) {
			a, b := pageOf(row.a), pageOf(row.b)
			if a.shared(b) != row.want || b.shared(a) != row.want {
				t.Errorf("a.shared(b) = %d, b.shared(a) = %d, want %d", a.shared(b), b.shared(a), row.want)
			}
		})
	}
}

// TestPageAlone holds what one page can show to be wrong by itself.
func TestPageAlone(t *testing.T) {
	for _, row := range []struct {
		name          string
		offset, limit int
		got           Page
		want          string
	}{
		{"as many as it has room for", 0, 3, Page{Days: []types.PresenceDay{dayOf("1-3")}, Total: 9}, "1-3"},
		{"more than the limit", 0, 3, Page{Days: []types.PresenceDay{dayOf("1-4")}, Total: 9}, "misplaced, page 0: the page at offset 0 shows 4 reservations, but with limit 3 and X-Total-Count 9 it can hold 3"},
		{"more than are left", 7, 3, Page{Days: []types.PresenceDay{dayOf("7-9")}, Total: 9}, "misplaced, page 7: shows 3 reservations, but with limit 3 and X-Total-Count 9 it can hold 2"},
		{"somebody behind the total", 9, 3, Page{Days: []types.PresenceDay{dayOf("9")}, Total: 9}, "misplaced, page 9: although X-Total-Count is"},
		{"somebody far behind the total", 90, 3, Page{Days: []types.PresenceDay{dayOf("9")}, Total: 9}, "misplaced, page 90: although X-Total-Count is"},
		{"nobody far behind the total", 90, 3, Page{Total: 9}, ""},
		{"items that name nobody behind the total", 9, 3, Page{Days: []types.PresenceDay{dayOf("?")}, Total: 9}, "misplaced, page 9: although X-Total-Count is"},
		{"items that name nobody before the total", 8, 3, Page{Days: []types.PresenceDay{dayOf("?")}, Total: 9}, "?"},
		{"items that name nobody do not count", 0, 3, Page{Days: []types.PresenceDay{dayOf("1-3 ? ?")}, Total: 9}, "1-3 ? ?"},
		{"a total that cannot be used", 0, 3, Page{BadTotal: "X-Total-Count is 7 %d"}, "hopeless: X-Total-Count is 7 %d"},
		{"the highest total that is believed", 0, 3, Page{Total: 1_000_000}, ""},
		{"a higher one", 0, 3, Page{Total: 1_000_001}, "hopeless: X-Total-Count is 1000001, and no more than 1000000 are believed"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := &run{}
			r.Fetch = func(context.Context, int, int, bool) (Page, error) { return row.got, nil }
			p, err := r.page(t.Context(), row.offset, row.limit)
			if got := outcome([]*page{p}, err); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
			if r.state.Pages != 1 {
				t.Errorf("%d pages are counted, want 1", r.state.Pages)
			}
		})
	}
}

// TestFresh asks the caches for what they hold in the first walk only.
func TestFresh(t *testing.T) {
	for walk := 1; walk <= maxWalks; walk++ {
		t.Run(fmt.Sprintf("walk %d", walk), func(t *testing.T) {
			r := &run{}
			r.state.Walks = walk
			r.Fetch = func(_ context.Context, _, _ int, fresh bool) (Page, error) {
				if fresh != (walk > 1) {
					t.Errorf("fresh is %v, want %v", fresh, walk > 1)
				}
				return Page{}, nil
			}
			if _, err := r.page(t.Context(), 0, 10); err != nil {
				t.Error(err)
			}
		})
	}
}
