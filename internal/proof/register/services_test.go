// SPDX-License-Identifier: MIT

package register_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// absent makes nobody present of the chosen reservations, which are counted all the same.
func absent(bookings []reservationstest.Booking, chosen func(i int) bool) []reservationstest.Booking {
	for i := range bookings {
		if chosen(i) {
			bookings[i].Stays = nil
		}
	}
	return bookings
}

// TestServicesWithTheirOwnLimits serve another number of reservations than was asked for. The
// register is right, or there is an IncompleteError.
func TestServicesWithTheirOwnLimits(t *testing.T) {
	t.Parallel()
	allowed := map[int]int{10: 10, 25: 25, 50: 50, 100: 100, 250: 250}
	limits := map[string]func(asked int) int{
		"ignores the limit":                 func(int) int { return 25 },
		"rounds down to a multiple of 50":   func(n int) int { return max(25, n/50*50) },
		"allows some sizes only":            func(n int) int { return allowed[n] },
		"allows multiples of 10 only":       func(n int) int { return n * min(1, (n+9)%10/9) },
		"serves at most 60":                 func(n int) int { return min(n, 60) },
		"serves at most 60, but at least 5": func(n int) int { return max(5, min(n, 60)) },
	}
	atTheEndsOfPages := map[int]bool{24: true, 25: true, 39: true, 49: true, 59: true, 99: true}
	for name, limit := range limits {
		for _, ignoresOffset := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, ignores the offset %t", name, ignoresOffset), func(t *testing.T) {
				t.Parallel()
				for _, total := range []int{40, 110} {
					bookings := absent(testclient.Present(total), func(i int) bool { return atTheEndsOfPages[i] })
					srv := reservationstest.NewServer(reservationstest.WithBookings(bookings...))
					c := testclient.Over(t, rewritten(srv, func(query url.Values) {
						served := limit(number(query, "limit"))
						if served == 0 {
							served = 25
						}
						query.Set("limit", strconv.Itoa(served))
						if ignoresOffset {
							query.Del("offset")
						}
					}))
					for _, size := range []int{0, 1, 10, 50, 99, 250, 1000} {
						rightOrIncomplete(t, srv, c, days(1, size))
					}
				}
			})
		}
	}
}

func rightOrIncomplete(t *testing.T, srv *reservationstest.Server, c *reservations.Client,
	p reservations.PresenceParams) {
	t.Helper()
	got, err := c.Reports.Presence(t.Context(), p)
	var failed *reservations.IncompleteError
	switch {
	case err == nil:
		isRegister(t, srv, p, got)
	case !errors.As(err, &failed):
		t.Errorf("page size %d: %v", p.Limit, err)
	}
}

// TestServicesThatCountInPages make the number of a page of offset and limit, and so round an
// offset that lies inside a page.
func TestServicesThatCountInPages(t *testing.T) {
	t.Parallel()
	tests := []struct{ total, size, most int }{
		{60, 100, 50}, {70, 100, 50}, {90, 100, 80}, {110, 500, 100}, {110, 60, 50},
		{60, 26, 25}, {130, 50, 1000}, {130, 99, 1000}, {130, 25, 25}, {60, 10, 25},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%+v", test), func(t *testing.T) {
			t.Parallel()
			srv := serve(test.total)
			paged := rewritten(srv, func(query url.Values) {
				limit := min(number(query, "limit"), test.most)
				query.Set("offset", strconv.Itoa(number(query, "offset")/limit*limit))
				query.Set("limit", strconv.Itoa(limit))
			})
			for _, confirm := range []bool{false, true} {
				p := days(1, test.size)
				p.Confirm = confirm
				complete(t, srv, testclient.Over(t, paged), p)
			}
		})
	}
}

// TestServiceThatIgnoresTheOffset shows few signs of it where hardly anybody is present.
func TestServiceThatIgnoresTheOffset(t *testing.T) {
	t.Parallel()
	bookings := absent(testclient.Present(40), func(i int) bool { return i < 25 && i != 3 })
	srv := reservationstest.NewServer(reservationstest.WithBookings(bookings...), reservationstest.WithMaxLimit(25))
	ignoring := rewritten(srv, func(query url.Values) { query.Del("offset") })
	for _, size := range []int{0, 25, 26, 40, 100} {
		incomplete(t, testclient.Over(t, ignoring), days(1, size))
	}
}

// TestServiceThatAnswersALargeLimitWithNobody sends all days, and leaves them empty.
func TestServiceThatAnswersALargeLimitWithNobody(t *testing.T) {
	t.Parallel()
	for _, total := range []int{1, 23, 25, 44, 60} {
		t.Run(strconv.Itoa(total), func(t *testing.T) {
			t.Parallel()
			bookings := absent(testclient.Present(total), func(i int) bool { return i > 0 })
			srv := reservationstest.NewServer(reservationstest.WithBookings(bookings...))
			inject(srv, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				if number(r.URL.Query(), "limit") > 25 {
					w.Header().Set("X-Total-Count", strconv.Itoa(total))
					io.WriteString(w, `[{"date":"2026-07-06","items":[]}]`)
					return
				}
				next.ServeHTTP(w, r)
			})
			complete(t, srv, testclient.Over(t, srv), days(1, 50))
		})
	}
}

// TestReservationsWithoutIDAndNumberProveNothing: a large page of them could lack any. (A
// register in which none has an ID or a number is refused, so one of them has both.)
func TestReservationsWithoutIDAndNumberProveNothing(t *testing.T) {
	t.Parallel()
	bookings := testclient.Present(60)
	for i := range bookings {
		if i != 30 {
			bookings[i].ID, bookings[i].Number, bookings[i].Name = 0, "", fmt.Sprint("Guest ", i)
		}
	}
	for _, size := range []int{0, 10, 25, 50, 100} {
		srv := reservationstest.NewServer(reservationstest.WithBookings(bookings...), reservationstest.WithMaxLimit(25))
		complete(t, srv, testclient.Over(t, srv), days(1, size))
	}
}
