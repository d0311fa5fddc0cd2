// SPDX-License-Identifier: MIT

package walks_test

import (
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// TestRangeOfDatesThatWereRead: the register is that of the days, however they were spelled where they were read. The
// service shows the first day although it is empty, so that a page without that day would be refused.
func TestRangeOfDatesThatWereRead(t *testing.T) {
	srv, p := serve(3), days(3, 0)
	p.DateFrom = testclient.ParkFrom.AddDays(-1)
	want := srv.Register(p)
	for _, clock := range []string{"", "T00:00:00Z", "T00:00:00+02:00", " 23:59"} {
		t.Run(clock, func(t *testing.T) {
			read, err := types.ParseDate(p.DateFrom.String() + clock)
			if err != nil {
				t.Fatal(err)
			}
			asked := p
			asked.DateFrom = read
			got, err := testclient.Over(t, srv).Reports.Presence(t.Context(), asked)
			if err != nil {
				t.Fatal(err)
			}
			testclient.SameRegister(t, want, got)
		})
	}
}
