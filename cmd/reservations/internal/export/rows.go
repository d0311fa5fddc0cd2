// SPDX-License-Identifier: MIT

package export

import (
	"encoding/json"
	"io"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// rowWriter writes reservations, one after the other.
type rowWriter interface {
	begin() error // writes what is before the first one
	write(types.ReservationSummary) error
	flush() error // writes what is held back
}

func (o options) newWriter(w io.Writer) rowWriter {
	if *o.format == cli.FormatJSONLines {
		return lineWriter{json.NewEncoder(w)}
	}
	return newCSVWriter(w, o.csv)
}

// lineWriter writes JSON lines.
type lineWriter struct{ encoder *json.Encoder }

func (lineWriter) begin() error { return nil }

// write leaves out the tokens: JSON would carry them.
func (l lineWriter) write(r types.ReservationSummary) error {
	r.Token = types.Secret{}
	if r.GroupReservation != nil {
		group := *r.GroupReservation
		group.Token = types.Secret{}
		r.GroupReservation = &group
	}
	return l.encoder.Encode(r)
}

func (lineWriter) flush() error { return nil }
