// SPDX-License-Identifier: MIT

package tax

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/types"
)

// of is the presence of so many persons of an age group of a reservation.
func of(reservation int64, ageGroup string, persons int) types.PresenceItem {
	return types.PresenceItem{
		ReservationID: reservation, ReservationNumber: fmt.Sprint("R", reservation), ReservationName: "Jansen", GuestCountry: "NL",
		AgeGroupSpecificationDescription: ageGroup, NumOfPersons: &persons, ReservationDateTo: november(30),
	}
}

// novemberDays are days of November from the first on. Their items are given by the day.
func novemberDays(items ...[]types.PresenceItem) (days []types.PresenceDay) {
	for i, item := range items {
		days = append(days, types.PresenceDay{Date: november(i + 1), Items: item})
	}
	return days
}

// parse returns what the flags say.
func parse(args []string, now time.Time) (o options, err error) {
	cmd := &cobra.Command{}
	cmd.Flags().Bool("demo", false, "")
	o.addFlags(cmd, now)
	if err := cmd.ParseFlags(args); err != nil {
		return o, err
	}
	return o, o.check(cmd, now)
}

// recorder returns a function that keeps what it is told.
func recorder() (warn, *[]string) {
	var lines []string
	return func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }, &lines
}

func inNovember(t *testing.T, args ...string) options {
	t.Helper()
	o, err := parse(append([]string{"--period", "2026-11"}, args...), now)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func ratesOf(t *testing.T, rows string) rates {
	t.Helper()
	r, err := parseRates("ageGroup,rate,maxNights\n" + rows)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// asText is a line for each line of the result.
func asText(r *result, o options) (lines []string) {
	for _, l := range append(r.lines, r.total) {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s: %d nights, %d exempt, %s", l.month, l.country, l.ageGroup, l.nights, l.exempt, l.tax.StringFixed(o.digits))))
	}
	return lines
}

func TestTax(t *testing.T) {
	t.Parallel()
	type day = []types.PresenceItem
	adults := func(persons ...int) (days []types.PresenceDay) { // of reservation 1, night by night
		for i, n := range persons {
			days = append(days, types.PresenceDay{Date: november(i + 1)})
			if n > 0 {
				days[i].Items = day{of(1, "Adults", n)}
			}
		}
		return days
	}
	german, small := of(2, "Adults", 1), of(3, "Adults", 1)
	german.GuestCountry, small.GuestCountry = "DE", " nl "
	stateless := of(4, "Adults", 1)
	stateless.GuestCountry = ""
	late := of(5, "Adults", 1)
	late.ReservationDateTo = november(2)
	tests := map[string]struct {
		rates string
		args  []string
		days  []types.PresenceDay
		want  []string
	}{
		"nobody": {"Adults,2.45,", nil, novemberDays(day{}, day{}), []string{": 0 nights, 0 exempt, 0.00"}},
		"countries and age groups": {
			"Adults,2.45,\nChildren,1.10,\nInfants,exempt,", nil,
			novemberDays(day{of(1, "Adults", 2), of(1, "Children", 1), german, small, stateless, of(1, "Infants", 1)}, day{of(1, "Adults", 2)}),
			[]string{
				"2026-11  Adults: 1 nights, 0 exempt, 2.45", "2026-11 DE Adults: 1 nights, 0 exempt, 2.45",
				"2026-11 NL Adults: 5 nights, 0 exempt, 12.25", "2026-11 NL Children: 1 nights, 0 exempt, 1.10", "2026-11 NL Infants: 1 nights, 1 exempt, 0.00",
				": 9 nights, 1 exempt, 18.25",
			},
		},
		"two lines of an age group": {"Adults,1,", nil, novemberDays(day{of(1, "Adults", 2), of(1, "Adults", 3)}), []string{"2026-11 NL Adults: 5 nights, 0 exempt, 5.00", ": 5 nights, 0 exempt, 5.00"}},
		"other months": {
			"Adults,1,", nil, []types.PresenceDay{{Date: november(0), Items: day{of(1, "Adults", 1)}}, {Date: november(31), Items: day{of(1, "Adults", 1)}}},
			[]string{": 0 nights, 0 exempt, 0.00"},
		},

		"half a cent is a cent":       {"Adults,0.005,", nil, novemberDays(day{of(1, "Adults", 1)}), []string{"2026-11 NL Adults: 1 nights, 0 exempt, 0.01", ": 1 nights, 0 exempt, 0.01"}},
		"less than half is none":      {"Adults,0.00499999,", nil, novemberDays(day{of(1, "Adults", 1)}), []string{"2026-11 NL Adults: 1 nights, 0 exempt, 0.00", ": 1 nights, 0 exempt, 0.00"}},
		"exact before it is rounded":  {"Adults,0.005,", nil, novemberDays(day{of(1, "Adults", 3)}), []string{"2026-11 NL Adults: 3 nights, 0 exempt, 0.02", ": 3 nights, 0 exempt, 0.02"}},
		"no fraction lost":            {"Adults,0.1,", []string{"--digits", "8"}, novemberDays(day{of(1, "Adults", 3)}), []string{"2026-11 NL Adults: 3 nights, 0 exempt, 0.30000000", ": 3 nights, 0 exempt, 0.30000000"}},
		"whole units":                 {"Adults,0.5,", []string{"--digits", "0"}, novemberDays(day{of(1, "Adults", 1)}), []string{"2026-11 NL Adults: 1 nights, 0 exempt, 1", ": 1 nights, 0 exempt, 1"}},
		"more than floats hold":       {"Adults,999999999999.99,", nil, novemberDays(day{of(1, "Adults", 2147483647)}), []string{"2026-11 NL Adults: 2147483647 nights, 0 exempt, 2147483646999978525163.53", ": 2147483647 nights, 0 exempt, 2147483646999978525163.53"}},
		"totals are of rounded lines": {"Adults,0.004,", nil, novemberDays(day{of(1, "Adults", 1), german}), []string{"2026-11 DE Adults: 1 nights, 0 exempt, 0.00", "2026-11 NL Adults: 1 nights, 0 exempt, 0.00", ": 2 nights, 0 exempt, 0.00"}},

		"exempt after three nights":           {"Adults,1,3", nil, adults(2, 2, 2, 2, 2), []string{"2026-11 NL Adults: 10 nights, 4 exempt, 6.00", ": 10 nights, 4 exempt, 6.00"}},
		"who comes later pays longer":         {"Adults,1,3", nil, adults(1, 1, 1, 3, 3, 3, 3), []string{"2026-11 NL Adults: 15 nights, 6 exempt, 9.00", ": 15 nights, 6 exempt, 9.00"}},
		"a night away begins anew":            {"Adults,1,3", nil, adults(2, 2, 2, 0, 2, 2, 2, 2), []string{"2026-11 NL Adults: 14 nights, 2 exempt, 12.00", ": 14 nights, 2 exempt, 12.00"}},
		"one leaves and comes back":           {"Adults,1,2", nil, adults(2, 1, 2, 2, 2), []string{"2026-11 NL Adults: 9 nights, 4 exempt, 5.00", ": 9 nights, 4 exempt, 5.00"}},
		"one night":                           {"Adults,1,1", nil, adults(2, 3), []string{"2026-11 NL Adults: 5 nights, 2 exempt, 3.00", ": 5 nights, 2 exempt, 3.00"}},
		"reservations do not help each other": {"Adults,1,1", nil, novemberDays(day{of(1, "Adults", 2)}, day{of(9, "Adults", 2)}), []string{"2026-11 NL Adults: 4 nights, 0 exempt, 4.00", ": 4 nights, 0 exempt, 4.00"}},
		"nights before the period": {
			"Adults,1,2", nil,
			append([]types.PresenceDay{{Date: november(-1), Items: day{of(1, "Adults", 2)}}, {Date: november(0), Items: day{of(1, "Adults", 1)}}}, adults(2, 2)...),
			[]string{"2026-11 NL Adults: 4 nights, 2 exempt, 2.00", ": 4 nights, 2 exempt, 2.00"},
		},

		"late, counted":  {"Adults,1,", nil, novemberDays(day{late}, day{late}, day{late}), []string{"2026-11 NL Adults: 3 nights, 0 exempt, 3.00", ": 3 nights, 0 exempt, 3.00"}},
		"late, left out": {"Adults,1,", []string{"--overdue", "skip"}, novemberDays(day{late}, day{late}, day{late}), []string{"2026-11 NL Adults: 1 nights, 0 exempt, 1.00", ": 1 nights, 0 exempt, 1.00"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, r := inNovember(t, tt.args...), ratesOf(t, tt.rates)
			warn, lines := recorder()
			n, err := count(tt.days, o, r, warn)
			if err != nil || len(*lines) > 0 {
				t.Fatalf("%v\n%q", err, *lines)
			}
			if diff := cmp.Diff(tt.want, asText(n.tax(o, r), o)); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	unknown, zero, negative := of(1, "Adults", 1), of(2, "Adults", 0), of(3, "Children", -1)
	unknown.NumOfPersons = nil
	nameless, groupless, numberless := of(0, "Adults", 1), of(4, " ", 1), of(5, "Adults", 0)
	nameless.ReservationNumber, nameless.ReservationName = "", ""
	numberless.ReservationNumber = ""
	hostile := of(6, "Adults\x1b[2J", 1)
	hostile.ReservationNumber, hostile.ReservationName = "R6\r\x1b]0;x\a", "\x1b[31mroot\n"
	hostile.NumOfPersons = nil
	late := of(7, "Adults", 1)
	late.ReservationDateTo = november(1)
	lateChild := late
	lateChild.AgeGroupSpecificationDescription = "Children"
	const all = "Adults,1,\nChildren,1,"
	type day = []types.PresenceItem
	tests := map[string]struct {
		rates string
		args  []string
		days  []types.PresenceDay
		lines []string
		why   string
	}{
		"no number": {
			all, nil, novemberDays(day{unknown, of(8, "Adults", 2)}, day{unknown}, day{}, day{unknown}),
			[]string{`  R1: no number of persons for "Adults", in 3 nights from 2026-11-01 to 2026-11-04`}, "does not say what the tax depends on",
		},
		"nobody or fewer": {
			all, nil, novemberDays(day{negative, zero}),
			[]string{`  R2: 0 persons for "Adults", in the night of 2026-11-01`, `  R3: -1 persons for "Children", in the night of 2026-11-01`}, "does not say what the tax depends on",
		},
		"no age group":           {all, nil, novemberDays(day{groupless}), []string{`  R4: no age group, in the night of 2026-11-01`}, "does not say"},
		"no reservation":         {all, nil, novemberDays(day{nameless}), []string{`  no reservation: a line that names no reservation, in the night of 2026-11-01`}, "does not say"},
		"no date":                {all, nil, []types.PresenceDay{{Items: day{of(1, "Adults", 1)}}}, []string{`  R1: a line without a date`}, "does not say"},
		"an id":                  {all, nil, novemberDays(day{numberless}), []string{`  id 5: 0 persons for "Adults", in the night of 2026-11-01`}, "does not say"},
		"several nights in turn": {all, nil, novemberDays(day{of(8, "Adults", 1)}, day{zero}, day{unknown, zero}), []string{`  R2: 0 persons for "Adults", in 2 nights from 2026-11-02 to 2026-11-03`, `  R1: no number of persons for "Adults", in the night of 2026-11-03`}, "does not say"},
		"no rate":                {"Adults,1,", nil, novemberDays(day{of(1, "Children", 1)}), nil, `no rate for "Children": `},
		"no rates": {
			"Adults,1,", nil, novemberDays(day{of(1, "Seniors", 1), of(2, "Children", 1)}, day{of(1, " Infants", 1)}),
			nil, `no rate for "Children", "Infants" and "Seniors": `,
		},
		"still there":        {all, []string{"--overdue", "refuse"}, novemberDays(day{late, lateChild}, day{late, lateChild}), []string{`  R7: booked until 2026-11-01, in 2 nights from 2026-11-01 to 2026-11-02`}, "still there after their booked departure"},
		"before the period":  {"Adults,1,5", nil, []types.PresenceDay{{Date: november(0), Items: day{unknown}}, {Date: november(1)}}, []string{`  R1: no number of persons for "Adults", in the night of 2026-10-31`}, "does not say"},
		"control characters": {all, nil, novemberDays(day{hostile}), []string{`  R6??]0;x?: no number of persons for "Adults\x1b[2J", in the night of 2026-11-01`}, "does not say"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			warn, lines := recorder()
			_, err := count(tt.days, inNovember(t, tt.args...), ratesOf(t, tt.rates), warn)
			if err == nil || !strings.Contains(err.Error(), tt.why) || !strings.HasSuffix(err.Error(), "nothing was written") {
				t.Errorf("got %v, want %q", err, tt.why)
			}
			if diff := cmp.Diff(tt.lines, *lines); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

// What is missing on nights that do not count does not stop anybody.
func TestNoRefusals(t *testing.T) {
	t.Parallel()
	unknown, other := of(1, "Adults", 1), of(2, "Seniors", 1)
	unknown.NumOfPersons = nil
	late := unknown
	late.ReservationDateTo = november(1)
	type day = []types.PresenceItem
	tests := map[string]struct {
		args []string
		days []types.PresenceDay
	}{
		"before the period, without a limit": {nil, []types.PresenceDay{{Date: november(0), Items: day{unknown, other}}}},
		"nights that are left out":           {[]string{"--overdue", "skip"}, novemberDays(day{}, day{late})},
		"nights with nobody":                 {[]string{"--overdue", "refuse"}, novemberDays(day{}, nil)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			warn, lines := recorder()
			if _, err := count(tt.days, inNovember(t, tt.args...), ratesOf(t, "Adults,1,"), warn); err != nil {
				t.Errorf("%v\n%q", err, *lines)
			}
		})
	}
}

func TestPrint(t *testing.T) {
	t.Parallel()
	late := of(2, "Adults", 1)
	late.ReservationDateTo, late.GuestCountry = november(1), "\x1b[2J"
	days := novemberDays([]types.PresenceItem{of(1, "Adults", 2), late}, []types.PresenceItem{of(1, "Adults", 2)})
	for flag, want := range map[string]string{"count": "Counted, although", "skip": "Left out, because"} {
		t.Run(flag, func(t *testing.T) {
			t.Parallel()
			o, r := inNovember(t, "--overdue", flag), ratesOf(t, "Adults,2.5,")
			n, err := count(days, o, r, nil)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			n.tax(o, r).print(&out, o)
			for _, text := range []string{want, "  R2: booked until 2026-11-01, in the night of 2026-11-01\n", "  2.50  10.00\n", "from 2026-11-01 to 2026-11-30"} {
				if !strings.Contains(out.String(), text) {
					t.Errorf("%q is not printed:\n%s", text, &out)
				}
			}
			if strings.Contains(out.String(), "\x1b") {
				t.Errorf("a control character is printed: %q", out.String())
			}
		})
	}
}

// A text of the service is no formula in the file.
func TestCSV(t *testing.T) {
	t.Parallel()
	formula := of(1, "=1+1", 1)
	formula.GuestCountry = "@SUM(A1)"
	o, r := inNovember(t, "--format", "csv", "--semicolon", "--bom"), ratesOf(t, "=1+1,1234.5,")
	n, err := count(novemberDays([]types.PresenceItem{formula}), o, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := n.tax(o, r).writeCSV(&out, o); err != nil {
		t.Fatal(err)
	}
	want := "\ufeffmonth;country;ageGroup;nights;exemptNights;taxedNights;rate;tax\n2026-11;'@SUM(A1);'=1+1;1;0;1;1234,5;1234,50\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
}
