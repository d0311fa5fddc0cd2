// SPDX-License-Identifier: MIT

package presence

import (
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// merged is what a walk returns of its pages.
func merged(pages ...*page) []types.PresenceDay {
	return unfold(merge(pages, firstPages(pages)))
}

// TestPartsOfADay: entries of one day are put together, unless one of them cannot be a part of it.
func TestPartsOfADay(t *testing.T) {
	for page, twice := range map[string]bool{
		"0/9: 1: 4 | 1: 5": false, "0/9: 1: 4 | 1: 4": true, "0/9: 1: 4 | 1:": true, "0/9: 1: | 1: 4": true, "0/9: 1: | 1:": true,
	} {
		if got := !pageOf(page).twice.IsZero(); got != twice {
			t.Errorf("%s is refused: %t, want %t", page, got, twice)
		}
	}
}

// TestMerge puts pages together whose days and items differ in one respect.
func TestMerge(t *testing.T) {
	for _, test := range []struct {
		name  string
		pages []string
		want  string
	}{
		{"nothing", []string{"0/0"}, ""},
		{"items in the order of the pages", []string{"0/20: 1: 9 3", "10/20: 1: 7 1"}, "1: 9 3 7 1"},
		{"days in the order of their dates", []string{"0/20: 3: 1 | 1: 2", "10/20: 2: 3 | 4: 4"}, "1: 2 | 2: 3 | 3: 1 | 4: 4"},
		{"a shared reservation from the first page", []string{"0/20: 1: 1 4 | 2:", "8/20: 1: 4 6 | 2: 4 6"}, "1: 1 4 6 | 2: 6"},
		{"the same item twice on one page", []string{"0/20: 1: 4 4"}, "1: 4 4"},
		{"items without a name from all pages", []string{"0/20: 1: ? 3", "10/20: 1: ? ?"}, "1: ? 3 ? ?"},
		{"entries without a date at the end, each on its own", []string{"0/20: -: 1 | 2: 3 | -: 5", "10/20: -: 7 | 1: 9"},
			"1: 9 | 2: 3 | -: 1 | -: 5 | -: 7"},
		{"entries without a date and without items", []string{"0/20: -: | 1: 3"}, "1: 3 | -:"},
		{"an entry without a date of shared reservations only", []string{"0/20: -: 4", "8/20: -: 4"}, "-: 4"},
		{"an entry without a date of a shared reservation and another", []string{"0/20: -: 4", "8/20: -: 4 6"}, "-: 4 | -: 6"},
	} {
		t.Run(test.name, func(t *testing.T) {
			days := merged(pagesOf(test.pages...)...)
			if got := entriesOf(days); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			for _, day := range days {
				if day.Items == nil || len(day.Items) != cap(day.Items) {
					t.Errorf("%v has %d items in the room of %d, nil %v", day.Date, len(day.Items), cap(day.Items), day.Items == nil)
				}
			}
		})
	}
}

// TestMergeOfExtra: a day keeps the undocumented fields on which all of its entries agree.
func TestMergeOfExtra(t *testing.T) {
	low, high := types.Extra{"season": []byte("1")}, types.Extra{"season": []byte("2")}
	dated, undated := types.NewDate(2026, 7, 1), types.Date{}
	for _, test := range []struct {
		name    string
		date    types.Date
		entries []types.Extra
		want    types.Extra
	}{
		{"one entry", dated, []types.Extra{low}, low},
		{"two that agree", dated, []types.Extra{low, low}, low},
		{"two that differ", dated, []types.Extra{low, high}, nil},
		{"the second alone", dated, []types.Extra{nil, high}, nil},
		{"one without a date", undated, []types.Extra{low}, low},
	} {
		t.Run(test.name, func(t *testing.T) {
			onePage, pages := Page{Total: 20}, []*page{}
			for i, extra := range test.entries {
				day := types.PresenceDay{Date: test.date, Extra: extra}
				onePage.Days = append(onePage.Days, day)
				pages = append(pages, newPage(Page{Days: []types.PresenceDay{day}, Total: 20}, i*10, 10))
			}
			for _, read := range [][]*page{{newPage(onePage, 0, 10)}, pages} {
				if got := merged(read...); len(got) != 1 || !reflect.DeepEqual(got[0].Extra, test.want) {
					t.Errorf("%d pages: merged %v, want one day with %v", len(read), got, test.want)
				}
			}
		})
	}
}
