// SPDX-License-Identifier: MIT

package statistics

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestOccupancy is about a month of 31 days with 62 nights in category 1, "Tents", and 31 in an unknown one.
func TestOccupancy(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, file, want string }{
		{
			"open all days", "category,bedPlaces\nTents,4\n",
			"Tents 4 124 62 50.0 50.0; all 4 124 93 75.0 75.0",
		},
		{
			"open on some days, and over 100 %", "category,bedPlaces,openDays\nTents,4,10\n",
			"Tents 4 40 62 50.0 155.0; all 4 40 93 75.0 232.5",
		},
		{
			"by id", "category,bedPlaces\n1,4\n",
			"Tents 4 124 62 50.0 50.0; all 4 124 93 75.0 75.0",
		},
		{
			"a category without guests", "category,bedPlaces\nTents,2\nChalets,4\n",
			"Chalets 4 124 0 0.0 0.0; Tents 2 62 62 100.0 100.0; all 6 186 93 50.0 50.0",
		},
		{
			"closed", "category,bedPlaces,openDays\nTents,4,0\n",
			"Tents 4 0 62 50.0 -; all 4 0 93 75.0 -",
		},
		{
			"the line of the month", "category,month,bedPlaces\nTents,,1\nTents,2026-08,2\nTents,2026-09,3\n",
			"Tents 2 62 62 100.0 100.0; all 2 62 93 150.0 150.0",
		},
		{"a category without a line", "category,bedPlaces\nChalets,4\n", `no line in 2026-08 for the categories "Tents"`},
		{"a line of another month only", "category,month,bedPlaces\nTents,2026-09,3\n", `no line in 2026-08 for the categories "Tents"`},
		{"a byte order mark and a comment", "\ufeffcategory,bedPlaces\n# two tents\nTents,4\n", "Tents 4 124 62 50.0 50.0; all 4 124 93 75.0 75.0"},
		{"as Excel saves it", "\ufeffcategory;bedPlaces;openDays\r\nTents;4;\r\n", "Tents 4 124 62 50.0 50.0; all 4 124 93 75.0 75.0"},
		{"no line", "category,bedPlaces\n", "one for each category"},
		{"an unknown column", "category,beds\nTents,4\n", `column "beds" is not known`},
		{"no category", "category,bedPlaces\n,4\n", "line 2: category is empty"},
		{"no number", "category,bedPlaces\nTents,many\n", `line 2: bedPlaces is "many"`},
		{"below zero", "category,bedPlaces\nTents,-1\n", `line 2: bedPlaces is "-1"`},
		{"no month", "category,month,bedPlaces\nTents,August,4\n", `line 2: month is "August"`},
		{"a quarter", "category,month,bedPlaces\nTents,2026-Q3,4\n", `line 2: month is "2026-Q3"`},
		{"too many open days", "category,month,bedPlaces,openDays\nTents,2026-09,4,31\n", `line 2: openDays is "31", want 0 to 30`},
		{"the same line twice", "category,bedPlaces\nTents,4\nTents,5\n", `line 3: "Tents" is there twice`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			month := Month{Month: "2026-08"}
			month.add(Row{CategoryID: 1, Category: "Tents", Residence: resident, Numbers: Numbers{Nights: 31}})
			month.add(Row{CategoryID: 1, Category: "Tents", Residence: nonResident, Numbers: Numbers{Nights: 31}})
			month.add(Row{Category: unknown, Residence: unknown, Numbers: Numbers{Nights: 31}})
			c, err := readCapacity(strings.NewReader(test.file))
			var rows []Occupancy
			if err == nil {
				rows, err = c.occupancy(month, 31)
			}
			if err != nil {
				if !strings.Contains(err.Error(), test.want) {
					t.Errorf("got the error %v, want %s", err, test.want)
				}
				return
			}
			var got []string
			for _, r := range rows {
				net := "-"
				if r.Net != nil {
					net = fmt.Sprintf("%.1f", *r.Net)
				}
				got = append(got, fmt.Sprintf("%s %d %d %d %.1f %s", r.Category, r.BedPlaces, r.BedNights, r.Nights, *r.Gross, net))
			}
			if strings.Join(got, "; ") != test.want {
				t.Errorf("got  %s,\nwant %s", strings.Join(got, "; "), test.want)
			}
		})
	}
}

// TestOpenDaysOfAShorterMonth: a line for every month cannot be open longer than a month has days.
func TestOpenDaysOfAShorterMonth(t *testing.T) {
	t.Parallel()
	c, err := readCapacity(strings.NewReader("category,bedPlaces,openDays\nTents,4,31\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.occupancy(Month{Month: "2026-09"}, 30); err == nil || !strings.Contains(err.Error(), "open on 31 days, and 2026-09 has 30") {
		t.Errorf("got %v", err)
	}
}

// TestUnusedCategories: a name of the file that is no category has places and no nights.
func TestUnusedCategories(t *testing.T) {
	t.Parallel()
	august := []Occupancy{{Category: "Castle", BedPlaces: 3}, {Category: "Tents", Nights: 31}, {Category: all, Nights: 31}}
	september := []Occupancy{{Category: "Castle", BedPlaces: 3}, {Category: "Chalets"}, {Category: all}}
	months := []Month{{Occupancy: august}, {Occupancy: september}, {}}
	if got, want := unused(months), []string{"Castle", "Chalets"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
