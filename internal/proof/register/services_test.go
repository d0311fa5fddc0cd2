// SPDX-License-Identifier: MIT

package register_test

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

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
	noShows := map[int][]int{40: {24, 25, 39}, 110: {24, 25, 39, 49, 59, 99}} // at the ends of pages
	for name, limit := range limits {
		for _, ignoresOffset := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, ignores the offset %t", name, ignoresOffset), func(t *testing.T) {
				t.Parallel()
				for total, absent := range noShows {
					bookings := testclient.Present(total)
					for _, i := range absent {
						bookings[i].Stays = nil
					}
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
						p := days(1, size)
						got, err := c.Reports.Presence(t.Context(), p)
						if err == nil {
							isRegister(t, srv, p, got)
						} else if !errors.As(err, new(*reservations.IncompleteError)) {
							t.Errorf("page size %d: %v", size, err)
						}
					}
				}
			})
		}
	}
}

// TestServiceThatIgnoresTheOffset shows few signs of it where hardly anybody is present.
func TestServiceThatIgnoresTheOffset(t *testing.T) {
	t.Parallel()
	bookings := testclient.Present(40)
	for i := range 25 {
		if i != 3 {
			bookings[i].Stays = nil
		}
	}
	srv := reservationstest.NewServer(reservationstest.WithBookings(bookings...), reservationstest.WithMaxLimit(25))
	ignoring := rewritten(srv, func(query url.Values) { query.Del("offset") })
	for _, size := range []int{0, 25, 26, 40, 100} {
		incomplete(t, testclient.Over(t, ignoring), days(1, size))
	}
}
