// SPDX-License-Identifier: MIT

package cli

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

func TestFlagErrors(t *testing.T) {
	tests := []struct{ flag, value, want string }{
		{"count", "x", `--count: want a whole number, not "x"`},
		{"id", "1.5", `--id: want a whole number, not "1.5"`},
		{"seed", "-1", `--seed: want a whole number, 0 or more, not "-1"`},
		{"rate", "fast", `--rate: want a number, not "fast"`},
		{"every", "15", `--every: want a time such as 30s, 15m or 2h, not "15"`},
		{"personal", "maybe", `--personal: want true or false, not "maybe"`},
		{"format", "csv", `--format: want one of table, json, not "csv"`},
		{"day", "today", `--day: want a day, not "today"`},
		{"file", "a.xls", `--file "a.xls": it is no workbook`},
		{"nothing", "", "unknown flag: --nothing"},
	}
	for _, test := range tests {
		t.Run(test.flag, func(t *testing.T) {
			cmd := &cobra.Command{Use: "try"}
			f := cmd.Flags()
			f.IntP("count", "c", 0, "")
			f.Int64("id", 0, "")
			f.Uint64("seed", 0, "")
			f.Float64("rate", 0, "")
			f.Duration("every", time.Minute, "")
			f.Bool("personal", false, "")
			f.Func("day", "", func(string) error { return errors.New("want a day") })
			f.Func("file", "", func(string) error { return errors.New("it is no workbook") })
			FormatFlag(cmd, FormatTable, FormatJSON)
			err := flagError(cmd, cmd.ParseFlags([]string{"--" + test.flag + "=" + test.value}))
			if got := strings.TrimSuffix(err.Error(), "; see try --help"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if exitCode(err) != exitUsage {
				t.Errorf("got exit code %d, want %d", exitCode(err), exitUsage)
			}
		})
	}
}
