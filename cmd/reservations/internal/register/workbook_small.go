// SPDX-License-Identifier: MIT

//go:build small

package register

import (
	"errors"
	"io"
	"iter"

	"github.com/reservationkit/reservations-go/types"
)

// hasWorkbook reports whether this build writes workbooks.
const hasWorkbook = false

func (*register) writeForm(io.Writer, iter.Seq[types.PresenceDay]) error {
	return errors.ErrUnsupported // options.check has refused --workbook
}
