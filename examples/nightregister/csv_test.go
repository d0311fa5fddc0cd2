package main

import (
	"encoding/csv"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestCSV(t *testing.T) {
	t.Parallel()
	full := types.PresenceItem{
		ReservationID: 9007199254740993, ReservationNumber: "R1", ReservationName: `Rowing "De Hunze", Groningen`,
		ReservationAccommodationTitle: "Safari tent", ReservationAccommodationUnitNumber: "T 4",
		ReservationDateFrom: november(1), ReservationDateTo: november(3),
		AgeGroupSpecificationDescription: "Adults", NumOfPersons: types.Ptr(2),
		GuestLocality: "Łódź", GuestCountry: "PL", GuestDocumentType: "passport",
		Modified: types.NewDateTime(time.Date(2026, 10, 31, 12, 0, 0, 0, time.UTC)),
	}
	children := full
	children.AgeGroupSpecificationDescription, children.NumOfPersons = "Children", types.Ptr(0)
	days := []types.PresenceDay{
		{Date: november(1), Items: []types.PresenceItem{full, children}},
		{Date: november(2), Items: []types.PresenceItem{}},
		{Date: november(3), Items: []types.PresenceItem{{ReservationID: 7}}}, // grouped, and nothing but an id
		{Items: []types.PresenceItem{{ReservationNumber: "two\nlines", NumOfPersons: types.Ptr(1)}}},
	}
	want := `date,reservationId,reservationNumber,reservationName,reservationAccommodationTitle,reservationAccommodationUnitNumber,reservationDateFrom,reservationDateTo,ageGroupSpecificationDescription,numOfPersons,guestLocality,guestCountry,guestDocumentType,modified
2026-11-01,9007199254740993,R1,"Rowing ""De Hunze"", Groningen",Safari tent,T 4,2026-11-01,2026-11-03,Adults,2,Łódź,PL,passport,2026-10-31T12:00:00Z
2026-11-01,9007199254740993,R1,"Rowing ""De Hunze"", Groningen",Safari tent,T 4,2026-11-01,2026-11-03,Children,0,Łódź,PL,passport,2026-10-31T12:00:00Z
2026-11-03,7,,,,,,,,not stated,,,,
,,"two
lines",,,,,,,1,,,,
`
	var got strings.Builder
	if err := writeCSV(&got, days); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("CSV (-want +got):\n%s", diff)
	}
}

// Every text of the service, wherever it stands, must not become a formula.
func TestCSVFormulas(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		`=HYPERLINK("http://x")`: `'=HYPERLINK("http://x")`,
		"+31 20 555":             "'+31 20 555",
		"-2+3":                   "'-2+3",
		"@SUM(A1)":               "'@SUM(A1)",
		" =1":                    "' =1",
		"\t=1":                   "'\t=1",
		"\n=1":                   "'\n=1",
		"\u00a0=1":               "'\u00a0=1",
		"＝1":                     "'＝1",
		"A=1":                    "A=1",
		"'s-Hertogenbosch":       "'s-Hertogenbosch",
		"Łódź-1":                 "Łódź-1",
		"  ":                     "  ",
		"":                       "",
	}
	for text, want := range tests {
		item := types.PresenceItem{
			ReservationNumber: text, ReservationName: text, ReservationAccommodationTitle: text,
			ReservationAccommodationUnitNumber: text, AgeGroupSpecificationDescription: text,
			GuestLocality: text, GuestCountry: text, GuestDocumentType: text,
		}
		if err := item.Modified.UnmarshalJSON([]byte(`"=1"`)); err != nil {
			t.Fatal(err)
		}
		row := csvRow(november(1), item)
		for _, column := range []int{2, 3, 4, 5, 8, 10, 11, 12} {
			if row[column] != want {
				t.Errorf("%s: %q is written as %q, want %q", csvHeader[column], text, row[column], want)
			}
		}
		if row[13] != "'=1" {
			t.Errorf("a date that cannot be read is written as %q, want it not to be a formula", row[13])
		}
	}
}

func TestCSVReadsBack(t *testing.T) {
	t.Parallel()
	name := "a,b;\"c\"\r\nd"
	var out strings.Builder
	err := writeCSV(&out, []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{{ReservationName: name}}}})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	// encoding/csv reads every line break inside a cell as \n.
	if got, want := rows[1][3], strings.ReplaceAll(name, "\r\n", "\n"); got != want {
		t.Errorf("the name reads back as %q, want %q", got, want)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestCSVWriteError(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	if err := writeCSV(brokenWriter{full}, nil); !errors.Is(err, full) {
		t.Errorf("got %v, want the error of the writer", err)
	}
}
