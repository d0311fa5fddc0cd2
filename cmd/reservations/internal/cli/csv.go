// SPDX-License-Identifier: MIT

package cli

import (
	"encoding/csv"
	"io"
	"strings"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
)

// CSV is how CSV is written: for programs, or with --semicolon and --bom for Excel in most of Europe.
type CSV struct{ Semicolon, BOM bool }

// AddFlags adds --semicolon and --bom to a command.
func (f *CSV) AddFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.Semicolon, "semicolon", false,
		"separate the cells of the CSV by semicolons and write decimal commas, as Excel expects in most of Europe")
	flags.BoolVar(&f.BOM, "bom", false, "begin the CSV with a byte-order mark, by which Excel reads é")
}

// Check refuses the flags with another format.
func (f CSV) Check(format string) error {
	if f != (CSV{}) && format != FormatCSV {
		return UsageErrorf("--semicolon and --bom are for --format csv")
	}
	return nil
}

// NewWriter returns a writer for rows. It has written what comes before the first.
func (f CSV) NewWriter(out io.Writer) (*csv.Writer, error) {
	rows := csv.NewWriter(out)
	if f.Semicolon {
		rows.Comma = ';'
	}
	if !f.BOM {
		return rows, nil
	}
	_, err := io.WriteString(out, "\ufeff")
	return rows, err
}

// Texts are cells that no spreadsheet calculates.
func Texts(cells ...string) []string {
	for i, cell := range cells {
		cells[i] = reservations.EscapeFormula(cell)
	}
	return cells
}

// Number is a cell with a number, such as -12.50, or with nothing.
func (f CSV) Number(text string) string {
	if f.Semicolon {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}
