// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// The tables of these tests write pages like this. A page that is given no limit has one of 10.
//
//	24+25/40: 25-40  at offset 24, with limit 25 and X-Total-Count 40, it shows the reservations with the ids 25 to 40
//	24/40: 25 ?      an item without a name
//	24/40: 2: 5 | 3: one item on the second of July, none on the third, and no other day; -: is an entry without a date
//	24/40            the page has no days

var july1 = types.NewDate(2026, 7, 1)

// pageOf reads the notation above.
func pageOf(text string) *page {
	query, shows, hasDays := strings.Cut(text, ":")
	query, total, _ := strings.Cut(query, "/")
	offset, limit, _ := strings.Cut(query, "+")
	got := Page{Total: number(total)}
	if hasDays {
		got.Days = daysOf(shows)
	}
	return newPage(got, number(offset), number(cmp.Or(limit, "10")))
}

func pagesOf(texts ...string) (pages []*page) {
	for _, text := range texts {
		pages = append(pages, pageOf(text))
	}
	return pages
}

// daysOf reads the days of a page.
func daysOf(text string) (days []types.PresenceDay) {
	for entry := range strings.SplitSeq(text, "|") {
		day, items, hasDate := strings.Cut(strings.TrimSpace(entry), ":")
		date := july1
		switch {
		case !hasDate:
			items = day
		case day == "-":
			date = types.Date{}
		default:
			date = types.NewDate(2026, 7, number(day))
		}
		days = append(days, types.PresenceDay{Date: date, Items: itemsOf(items)})
	}
	return days
}

// itemsOf reads the items of a day, each of two persons.
func itemsOf(text string) []types.PresenceItem {
	items := []types.PresenceItem{}
	for field := range strings.FieldsSeq(text) {
		first, last, _ := strings.Cut(strings.Replace(field, "?", "0", 1), "-")
		for id := number(first); id <= number(cmp.Or(last, first)); id++ {
			items = append(items, types.PresenceItem{ReservationID: int64(id), NumOfPersons: new(2)})
		}
	}
	return items
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// entriesOf writes days down like the ones of a page.
func entriesOf(days []types.PresenceDay) string {
	var entries []string
	for _, day := range days {
		entry := "-:"
		if !day.Date.IsZero() {
			entry = fmt.Sprint(1+daysBetween(july1, day.Date), ":")
		}
		for _, item := range day.Items {
			entry += strings.Replace(fmt.Sprint(" ", item.ReservationID), " 0", " ?", 1)
		}
		entries = append(entries, entry)
	}
	return strings.Join(entries, " | ")
}

// contradicts wants a contradiction with this cause and text, or none if the text is empty.
func contradicts(t *testing.T, err error, why cause, text string) {
	t.Helper()
	var c *contradiction
	if errors.As(err, &c) != (text != "") || c != nil && (c.cause != why || !strings.Contains(c.reason, text)) {
		t.Errorf("got %#v, want %q with cause %v", err, text, why)
	}
}
