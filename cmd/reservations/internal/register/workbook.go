// SPDX-License-Identifier: MIT

//go:build !small

package register

import (
	"fmt"
	"io"
	"iter"

	"github.com/xuri/excelize/v2"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
	"github.com/reservationkit/reservations-go/types"
)

// hasWorkbook reports whether this build writes workbooks.
const hasWorkbook = true

// workbook is the form for the municipality. Its rows are not held in memory: after 16 MiB
// they go to a temporary file, until they are all there and can be compressed.
type workbook struct {
	file   *excelize.File
	rows   *excelize.StreamWriter
	locale *locale
	row    int // the last one that was written

	title, line, bold, text, date, number int // styles
}

// formRow is the row of the names of the columns. Above it are the title, the period and
// a note.
const formRow = 4

// writeForm writes the days as a workbook with a row for each stay of each night, and a
// second sheet that says what a reader of the form has to know.
func (r *register) writeForm(w io.Writer, days iter.Seq[types.PresenceDay]) (err error) {
	// The temporary file is in the folder of the others, so that a run after one that was
	// killed removes it too: it holds personal data.
	scratch, remove, err := files.TempFolder(r.Asked.out)
	if err != nil {
		return err
	}
	defer remove()
	b := &workbook{file: excelize.NewFile(excelize.Options{TmpDir: scratch}), locale: r.Locale}
	defer b.file.Close()
	if err := b.begin(r); err != nil {
		return err
	}
	for day := range days {
		for _, s := range r.stays(day) {
			if err := b.add(b.cells(day.Date, s)); err != nil {
				return err
			}
		}
	}
	if err := b.end(); err != nil {
		return err
	}
	if err := b.addAbout(r); err != nil {
		return err
	}
	return b.file.Write(w)
}

// begin sets up the sheet of the form and writes what stands above its rows.
func (b *workbook) begin(r *register) (err error) {
	l, sheet := b.locale, b.locale.Title
	heading := l.Title
	if r.Park != "" {
		heading = r.Park + " · " + heading
	}
	if err := b.setUp(heading, r.Period, r.Made); err != nil {
		return err
	}
	if b.rows, err = b.file.NewStreamWriter(sheet); err != nil {
		return err
	}
	for i, column := range columns {
		if err := b.rows.SetColWidth(i+1, i+1, column.width); err != nil {
			return err
		}
	}
	below := fmt.Sprintf("A%d", formRow+1)
	if err := b.rows.SetPanes(&excelize.Panes{Freeze: true, YSplit: formRow, TopLeftCell: below, ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	note := fill(l.FormNote, l.AboutSheet)
	if r.Demo {
		note = l.Demo + " " + note
	}
	var names []any
	for _, column := range columns {
		names = append(names, excelize.Cell{StyleID: b.bold, Value: column.name(l)})
	}
	for _, above := range []excelize.Cell{{StyleID: b.title, Value: heading}, {StyleID: b.line, Value: r.Period}, {StyleID: b.line, Value: note}} {
		if err := b.add([]any{above}); err != nil {
			return err
		}
	}
	const twoLines = 30
	return b.add(names, excelize.RowOpts{Height: twoLines})
}

// add writes a row below the last one.
func (b *workbook) add(cells []any, options ...excelize.RowOpts) error {
	if b.row == excelize.TotalRows {
		return fmt.Errorf("it has more than the %d rows that a sheet can hold: ask for fewer nights", b.row)
	}
	b.row++
	return b.rows.SetRow(fmt.Sprintf("A%d", b.row), cells, options...)
}

// end puts a filter on the rows, and ends the sheet.
func (b *workbook) end() error {
	last, err := excelize.CoordinatesToCellName(len(columns), b.row)
	if err != nil {
		return err
	}
	if err := b.file.AutoFilter(b.locale.Title, fmt.Sprintf("A%d:%s", formRow, last), nil); err != nil {
		return err
	}
	return b.rows.Flush()
}

// addAbout adds the sheet that says what the register holds and what it does not.
func (b *workbook) addAbout(r *register) error {
	l := b.locale
	if _, err := b.file.NewSheet(l.AboutSheet); err != nil {
		return err
	}
	if err := b.file.SetColWidth(l.AboutSheet, "A", "A", 100); err != nil {
		return err
	}
	source := r.Source
	if r.Demo {
		source = l.DemoSource
	}
	texts := []string{l.RegisterLead, l.FormOverdue, l.FormMissing, l.FormNotCarried}
	texts = append(texts, r.Notices...)
	texts = append(texts, l.AskedFor+": "+r.Asked.In(l), l.ReadFrom+": "+source, l.Made+": "+l.Moment(r.Made))
	for i, text := range texts {
		cell := fmt.Sprintf("A%d", i+1)
		if err := b.file.SetCellStr(l.AboutSheet, cell, text); err != nil {
			return err
		}
		if err := b.file.SetCellStyle(l.AboutSheet, cell, cell, b.text); err != nil {
			return err
		}
	}
	return nil
}

// string returns a text, or a blank cell for none, as filters and counts expect it.
func (b *workbook) string(text string) any {
	if text == "" {
		return excelize.Cell{StyleID: b.text}
	}
	return excelize.Cell{StyleID: b.text, Value: text}
}

// day returns a date that can be sorted and filtered, or the text that the service sent.
func (b *workbook) day(d types.Date) any {
	const first = 1900 // the years before are no dates to a spreadsheet
	if !readable(d) || d.Year < first {
		return b.string(d.String())
	}
	return excelize.Cell{StyleID: b.date, Value: d.Midnight()}
}

// persons returns a number, or the text of a number that is not known in full.
func (b *workbook) persons(c count) any {
	if c.Unknown > 0 {
		return b.string(b.locale.count(c))
	}
	return excelize.Cell{StyleID: b.number, Value: c.Known}
}
