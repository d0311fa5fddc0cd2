// SPDX-License-Identifier: MIT

package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
)

// The formats of --format.
const (
	FormatTable     = "table"
	FormatCSV       = "csv"
	FormatJSON      = "json"
	FormatJSONLines = "jsonl"
)

// Output writes to the file of that name, whole or not at all, or to standard output where the name is "-". The file is
// that of a [FileFlag].
func (a *App) Output(name string, write func(io.Writer) error) error {
	if name == "-" {
		a.Status("")
		return write(a.Stdout)
	}
	return files.WriteAll(files.File{Name: name, Write: write})
}

// Print prints a value on standard output, as JSON or as a table.
func (a *App) Print(format string, value any, table func(io.Writer) error) error {
	return a.Output("-", func(w io.Writer) error {
		if format == FormatJSON {
			return WriteJSON(w, value)
		}
		return table(w)
	})
}

// Count is a number with its noun: "1 night", "2 nights".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Table is rows of text under a header.
type Table struct {
	Header []string
	Rows   [][]string
}

// Write writes the table for people. Each cell is one line.
func (t Table) Write(w io.Writer) error {
	tabs := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		for i, cell := range row {
			row[i] = forTerminal(strings.Join(strings.Fields(cell), " "))
		}
		fmt.Fprintln(tabs, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	return tabs.Flush()
}

// forTerminal returns a text without control characters other than line ends and tabs: a text of the service must
// not move the cursor of the terminal.
func forTerminal(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsGraphic(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// harmful are the characters that JSON allows in texts and that move the cursor or turn the direction of a line.
var harmful = regexp.MustCompile(`[\x{7f}-\x{9f}\x{61c}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)

// WriteJSON writes a value as indented JSON and a line end, with escapes for harmful characters.
func WriteJSON(w io.Writer, value any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(w, harmful.ReplaceAllStringFunc(text.String(), func(found string) string {
		return fmt.Sprintf(`\u%04x`, []rune(found)[0])
	}))
	return err
}

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
