// SPDX-License-Identifier: MIT

package countries

import "testing"

func TestFind(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, want string
		by         By
	}{
		{"NL", "NL", ByISO},
		{" nl ", "NL", ByISO},
		{"deu", "DE", ByISO},
		{"Nederland", "NL", ByName},
		{"Italië", "IT", ByName},
		{"Oesterreich", "AT", ByName},
		{"ΕΛΛΑΔΑ", "GR", ByName},
		{"Belgie\u0308", "BE", ByName},
		{"Cote d'Ivoire", "CI", ByName},
		{"UK", "GB", ByName},
		{"Kosovo", "XK", ByName},
		{"D", "DE", BySign},
		{"FL", "LI", BySign},
		{"ES", "ES", ByISO},
		{"", "", ""},
		{"-", "", ""},
		{"Nederlnd", "", ""},
		{"nl_NL", "", ""},
		{"ZZ", "", ""},
		{"NL.", "NL", ByISO},
		{"\u00a0deu.\r\n", "DE", ByISO},
		{"U.S.A.", "US", ByName},
		{"u.s.", "US", ByName},
		{"U. K.", "GB", ByName},
		{"EE.UU.", "US", ByName},
		{"NA", "NA", ByISO},
	}
	for _, unknown := range []string{
		"n/a", "N/A", "n.a.", "N.A.", "N.A", "n. a.", "n-a", "(n/a)", "n/c", "s/n", "s.o.", "k.A.", "n.b.", "n.v.t.", "N.N.", "u/k", "n/d", "N_A", "N A", "N.", "x", "?",
		"--", "–", ".", "/", "0", "D-", "D/NL", "NL/BE", "nl-be", "\U0001F1F3\U0001F1F1", "N\u0341A",
	} {
		tests = append(tests, struct {
			text, want string
			by         By
		}{unknown, "", ""})
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			if got, by := Find(test.text); got != test.want || by != test.by {
				t.Errorf("got %q by %q, want %q by %q", got, by, test.want, test.by)
			}
		})
	}
}

// TestTable: each country has three names and more, and no text is a name of two countries or the code of another one.
func TestTable(t *testing.T) {
	t.Parallel()
	countries, meanings := map[string]bool{}, map[string]string{}
	for _, row := range rows() {
		code := row[0][0]
		countries[code] = true
		for _, language := range []string{"en", "de", "nl"} {
			if Name(code, language) == "" {
				t.Errorf("%s has no name in %s", code, language)
			}
		}
		for _, name := range row[2] {
			if meaning := meanings[key(name)]; meaning != "" && meaning != code {
				t.Errorf("%q means both %s and %s", name, meaning, code)
			}
			if found, _ := Find(name); found != code {
				t.Errorf("%q means %s, and is the code of %s", name, code, found)
			}
			meanings[key(name)] = code
		}
	}
	if len(countries) != 250 {
		t.Errorf("there are %d countries, want the 249 of ISO 3166-1 and Kosovo", len(countries))
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	for of, want := range map[[2]string]string{{"DE", "en"}: "Germany", {"DE", "de"}: "Deutschland", {"XK", "nl"}: "Kosovo", {"ZZ", "en"}: "", {"DE", "fr"}: ""} {
		if got := Name(of[0], of[1]); got != want {
			t.Errorf("%v: got %q, want %q", of, got, want)
		}
	}
}
