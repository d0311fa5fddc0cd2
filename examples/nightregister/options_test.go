// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// now is an evening at the desk, when in UTC the next day has begun.
var now = time.Date(2026, 11, 20, 22, 30, 0, 0, time.FixedZone("PST", -8*60*60))

func TestOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	defaults := func(from, to types.Date) options {
		return options{from: from, to: to, pageSize: 25, lang: "en", order: "unit", out: "."}
	}
	tests := map[string]struct {
		args  []string
		want  options
		words string
	}{
		"nothing is the last night": {nil, defaults(november(19), november(19)), "19 November 2026"},
		"one night":                 {[]string{"-from", "2026-11-01"}, defaults(november(1), november(1)), "1 November 2026"},
		"a range":                   {[]string{"-from", "2026-11-01", "-to", "2026-12-03"}, defaults(november(1), types.NewDate(2026, 12, 3)), "1 November 2026 – 3 December 2026"},
		"all": {
			[]string{
				"-from", "2026-11-01", "-to=2026-11-03", "-category", "7", "-grouped", "-include-cancelled=false", "-page-size", "10",
				"-park", "Park A", "-lang", "de", "-order", "name", "-adults", "Adults, Big Ones", "-semicolon", "-xlsx", "-out", dir,
			},
			options{
				from: november(1), to: november(3), category: 7, grouped: types.Ptr(true), includeCancelled: types.Ptr(false), pageSize: 10,
				park: "Park A", lang: "de", order: "name", adults: []string{"Adults", "Big Ones"}, semicolon: true, xlsx: true, out: dir,
			},
			"1. November 2026 – 3. November 2026; Unterkunftskategorie 7; eine Zeile je Reservierung; ohne stornierte Reservierungen",
		},
		"a folder that is not there yet": {[]string{"-out", filepath.Join(dir, "a", "b")}, func() options {
			o := defaults(november(19), november(19))
			o.out = filepath.Join(dir, "a", "b")
			return o
		}(), "19 November 2026"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := parseOptions(tt.args, now, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(options{})); diff != "" {
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
		"no day":             {[]string{"-from", "2026-02-30"}, []string{"2026-02-30", "-from", "such as 2026-11-20"}},
		"a day and a time":   {[]string{"-to", "2026-11-01T00:00:00Z"}, []string{"-to", "such as 2026-11-20"}},
		"an empty day":       {[]string{"-to", ""}, []string{"-to", "such as 2026-11-20"}},
		"an end alone":       {[]string{"-to", "2026-11-20"}, []string{"-to", "without -from"}},
		"an end before":      {[]string{"-from", "2026-11-20", "-to", "2026-11-19"}, []string{"-to must not be before -from", "2026-11-19", "2026-11-20"}},
		"no truth value":     {[]string{"-grouped=maybe"}, []string{"maybe", "-grouped", "true or false"}},
		"no number":          {[]string{"-page-size", "many"}, []string{"many", "-page-size"}},
		"no size":            {[]string{"-page-size", "0"}, []string{"-page-size", "0"}},
		"a negative size":    {[]string{"-page-size", "-4"}, []string{"-page-size", "-4"}},
		"a negative id":      {[]string{"-category", "-4"}, []string{"-category", "-4"}},
		"unknown language":   {[]string{"-lang", "fr"}, []string{"-lang", "de, en, nl", "fr"}},
		"unknown order":      {[]string{"-order", "price"}, []string{"-order", "unit or name", "price"}},
		"no names of adults": {[]string{"-adults", "Adults,,"}, []string{"-adults", "commas"}},
		"unknown flag":       {[]string{"-pagesize", "3"}, []string{"-pagesize", "-h lists the flags"}},
		"no flag":            {[]string{"2026-11-01"}, []string{"2026-11-01", "not a flag"}},
		"a file as folder":   {[]string{"-out", filepath.Join(dir, "file")}, []string{"-out", "not a folder"}},
		"no folder":          {[]string{"-out", ""}, []string{"-out", "not a folder"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := parseOptions(tt.args, now, io.Discard)
			var usage usageError
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

func TestOptionHelp(t *testing.T) {
	t.Parallel()
	var help bytes.Buffer
	if _, err := parseOptions([]string{"-h"}, now, &help); !errors.Is(err, flag.ErrHelp) {
		t.Fatalf("got %v, want flag.ErrHelp", err)
	}
	for _, want := range []string{
		"  -from", "  -to", "  -category", "  -grouped", "  -include-cancelled", "  -page-size", "  -park", "  -lang", "  -order", "  -adults", "  -semicolon", "  -xlsx", "  -out",
		"Without -from it is the last night", "RESERVATIONS_BASE_URL", "RESERVATIONS_API_KEY", "With neither set, the program starts an invented park", "130",
	} {
		if !strings.Contains(help.String(), want) {
			t.Errorf("the help does not say %q:\n%s", want, help.String())
		}
	}
}
