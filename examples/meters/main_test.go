// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestReport(t *testing.T) {
	t.Parallel()
	noRetry := reservationstest.WithClientOptions(reservations.WithRetry(reservations.NoRetry()))
	for _, test := range []struct {
		name     string
		fault    reservationstest.Fault // nil for none
		quantity string
		want     string // in the output or in the error
		requests int
	}{
		{"accepted", nil, "1234.500", "of unit 7: e 1234.500", 1},
		{"a response that is lost", reservationstest.ResetAfter(), "1", "may have arrived", 1},
		{"too many requests", reservationstest.TooManyRequests("1"), "1", "report it again later", 1},
		{"refused", reservationstest.Status(400), "1", "does not want", 1},
		{"negative", nil, "-5", "not less than 0", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server, client := reservationstest.New(t, noRetry)
			if test.fault != nil {
				server.Inject(reservationstest.OpCreateUtilityMeterReport, reservationstest.Always(), test.fault)
			}
			var got strings.Builder
			if err := report(t.Context(), client, 7, types.MustDecimal(test.quantity), &got); err != nil {
				got.WriteString(err.Error())
			}
			if !strings.Contains(got.String(), test.want) || len(server.Calls()) != test.requests {
				t.Errorf("got %q and %d requests, want %q and %d", got.String(), len(server.Calls()), test.want, test.requests)
			}
		})
	}
}
