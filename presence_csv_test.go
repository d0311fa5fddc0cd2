package reservations_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

const presenceHeader = "date,reservationId,reservationNumber,reservationName,reservationAccommodationTitle,reservationAccommodationUnitNumber," +
	"reservationDateFrom,reservationDateTo,ageGroupSpecificationDescription,numOfPersons,guestLocality,guestCountry,guestDocumentType,modified\n"

func november(day int) types.Date { return types.NewDate(2026, time.November, day) }

func writePresenceCSV(t *testing.T, days []types.PresenceDay, options reservations.PresenceCSVOptions) string {
	t.Helper()
	var out strings.Builder
	if err := reservations.WritePresenceCSV(&out, days, options); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWritePresenceCSV(t *testing.T) {
	t.Parallel()
	full := types.PresenceItem{
		ReservationID: 9007199254740993, ReservationNumber: "R1", ReservationName: `Rowing "De Hunze", Groningen`,
		ReservationAccommodationTitle: "Safari tent", ReservationAccommodationUnitNumber: "T 4",
		ReservationDateFrom: november(1), ReservationDateTo: november(3),
		AgeGroupSpecificationDescription: "Adults", NumOfPersons: types.Ptr(2),
		GuestLocality: "Łódź", GuestCountry: "PL", GuestDocumentType: "passport",
		Modified: types.NewDateTime(time.Date(2026, 10, 31, 12, 0, 0, 0, time.UTC)),
	}
	negative := types.PresenceItem{ReservationID: -7, NumOfPersons: types.Ptr(-3)}
	tests := map[string]struct {
		days    []types.PresenceDay
		options reservations.PresenceCSVOptions
		want    string
	}{
		"no days": {want: presenceHeader},
		"a row per item, none for a day with nobody": {
			days: []types.PresenceDay{
				{Date: november(1), Items: []types.PresenceItem{full}},
				{Date: november(2), Items: []types.PresenceItem{}},
				{Date: november(3), Items: []types.PresenceItem{{ReservationID: 7, NumOfPersons: types.Ptr(0)}, {}}},
			},
			want: presenceHeader +
				`2026-11-01,9007199254740993,R1,"Rowing ""De Hunze"", Groningen",Safari tent,T 4,2026-11-01,2026-11-03,Adults,2,Łódź,PL,passport,2026-10-31T12:00:00Z` + "\n" +
				"2026-11-03,7,,,,,,,,0,,,,\n" +
				"2026-11-03,,,,,,,,,,,,,\n",
		},
		"an entry without a date, a name of two lines": {
			days: []types.PresenceDay{{Items: []types.PresenceItem{{ReservationName: "two\nlines"}}}},
			want: presenceHeader + ",,,\"two\nlines\",,,,,,,,,,\n",
		},
		"a date with a time": {
			days: []types.PresenceDay{{Date: sentDay("2026-11-01T00:00:00+01:00"), Items: []types.PresenceItem{{ReservationDateFrom: sentDay("2026-11-01T12:00:00Z")}}}},
			want: presenceHeader + "2026-11-01,,,,,,2026-11-01,,,,,,,\n",
		},
		"numbers stay numbers": {
			days: []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{negative}}},
			want: presenceHeader + "2026-11-01,-7,,,,,,,,-3,,,,\n",
		},
		"for Excel": {
			days:    []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{{ReservationName: "Weiß; Anna", GuestLocality: "a,b"}}}},
			options: reservations.PresenceCSVOptions{BOM: true, Comma: ';'},
			want:    "\ufeff" + strings.ReplaceAll(presenceHeader, ",", ";") + "2026-11-01;;;\"Weiß; Anna\";;;;;;;a,b;;;\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, writePresenceCSV(t, tt.days, tt.options)); diff != "" {
				t.Errorf("CSV (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, writePresenceCSV(t, tt.days, tt.options)); diff != "" {
				t.Errorf("CSV written a second time (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCSVText(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		`=HYPERLINK("http://x")`: `'=HYPERLINK("http://x")`,
		"+31 20 555":             "'+31 20 555",
		"-2+3":                   "'-2+3",
		"@SUM(A1)":               "'@SUM(A1)",
		"＝1":                     "'＝1",
		"＋1":                     "'＋1",
		"－1":                     "'－1",
		"＠A":                     "'＠A",
		" =1":                    "' =1",
		"\u00a0 =1":              "'\u00a0 =1",
		"\u3000=1":               "'\u3000=1",
		"\v=1":                   "'\v=1",
		"\x00=1":                 "'\x00=1",
		"\ufeff=1":               "'\ufeff=1",
		"\u200b\u202e=1":         "'\u200b\u202e=1",
		"\t=1":                   "'\t=1",
		"\tJansen":               "'\tJansen",
		" \tJansen":              "' \tJansen",
		"\r=1":                   "'\r=1",
		"\rJansen":               "'\rJansen",
		"\n=1":                   "'\n=1",
		"A=1":                    "A=1",
		"'s-Hertogenbosch":       "'s-Hertogenbosch",
		"Łódź-1":                 "Łódź-1",
		"  Jansen":               "  Jansen",
		"  ":                     "  ",
		"\xff=1":                 "\xff=1",
		"":                       "",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if got := reservations.CSVText(text); got != want {
				t.Errorf("%q is written as %q, want %q", text, got, want)
			}
		})
	}
}

// Every text of the service, wherever it stands, must not become a formula.
func TestWritePresenceCSVGuardsEveryText(t *testing.T) {
	t.Parallel()
	const formula = "=1+1"
	item := types.PresenceItem{
		ReservationNumber: formula, ReservationName: formula, ReservationAccommodationTitle: formula,
		ReservationAccommodationUnitNumber: formula, AgeGroupSpecificationDescription: formula,
		GuestLocality: formula, GuestCountry: formula, GuestDocumentType: formula,
	}
	day := types.PresenceDay{Items: []types.PresenceItem{item}}
	for _, value := range []json.Unmarshaler{&day.Date, &day.Items[0].ReservationDateFrom, &day.Items[0].ReservationDateTo, &day.Items[0].Modified} {
		if err := value.UnmarshalJSON([]byte(`"` + formula + `"`)); err != nil {
			t.Fatal(err)
		}
	}
	text := writePresenceCSV(t, []types.PresenceDay{day}, reservations.PresenceCSVOptions{})
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, column := range rows[0] {
		switch column {
		case "reservationId", "numOfPersons":
			if strings.HasPrefix(rows[1][i], "'") {
				t.Errorf("%s is %q, want no apostrophe", column, rows[1][i])
			}
		default:
			if rows[1][i] != "'"+formula {
				t.Errorf("%s is %q, want %q", column, rows[1][i], "'"+formula)
			}
		}
	}
}

func TestWritePresenceCSVComma(t *testing.T) {
	t.Parallel()
	for _, comma := range []rune{'"', '\r', '\n', -1, 0xd800, '\ufffd'} {
		t.Run(string(comma), func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			err := reservations.WritePresenceCSV(&out, nil, reservations.PresenceCSVOptions{BOM: true, Comma: comma})
			if err == nil || !strings.Contains(err.Error(), "PresenceCSVOptions.Comma") || out.Len() > 0 {
				t.Errorf("error %v and %q written, want an error that names the option, and nothing", err, out.String())
			}
		})
	}
}

// fullDisk takes so many bytes and fails then.
type fullDisk struct{ left int }

var errFull = errors.New("the disk is full")

func (d *fullDisk) Write(p []byte) (int, error) {
	d.left -= len(p)
	if d.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWritePresenceCSVFails(t *testing.T) {
	t.Parallel()
	long := types.PresenceDay{Items: make([]types.PresenceItem, 10_000)}
	tests := map[string]struct {
		days []types.PresenceDay
		room int
	}{
		"at once":    {nil, 0},
		"on the way": {[]types.PresenceDay{long}, 50_000},
		"at the end": {[]types.PresenceDay{long}, len(writePresenceCSV(t, []types.PresenceDay{long}, reservations.PresenceCSVOptions{})) - 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := reservations.WritePresenceCSV(&fullDisk{tt.room}, tt.days, reservations.PresenceCSVOptions{}); !errors.Is(err, errFull) {
				t.Errorf("error %v, want that of the writer", err)
			}
		})
	}
}
