// SPDX-License-Identifier: MIT

package tax

import (
	"strings"
	"testing"
)

func TestRates(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text    string
		group   string
		want    string // the rate with at least two digits
		nights  int
		longest int
	}{
		"a point":               {"ageGroup,rate\nAdults,2.45\n", "Adults", "2.45", 0, 0},
		"many digits":           {"ageGroup,rate\nAdults,2.4550\n", "Adults", "2.4550", 0, 0},
		"a whole number":        {"ageGroup,rate\nAdults,3\n", "Adults", "3.00", 0, 0},
		"as Excel saves it":     {"\ufeffageGroup;rate;maxNights\r\nAdults;2,45;21\r\n", "Adults", "2.45", 21, 21},
		"a point in semicolons": {"ageGroup;rate\nAdults;2.45\n", "Adults", "2.45", 0, 0},
		"a quoted comma":        {"ageGroup,rate\n\"Kids, 4-11\",1.10\n", "Kids, 4-11", "1.10", 0, 0},
		"upper and lower case":  {"ageGroup,rate\n ADULTS ,2.45\n", "adults ", "2.45", 0, 0},
		"exempt":                {"ageGroup,rate,maxNights\nInfants,Exempt,5\nAdults,1,7\n", "Infants", "exempt", 0, 7},
		"comments, empty lines": {"# of the council\nageGroup,rate\n\n# and\nAdults,1\n", "Adults", "1.00", 0, 0},
		"not there":             {"ageGroup,rate\nAdults,1\n", "Children", "", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all, err := parseRates(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			r, found := all.of(tt.group)
			if found != (tt.want != "") || found && r.text(2) != tt.want || r.maxNights != tt.nights || all.longest() != tt.longest {
				t.Errorf("the rate is %+v, %v, and the longest limit %d", r, found, all.longest())
			}
		})
	}
}

func TestRatesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	const header = "ageGroup,rate,maxNights\n"
	for name, tt := range map[string]struct{ text, says string }{
		"nothing":              {"", "the first row must be"},
		"no header":            {"Adults,2.45,\n", "the first row must be"},
		"another column":       {"ageGroup,price\nAdults,1\n", "the first row must be"},
		"no row":               {header, "no age group"},
		"not UTF-8":            {header + "S\xe4uglinge,1,\n", "UTF-8"},
		"HTML":                 {"<!DOCTYPE html>\n<title>Sign in</title>", "the first row must be"},
		"a missing cell":       {header + "Adults,1\n", "line 2 has 2 cells"},
		"a cell too many":      {header + "Adults,1,,\n", "line 2 has 4 cells"},
		"a decimal comma":      {header + "Adults,\"2,45\",\n", "2,45"},
		"thousands":            {"ageGroup;rate\nAdults;1.234,50\n", "1.234,50"},
		"no rate":              {header + "Adults,,\n", "line 2: a rate is an amount"},
		"null":                 {header + "Adults,null,\n", "null"},
		"a negative rate":      {header + "Adults,-1,\n", "-1"},
		"a rate of zero":       {header + "Adults,0.00,\n", "write exempt"},
		"a currency":           {header + "Adults,€ 1,\n", "€ 1"},
		"an exponent":          {header + "Adults,1e9,\n", "1e9"},
		"an endless rate":      {header + "Adults," + strings.Repeat("9", 400) + ",\n", "a rate is an amount"},
		"no name":              {header + " ,1,\n", "needs a name"},
		"an age group twice":   {header + "Adults,1,\nChildren,1,\nadults ,2,\n", "line 4"},
		"no nights":            {header + "Adults,1,0\n", "maxNights"},
		"too many nights":      {header + "Adults,1,367\n", "from 1 to 366"},
		"a text for nights":    {header + "Adults,1,many\n", "many"},
		"an open quotation":    {header + "\"Adults,1,\n", "line 2"},
		"a stray quotation":    {header + "Ad\"ults,1,\n", "line 2"},
		"a nul in the numbers": {header + "Adults,1\x00,\n", "a rate is an amount"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r, err := parseRates(tt.text); err == nil || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v and %v, want %q", r, err, tt.says)
			}
		})
	}
}
