// SPDX-License-Identifier: MIT

package main

import (
	"cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// startDemo serves an invented park.
func startDemo() *reservationstest.Server { return reservationstest.NewServer() }

// fillInDemo fills in what the user left open.
func (r *reading) fillInDemo() {
	r.unit = cmp.Or(r.unit, 7)
	r.kind = cmp.Or(r.kind, types.UtilityTypeElectricity)
	if !r.quantity.Given() {
		r.quantity = types.MustDecimal("1234.500")
	}
}
