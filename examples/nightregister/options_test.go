package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tests := map[string]struct {
		args  []string
		want  options
		words string
	}{
		"only the first day": {
			[]string{"-from", "2026-11-01"},
			options{from: november(1).Midnight(), pageSize: 25, out: "."},
			"from 2026-11-01, the end left to the service",
		},
		"all": {
			[]string{"-from", "2026-11-01", "-to=2026-11-03", "-category", "7", "-grouped", "-include-cancelled=false", "-page-size", "10", "-out", dir},
			options{
				from: november(1).Midnight(), to: november(3).Midnight(), category: 7,
				grouped: types.Ptr(true), includeCancelled: types.Ptr(false), pageSize: 10, out: dir,
			},
			"from 2026-11-01 to 2026-11-03; accommodation category 7; grouped by reservation: true; cancelled reservations included: false",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := parseOptions(tt.args, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(options{})); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
			if got.String() != tt.words {
				t.Errorf("in words %q, want %q", got, tt.words)
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
		"no day":           {[]string{"-from", "2026-02-30"}, []string{"2026-02-30", "-from", "such as 2026-11-20"}},
		"a day and a time": {[]string{"-to", "2026-11-01T00:00:00Z"}, []string{"-to", "such as 2026-11-20"}},
		"an empty day":     {[]string{"-to", ""}, []string{"-to", "such as 2026-11-20"}},
		"no truth value":   {[]string{"-grouped=maybe"}, []string{"maybe", "-grouped", "true or false"}},
		"no number":        {[]string{"-page-size", "many"}, []string{"many", "-page-size"}},
		"unknown flag":     {[]string{"-pagesize", "3"}, []string{"-pagesize", "-h lists the flags"}},
		"no flag":          {[]string{"2026-11-01"}, []string{"2026-11-01", "not a flag"}},
		"no such folder":   {[]string{"-out", filepath.Join(dir, "none")}, []string{"-out", "none", "not a folder"}},
		"a file as folder": {[]string{"-out", filepath.Join(dir, "file")}, []string{"-out", "not a folder"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := parseOptions(tt.args, io.Discard)
			if err == nil {
				t.Fatal("no error")
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
	if _, err := parseOptions([]string{"-h"}, &help); !errors.Is(err, flag.ErrHelp) {
		t.Fatalf("got %v, want flag.ErrHelp", err)
	}
	for _, name := range []string{"-from", "-to", "-category", "-grouped", "-include-cancelled", "-page-size", "-out"} {
		if !strings.Contains(help.String(), "  "+name) {
			t.Errorf("the help does not list %s:\n%s", name, help.String())
		}
	}
}
