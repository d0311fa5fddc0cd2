// SPDX-License-Identifier: MIT

//go:build !small

package register

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// form writes the days as a workbook and opens it again.
func form(t *testing.T, days []types.PresenceDay, from origin) (*excelize.File, []byte) {
	t.Helper()
	from.Asked.out = t.TempDir()
	var written bytes.Buffer
	if err := newRegister(days, nil, from).writeForm(&written, slices.Values(days)); err != nil {
		t.Fatal(err)
	}
	if left := contents(t, from.Asked.out); len(left) != 0 {
		t.Errorf("temporary files are left: %v", left)
	}
	f, err := excelize.OpenReader(bytes.NewReader(written.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f, written.Bytes()
}

// formRows are the rows below the names of the columns, as a reader sees them.
func formRows(t *testing.T, f *excelize.File) [][]string {
	t.Helper()
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	return rows[4:]
}

// whole is a stay of which the register says everything.
func whole() types.PresenceItem {
	item := booked(7, 1, 5)
	item.ReservationNumber, item.ReservationName = "R7", "Jansen"
	item.ReservationAccommodationUnitNumber, item.ReservationAccommodationTitle = "12", "Chalet for six"
	item.GuestLocality, item.GuestDocumentType = "Utrecht", "passport"
	return item
}

func TestForm(t *testing.T) {
	t.Parallel()
	child := whole()
	child.AgeGroupSpecificationDescription, child.NumOfPersons = "Children", new(1)
	from := madeUp
	from.Park = "Dune & Sea"
	f, _ := form(t, []types.PresenceDay{
		{Date: november(1), Items: []types.PresenceItem{whole(), child}},
		{Date: november(2), Items: []types.PresenceItem{whole()}},
		{Date: november(3), Items: []types.PresenceItem{}},
	}, from)
	rows, err := f.GetRows("Night register")
	if err != nil {
		t.Fatal(err)
	}
	if got := rows[0][0]; got != "Dune & Sea · Night register" {
		t.Errorf("the title is %q", got)
	}
	if got := rows[1][0]; got != "Sunday 1 November 2026 – Tuesday 3 November 2026" {
		t.Errorf("the period is %q", got)
	}
	if got := rows[2][0]; !strings.Contains(got, "“About this register”") {
		t.Errorf("the note is %q", got)
	}
	want := [][]string{
		{"Night", "Unit", "Accommodation", "Name", "Persons", "Age groups", "Arrival (booked)", "Departure (booked)", "Residence", "Country", "Kind of document", "Reservation", "Missing"},
		{"01/11/2026", "12", "Chalet for six", "Jansen", "3", "Adults 2, Children 1", "01/11/2026", "05/11/2026", "Utrecht", "Netherlands", "passport", "R7"},
		{"02/11/2026", "12", "Chalet for six", "Jansen", "2", "Adults 2", "01/11/2026", "05/11/2026", "Utrecht", "Netherlands", "passport", "R7"},
	}
	if diff := cmp.Diff(want, rows[3:]); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	for cell, want := range map[string]string{"A5": "46327", "E5": "3", "G5": "46327", "H6": "46331"} { // days since 1900
		kind, err := f.GetCellType("Night register", cell)
		value, err2 := f.GetCellValue("Night register", cell, excelize.Options{RawCellValue: true})
		if kind != excelize.CellTypeUnset || value != want || errors.Join(err, err2) != nil {
			t.Errorf("%s is %q of type %d, errors %v and %v, want the number %s", cell, value, kind, err, err2, want)
		}
	}
	if kind, err := f.GetCellType("Night register", "B5"); kind != excelize.CellTypeInlineString || err != nil {
		t.Errorf("the number of a unit is of type %d, error %v, want a text", kind, err)
	}
}

// The sheet is ready to read, to filter and to print.
func TestFormLayout(t *testing.T) {
	t.Parallel()
	from := madeUp
	from.Park = "Dune & Sea &P " + strings.Repeat("&", 300)
	f, data := form(t, []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{whole()}}}, from)
	panes, err := f.GetPanes("Night register")
	if err != nil || !panes.Freeze || panes.YSplit != 4 || panes.XSplit != 0 || panes.TopLeftCell != "A5" {
		t.Errorf("the panes are %+v, error %v", panes, err)
	}
	layout, err := f.GetPageLayout("Night register")
	if err != nil || *layout.Orientation != "landscape" || *layout.Size != 9 || *layout.FitToWidth != 1 || *layout.FitToHeight != 0 {
		t.Errorf("the layout is %+v, error %v", layout, err)
	}
	if props, err := f.GetSheetProps("Night register"); err != nil || !*props.FitToPage {
		t.Errorf("the sheet does not fit to the width of the paper, error %v", err)
	}
	var names []string
	for _, name := range f.GetDefinedName() {
		names = append(names, name.Name+" "+name.RefersTo)
	}
	want := []string{"_xlnm.Print_Titles 'Night register'!$4:$4", "_xlnm._FilterDatabase 'Night register'!$A$4:$M$5"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("defined names (-want +got):\n%s", diff)
	}
	if sheet := partOf(t, data, "xl/worksheets/sheet1.xml"); !strings.Contains(sheet, `<autoFilter ref="$A$4:$M$5">`) {
		t.Error("the rows have no filter")
	}
	footer, err := f.GetHeaderFooter("Night register")
	if err != nil || !strings.HasPrefix(footer.OddFooter, "&LDune && Sea &&P &&") || !strings.HasSuffix(footer.OddFooter, "…&R&P / &N") || len([]rune(footer.OddFooter)) > 255 {
		t.Errorf("the footer is %+v, error %v", footer, err)
	}
	if width, err := f.GetColWidth("Night register", "D"); err != nil || width < 20 {
		t.Errorf("the column of names has the width %v, error %v", width, err)
	}
	for cell, want := range map[string]bool{"A3": false, "F4": true, "F5": true} { // a note runs over the columns beside it, and nothing of a row is cut off
		id, err := f.GetCellStyle("Night register", cell)
		if err != nil {
			t.Fatal(err)
		}
		style, err := f.GetStyle(id)
		if wraps := err == nil && style.Alignment != nil && style.Alignment.WrapText; wraps != want {
			t.Errorf("%s wraps: %v, error %v, want %v", cell, wraps, err, want)
		}
	}
	margins, err := f.GetPageMargins("Night register")
	if err != nil || *margins.Left != 0.4 || *margins.Right != 0.4 {
		t.Errorf("the margins are %+v, error %v", margins, err)
	}
	if props, err := f.GetDocProps(); err != nil || props.Creator != "reservations" || props.Created != "2026-12-06T09:30:00Z" {
		t.Errorf("the properties are %+v, error %v", props, err)
	}
}

func TestFormMissing(t *testing.T) {
	t.Parallel()
	var unreadable types.Date
	if err := unreadable.UnmarshalJSON([]byte(`"soon"`)); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		spoil func(*types.PresenceItem)
		want  string
	}{
		"nothing":                 {func(*types.PresenceItem) {}, ""},
		"the name":                {func(i *types.PresenceItem) { i.ReservationName = "" }, "name"},
		"a blank name":            {func(i *types.PresenceItem) { i.ReservationName = " \t" }, "name"},
		"the residence":           {func(i *types.PresenceItem) { i.GuestLocality = "" }, "residence"},
		"a country is not enough": {func(i *types.PresenceItem) { i.GuestLocality = " "; i.GuestCountry = "NL" }, "residence"},
		"the arrival":             {func(i *types.PresenceItem) { i.ReservationDateFrom = types.Date{} }, "arrival"},
		"a text for an arrival":   {func(i *types.PresenceItem) { i.ReservationDateFrom = unreadable }, "arrival"},
		"the departure":           {func(i *types.PresenceItem) { i.ReservationDateTo = types.Date{} }, "departure"},
		"still there":             {func(i *types.PresenceItem) { i.ReservationDateTo = november(2) }, "departure"},
		"the document":            {func(i *types.PresenceItem) { i.GuestDocumentType = "" }, "kind of document"},
		"everything":              {func(i *types.PresenceItem) { *i = types.PresenceItem{ReservationID: 7} }, "name, residence, arrival, departure, kind of document"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			item := whole()
			tt.spoil(&item)
			f, _ := form(t, []types.PresenceDay{{Date: november(2), Items: []types.PresenceItem{item}}}, madeUp)
			if got, err := f.GetCellValue("Night register", "M5"); got != tt.want || err != nil {
				t.Errorf("missing is %q, error %v, want %q", got, err, tt.want)
			}
		})
	}
}

// A reservation that is cancelled is called so, as on the page.
func TestFormOfCancelled(t *testing.T) {
	t.Parallel()
	from := madeUp
	from.Locale, from.Cancelled = &german, map[reservationKey]bool{{id: 7}: true}
	f, _ := form(t, []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{whole(), booked(8, 1, 5)}}}, from)
	rows := formRows(t, f)
	if len(rows) != 2 || rows[0][11]+rows[1][11] != "R7 (storniert)id 8" && rows[0][11]+rows[1][11] != "id 8R7 (storniert)" {
		t.Errorf("the rows are %q", rows)
	}
}

// partOf is a file within a workbook.
func partOf(t *testing.T, data []byte, name string) string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	file, err := archive.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// The form is written with the other files, for its owner alone, and has a row for each
// reservation and night of the register.
func TestRunWritesTheForm(t *testing.T) {
	t.Parallel()
	server, env := park(t, reservationstest.Park(3, 90, november(1), 12)...)
	dir := t.TempDir()
	code, stderr := runCommand(t, env, "--from", "2026-11-01", "--to", "2026-11-12", "--workbook", "--out", dir)
	if code != 0 {
		t.Fatalf("exit code %d, stderr:\n%s", code, stderr)
	}
	info, err := os.Stat(dir + "/" + xlsxName)
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Fatalf("the file is %v, error %v", info, err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 3 {
		t.Errorf("the folder holds %v, error %v, want three files", names, err)
	}
	f, err := excelize.OpenFile(dir + "/" + xlsxName)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := map[string]int{}
	for _, day := range server.Register(reservationstest.PresenceQuery{DateFrom: november(1), DateTo: november(12)}) {
		for _, item := range day.Items {
			want[day.Date.Midnight().Format("02/01/2006")+" "+item.ReservationNumber] += item.Persons()
		}
	}
	got := map[string]int{}
	for _, row := range formRows(t, f) {
		persons, err := strconv.Atoi(row[4])
		if err != nil {
			t.Fatal(err)
		}
		got[row[0]+" "+row[11]] += persons
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("persons by night and reservation (-register +form):\n%s", diff)
	}
	checkShows(t, stderr, xlsxName+", ")
}
