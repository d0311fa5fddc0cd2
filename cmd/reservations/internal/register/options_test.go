// SPDX-License-Identifier: MIT

package register

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// parse returns what flags ask for at a time.
func parse(now time.Time, args ...string) (options, error) {
	var f flagValues
	cmd := &cobra.Command{}
	f.add(cmd)
	cmd.Flags().StringVar(&f.park, "park", "", "") // these two are settings of the program
	cmd.Flags().StringVar(&f.timezone, "timezone", "", "")
	if err := cmd.ParseFlags(args); err != nil {
		return options{}, cli.UsageErrorf("%w", err) // as the program does
	}
	return f.parse(cmd.Flags().Changed, now)
}

func TestOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	amsterdam, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	defaults := func(from, to types.Date) options {
		return options{from: from, to: to, over: november(19), pageSize: 25, lang: "en", order: "unit", print: "nights", zone: now.Location(), out: "."}
	}
	tests := map[string]struct {
		args  []string
		want  options
		words string
	}{
		"nothing is the last night": {nil, defaults(november(19), november(19)), "19 November 2026"},
		"a month":                   {[]string{"--from", "2026-02"}, defaults(types.NewDate(2026, 2, 1), types.NewDate(2026, 2, 28)), "1 February 2026 – 28 February 2026"},
		"months":                    {[]string{"--from", "2025-12", "--to", "2026-01"}, defaults(types.NewDate(2025, 12, 1), types.NewDate(2026, 1, 31)), "1 December 2025 – 31 January 2026"},
		"one night":                 {[]string{"--from", "2026-11-01"}, defaults(november(1), november(1)), "1 November 2026"},
		"a range":                   {[]string{"--from", "2026-10-01", "--to", "2026-11-03"}, defaults(types.NewDate(2026, 10, 1), november(3)), "1 October 2026 – 3 November 2026"},
		"all": {
			[]string{
				"--from", "2026-11-01", "--to=2026-11-03", "--category", "7", "--grouped", "--include-cancelled=false", "--page-size", "10",
				"--park", "Park A", "--lang", "de", "--order", "name", "--adults", "Adults, Big Ones", "--semicolon", "--workbook", "--timezone", "Europe/Amsterdam", "--print", "overview", "--provisional", "--out", dir,
			},
			options{
				from: november(1), to: november(3), category: 7, grouped: new(true), includeCancelled: new(false), pageSize: 10,
				park: "Park A", lang: "de", order: "name", adults: []string{"Adults", "Big Ones"}, semicolon: true, workbook: true, print: "overview", provisional: true, over: november(20), zone: amsterdam, out: dir,
			},
			"1. November 2026 – 3. November 2026; Unterkunftskategorie 7; eine Zeile je Reservierung; ohne stornierte Reservierungen",
		},
		"a folder that is not there yet": {[]string{"--out", filepath.Join(dir, "a", "b")}, func() options {
			o := defaults(november(19), november(19))
			o.out = filepath.Join(dir, "a", "b")
			return o
		}(), "19 November 2026"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := parse(now, tt.args...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(options{}), cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() })); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
			if words := got.In(locales[got.lang]); words != tt.words {
				t.Errorf("in words %q, want %q", words, tt.words)
			}
		})
	}
}

func TestOptionErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "file", "")
	tests := map[string]struct {
		args []string
		says []string
	}{
		"no day":             {[]string{"--from", "2026-02-30"}, []string{"2026-02-30", "--from", "such as 2026-11-20"}},
		"a day and a time":   {[]string{"--to", "2026-11-01T00:00:00Z"}, []string{"--to", "such as 2026-11-20"}},
		"an empty day":       {[]string{"--to", ""}, []string{"--to", "such as 2026-11-20"}},
		"an end alone":       {[]string{"--to", "2026-11-20"}, []string{"--to", "without --from"}},
		"an end before":      {[]string{"--from", "2026-11-20", "--to", "2026-11-19"}, []string{"--to must not be before --from", "2026-11-19", "2026-11-20"}},
		"no truth value":     {[]string{"--grouped=maybe"}, []string{"maybe", "--grouped"}},
		"no number":          {[]string{"--page-size", "many"}, []string{"many", "--page-size"}},
		"no size":            {[]string{"--page-size", "0"}, []string{"--page-size", "0"}},
		"a negative size":    {[]string{"--page-size", "-4"}, []string{"--page-size", "-4"}},
		"a negative id":      {[]string{"--category", "-4"}, []string{"--category", "-4"}},
		"unknown language":   {[]string{"--lang", "fr"}, []string{"--lang", "de, en, nl", "fr"}},
		"unknown order":      {[]string{"--order", "price"}, []string{"--order", "unit or name", "price"}},
		"no names of adults": {[]string{"--adults", "Adults,,"}, []string{"--adults", "commas"}},
		"a file as folder":   {[]string{"--out", filepath.Join(dir, "file")}, []string{"--out", "not a folder"}},
		"no folder":          {[]string{"--out", ""}, []string{"--out", "not a folder"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := parse(now, tt.args...)
			var usage cli.UsageError
			if !errors.As(err, &usage) {
				t.Fatalf("got %v, want a usage error", err)
			}
			for _, says := range tt.says {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("the error does not say %q: %v", says, err)
				}
			}
		})
	}
}

// The last night that is over has ended in UTC and in the time zone of the park.
func TestLastOver(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		utc     string
		offset  int // hours of the time zone
		wantDay int // of November
	}{
		{"the last minute of a day", "2026-11-20T23:59:00Z", 0, 19},
		{"midnight", "2026-11-21T00:00:00Z", 0, 20},
		{"midnight in the park, and not yet in UTC", "2026-11-20T23:30:00Z", 1, 19},
		{"midnight in UTC, and not yet in the park", "2026-11-21T04:00:00Z", -5, 19},
		{"a morning far in the east", "2026-11-20T20:00:00Z", 13, 19},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			now, err := time.Parse(time.RFC3339, test.utc)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := lastOver(now, time.FixedZone("", test.offset*3600)), november(test.wantDay); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
