// SPDX-License-Identifier: MIT

// Package csvfile writes CSV. No cell of it is calculated by the spreadsheet that opens it.
package csvfile

import (
	"encoding/csv"
	"io"
	"strings"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
)

// Form is how CSV is written: for programs, or with --semicolon and --bom for Excel in most of Europe.
type Form struct{ Semicolon, BOM bool }

// AddFlags adds --semicolon and --bom to a command.
func (f *Form) AddFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.Semicolon, "semicolon", false,
		"separate the cells of the CSV by semicolons and write decimal commas, as Excel expects in most of Europe")
	flags.BoolVar(&f.BOM, "bom", false, "begin the CSV with a byte-order mark, by which Excel reads é")
}

// Cell is a cell of a row: a [Text] or a [Number].
type Cell struct {
	text     string
	isNumber bool
}

// Text is a cell that is not a number, from the service or from this program.
func Text(text string) Cell { return Cell{text: text} }

// Number is a cell with a number that this program has written, such as -12.50, or with nothing.
func Number(text string) Cell { return Cell{text: text, isNumber: true} }

// Writer writes rows.
type Writer struct {
	rows *csv.Writer
	form Form
	row  []string
}

// NewWriter returns a writer that has written what comes before the first row.
func (f Form) NewWriter(out io.Writer) (*Writer, error) {
	w := &Writer{rows: csv.NewWriter(out), form: f}
	if f.Semicolon {
		w.rows.Comma = ';'
	}
	if !f.BOM {
		return w, nil
	}
	_, err := io.WriteString(out, "\ufeff")
	return w, err
}

// Write writes a row.
func (w *Writer) Write(cells ...Cell) error {
	w.row = w.row[:0]
	for _, cell := range cells {
		switch {
		case !cell.isNumber:
			cell.text = reservations.EscapeFormula(cell.text)
		case w.form.Semicolon:
			cell.text = strings.Replace(cell.text, ".", ",", 1)
		}
		w.row = append(w.row, cell.text)
	}
	return w.rows.Write(w.row)
}

// Flush writes what is held back.
func (w *Writer) Flush() error {
	w.rows.Flush()
	return w.rows.Error()
}
