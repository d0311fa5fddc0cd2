// SPDX-License-Identifier: MIT

package register

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// ofRows is the register of a night with so many rows.
func ofRows(rows int) *register {
	day := types.PresenceDay{Date: november(20), Items: []types.PresenceItem{}}
	for i := range rows {
		day.Items = append(day.Items, at(int64(i+1), fmt.Sprint("C", i), "Chalet for six", 18, 25))
	}
	return newRegister([]types.PresenceDay{day}, &types.PresenceDay{Date: november(19)}, madeUp)
}

// Few rows are printed in large letters, and up to 40 rows in letters of 8.5 points at least.
func TestPrintSize(t *testing.T) {
	t.Parallel()
	last := 0.0
	for rows := range 200 {
		class := ofRows(rows).Print
		tenths, err := strconv.ParseFloat(strings.TrimPrefix(class, "pt-"), 64)
		size := tenths / 10
		least := 7.5
		if rows <= 40 {
			least = 8.5
		}
		if err != nil || size < least || size > 10.5 || rows < 15 && size < 10 {
			t.Errorf("%d rows are printed in %v points, error %v", rows, size, err)
		}
		if size != last && size != 8.5 && !strings.Contains(pageStyle, fmt.Sprintf(".%s { font-size: %vpt; }", class, size)) {
			t.Errorf("the style has no class %s", class)
		}
		last = size
	}
}

// Nothing on paper is smaller than the size that the program chooses: the sizes of the style are
// 7.5 points or more, and those relative to it are not below 1.
func TestNothingIsPrintedSmaller(t *testing.T) {
	t.Parallel()
	_, print, found := strings.Cut(pageStyle, "@media print {")
	if !found {
		t.Fatal("the style has no part for paper")
	}
	sizes := regexp.MustCompile(`font(?:-size)?: ([0-9.]+)(pt|rem|em|px)`).FindAllStringSubmatch(print, -1)
	if len(sizes) < 20 {
		t.Fatalf("the style has %d sizes for paper", len(sizes))
	}
	least := map[string]float64{"pt": 7.5, "rem": 1, "em": 1}
	for _, size := range sizes {
		value, err := strconv.ParseFloat(size[1], 64)
		if unit, known := least[size[2]]; err != nil || !known || value < unit {
			t.Errorf("the style prints with %q", size[0])
		}
	}
	// What is small on a screen has a size of its own for paper.
	for _, selector := range []string{".mark", ".key-figures dt", ".key-figures dd.note", "thead th", ".calendar .day", ".calendar b", ".chart", ".letters", "footer", ".night table"} {
		if !regexp.MustCompile(`(?m)^  [^{\n]*` + regexp.QuoteMeta(selector) + `[^{\n]*\{[^}]*font-size: 1rem`).MatchString(print) {
			t.Errorf("the style does not print %s in the size of the page", selector)
		}
	}
}

func TestSheets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		nights, rows int
		want         int
	}{
		{"nothing", 0, 0, 0},
		{"a short night", 1, 10, 1},
		{"nights that share a sheet", 3, 9, 1},
		{"nights of one sheet each", 30, 34, 30},
		{"nights with nobody are one", 365, 0, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			nights := make([]night, test.nights)
			for i := range nights {
				nights[i].Stays = make([]stay, test.rows)
			}
			if got := sheetsOf(nights); got != test.want {
				t.Errorf("got %d sheets, want %d", got, test.want)
			}
		})
	}
}
