// SPDX-License-Identifier: MIT

package cli

import (
	"encoding/csv"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// CSVForm is how CSV is written: for programs, or with --semicolon and --bom for Excel in most of Europe.
type CSVForm struct{ Semicolon, BOM bool }

// AddFlags adds --semicolon and --bom to a command.
func (f *CSVForm) AddFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.Semicolon, "semicolon", false,
		"separate the cells of the CSV by semicolons and write decimal commas, as Excel expects in most of Europe")
	flags.BoolVar(&f.BOM, "bom", false, "begin the CSV with a byte-order mark, by which Excel reads é")
}

// Check refuses the flags where the output is no CSV.
func (f CSVForm) Check(format string) error {
	if f != (CSVForm{}) && format != FormatCSV {
		return UsageErrorf("--semicolon and --bom are for --format csv")
	}
	return nil
}

// Begin writes what comes before the first row.
func (f CSVForm) Begin(w io.Writer) error {
	if !f.BOM {
		return nil
	}
	_, err := io.WriteString(w, "\ufeff")
	return err
}

// NewWriter returns a writer of rows.
func (f CSVForm) NewWriter(w io.Writer) *csv.Writer {
	rows := csv.NewWriter(w)
	if f.Semicolon {
		rows.Comma = ';'
	}
	return rows
}

// Decimal returns a number as it is written in a cell.
func (f CSVForm) Decimal(number string) string {
	if f.Semicolon {
		return strings.Replace(number, ".", ",", 1)
	}
	return number
}
