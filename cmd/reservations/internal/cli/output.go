// SPDX-License-Identifier: MIT

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
)

// The formats of --format.
const (
	FormatTable     = "table"
	FormatCSV       = "csv"
	FormatJSON      = "json"
	FormatJSONLines = "jsonl"
)

// FormatFlag adds --format to a command, with the formats that it knows, the first of which is the
// default. It returns the value, which is checked before the command runs.
func FormatFlag(cmd *cobra.Command, formats ...string) *string {
	format := new(string)
	*format = formats[0]
	cmd.Flags().Func("format", fmt.Sprintf("`format`: %s (default %s)", strings.Join(formats, ", "), formats[0]), func(text string) error {
		if !slices.Contains(formats, text) {
			return fmt.Errorf("want one of %s", strings.Join(formats, ", "))
		}
		*format = text
		return nil
	})
	Complete(cmd, "format", formats...)
	return format
}

// Complete gives the shell the values of a flag that has only these.
func Complete(cmd *cobra.Command, flag string, values ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the command has no such flag, or it has values already
	}
}

// Output writes to the file of that name, whole or not at all, or to standard output where the name
// is "" or "-". With --demo it replaces no file that can be of a real service.
func (a *App) Output(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		a.messages.clear()
		return write(a.Stdout)
	}
	if _, err := os.Stat(name); a.flags.demo && err == nil && !strings.Contains(filepath.Base(name), "demo") {
		return UsageErrorf("--demo does not replace %s, which can be of a real service: use another name, or one with demo in it", name)
	}
	return files.WriteAll(filepath.Dir(name), files.File{Name: filepath.Base(name), Write: write})
}

// Table is rows of text under a header.
type Table struct {
	Header []string
	Rows   [][]string
}

// Write writes the table for people. Each cell is one line without control characters: a name must not
// move the cursor of the terminal.
func (t Table) Write(w io.Writer) error {
	tabs := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = strings.Map(printable, strings.Join(strings.Fields(cell), " "))
		}
		fmt.Fprintln(tabs, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	return tabs.Flush()
}

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return unicode.ReplacementChar
}

// WriteJSON writes a value as indented JSON and a line end.
func WriteJSON(w io.Writer, value any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(harmlessJSON(text.Bytes()))
	return err
}

// harmlessJSON escapes the characters of a JSON document that move the cursor of a terminal or turn the direction
// of its lines. JSON allows them only within texts, so the values stay the same.
func harmlessJSON(document []byte) []byte {
	var harmless []byte
	for _, r := range string(document) {
		switch {
		case unicode.Is(unicode.Cc, r) && r > unicode.MaxASCII || r == 0x7f || unicode.Is(unicode.Bidi_Control, r):
			harmless = fmt.Appendf(harmless, `\u%04x`, r)
		default:
			harmless = utf8.AppendRune(harmless, r)
		}
	}
	return harmless
}
