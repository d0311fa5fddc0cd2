// SPDX-License-Identifier: MIT

package statistics

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

func TestSay(t *testing.T) {
	t.Parallel()
	for want, numbers := range map[string]Numbers{
		"Statistics of 2026-10-01 to 2026-10-31: 1 arrival, 1 departure, 1 night.\n":    {1, 1, 1},
		"Statistics of 2026-10-01 to 2026-10-31: 2 arrivals, 0 departures, 2 nights.\n": {2, 0, 2},
	} {
		var got strings.Builder
		r := &Report{From: day(t, "2026-10-01"), To: day(t, "2026-10-31"), Months: []Month{{Total: numbers}}}
		if r.say(&cli.App{Stderr: &got}); got.String() != want {
			t.Errorf("got %q, want %q", got.String(), want)
		}
	}
}
