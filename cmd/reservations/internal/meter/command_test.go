// SPDX-License-Identifier: MIT

package meter

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestReport(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 20, 14, 30, 0, 123, time.FixedZone("", 3600))
	for _, test := range []struct {
		name string
		r    reading
		want string // what is sent, or a part of the error
	}{
		{"electricity", reading{7, "electricity", "1234.500", "now"},
			`{"quantity":"1234.500","type":"e","datetime":"2026-11-20T14:30:00+01:00","accommodationUnit":{"id":7}}`},
		{"water, earlier", reading{7, "water", "0", "2026-11-20T13:30:00Z"},
			`{"quantity":"0","type":"w","datetime":"2026-11-20T13:30:00Z","accommodationUnit":{"id":7}}`},
		{"no unit", reading{0, "gas", "1", "now"}, "are needed"},
		{"a negative unit", reading{-7, "gas", "1", "now"}, "--unit must be a positive id"},
		{"another meter", reading{7, "heat", "1", "now"}, "--type"},
		{"negative", reading{7, "gas", "-5", "now"}, "--quantity"},
		{"a comma", reading{7, "gas", "88,125", "now"}, "--quantity"},
		{"a number that no meter shows", reading{7, "gas", "1e9", "now"}, "--quantity"},
		{"no time", reading{7, "gas", "1", "noon"}, "--at"},
		{"a time to come", reading{7, "gas", "1", "2026-11-20T13:30:01Z"}, "--at is in the future"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			report, err := test.r.report(now)
			if err != nil {
				if !strings.Contains(err.Error(), test.want) {
					t.Errorf("got error %v, want %q", err, test.want)
				}
				return
			}
			if got, err := json.Marshal(report); err != nil || string(got) != test.want {
				t.Errorf("error %v\ngot  %s\nwant %s", err, got, test.want)
			}
		})
	}
}
