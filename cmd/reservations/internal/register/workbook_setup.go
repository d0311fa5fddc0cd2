// SPDX-License-Identifier: MIT

//go:build !small

package register

import (
	"fmt"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// setUp names the sheet, and sets how it prints: on A4 across, as wide as the paper, with
// the names of the columns on each sheet.
func (b *workbook) setUp(heading, period string, made time.Time) error {
	f, sheet := b.file, b.locale.Title
	if err := f.SetSheetName("Sheet1", sheet); err != nil {
		return err
	}
	const a4, anyNumber = 9, 0
	fitToPage, orientation := true, "landscape"
	if err := f.SetSheetProps(sheet, &excelize.SheetPropsOptions{FitToPage: &fitToPage}); err != nil {
		return err
	}
	if err := f.SetPageLayout(sheet, &excelize.PageLayoutOptions{
		Orientation: &orientation, Size: new(a4), FitToWidth: new(1), FitToHeight: new(anyNumber),
	}); err != nil {
		return err
	}
	const inches = 0.4
	if err := f.SetPageMargins(sheet, &excelize.PageLayoutMarginsOptions{Left: new(inches), Right: new(inches)}); err != nil {
		return err
	}
	literal := strings.NewReplacer("&", "&&") // in a footer & begins a code
	if err := f.SetHeaderFooter(sheet, &excelize.HeaderFooterOptions{OddFooter: "&L" + literal.Replace(cut(heading+" · "+period)) + "&R&P / &N"}); err != nil {
		return err
	}
	if err := f.SetDefinedName(&excelize.DefinedName{
		Name: "_xlnm.Print_Titles", RefersTo: fmt.Sprintf("'%s'!$%d:$%[2]d", sheet, formRow), Scope: sheet,
	}); err != nil {
		return err
	}
	written := made.UTC().Format(time.RFC3339)
	if err := f.SetDocProps(&excelize.DocProperties{Title: heading, Creator: "reservations", Created: written, Modified: written}); err != nil {
		return err
	}
	return b.setStyles()
}

// cut returns as much of a text as a footer can hold, which is 255 characters in all.
func cut(text string) string {
	const most = 100 // leaves room for codes, and for each & written twice
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

// setStyles makes the styles. Texts have the format of a text (49), so that one that looks
// like a formula stays a text also when somebody edits its cell.
func (b *workbook) setStyles() (err error) {
	const number, text = 1, 49
	top := &excelize.Alignment{Vertical: "top"}
	for _, s := range []struct {
		id    *int
		style excelize.Style
	}{
		{&b.title, excelize.Style{NumFmt: text, Font: &excelize.Font{Bold: true, Size: 14}}},
		{&b.bold, excelize.Style{
			NumFmt: text, Font: &excelize.Font{Bold: true}, Alignment: &excelize.Alignment{Vertical: "top", WrapText: true},
			Border: []excelize.Border{{Type: "bottom", Color: "000000", Style: 1}},
		}},
		{&b.line, excelize.Style{NumFmt: text}},
		{&b.text, excelize.Style{NumFmt: text, Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}}},
		{&b.number, excelize.Style{NumFmt: number, Alignment: top}},
		{&b.date, excelize.Style{CustomNumFmt: &b.locale.SheetDate, Alignment: top}},
	} {
		if *s.id, err = b.file.NewStyle(&s.style); err != nil {
			return err
		}
	}
	return nil
}
