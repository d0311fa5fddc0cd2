// SPDX-License-Identifier: MIT

package countries

import (
	"strings"
	"testing"
)

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
		{"Belgie", "BE", ByName},
		{"Italië", "IT", ByName},
		{"Österreich", "AT", ByName},
		{"Ελλάδα", "GR", ByName},
		{"ΕΛΛΑΔΑ", "GR", ByName},
		{"Belgie\u0308", "BE", ByName},
		{"Cote d'Ivoire", "CI", ByName},
		{"UK", "GB", ByName},
		{"EL", "GR", ByName},
		{"Bosnia and Herzegovina", "BA", ByName},
		{"Kosovo", "XK", ByName},
		{"D", "DE", BySign},
		{"FL", "LI", BySign},
		{"ES", "ES", ByISO},
		{"", "", ""},
		{"-", "", ""},
		{"Nederlnd", "", ""},
		{"nl_NL", "", ""},
		{"ZZ", "", ""},
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

// TestTablesAgree: no text means two countries in one table, and no name is the code of another country.
func TestTablesAgree(t *testing.T) {
	t.Parallel()
	known, names := load(), map[string]string{}
	add := func(text, code string) {
		k := key(text)
		if known.inLanguages[code] == nil {
			t.Errorf("%q means %q, which is no country", text, code)
		}
		if names[k] != "" && names[k] != code {
			t.Errorf("%q means both %s and %s", text, names[k], code)
		}
		if iso := known.iso[k]; iso != "" && iso != code {
			t.Errorf("%q means %s and is the code of %s", text, code, iso)
		}
		names[k] = code
	}
	for _, row := range rows(countriesCSV) {
		for name := range strings.SplitSeq(row[2], "|") {
			add(name, row[0])
			add(withoutUmlauts.Replace(name), row[0])
		}
	}
	for _, row := range rows(aliasesCSV) {
		if code, by := Find(row[0]); by == ByISO {
			t.Errorf("the alias %q is a code of %s, so it has no effect", row[0], code)
		}
		add(row[0], row[1])
	}
	for _, row := range rows(signsCSV) {
		if Name(row[1], "en") == "" {
			t.Errorf("the sign %s means %q, which is no country", row[0], row[1])
		}
	}
	if got := len(known.inLanguages); got != 250 {
		t.Errorf("there are %d countries, want the 249 of ISO 3166-1 and Kosovo", got)
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	tests := []struct{ code, language, want string }{
		{"DE", "en", "Germany"},
		{"DE", "de", "Deutschland"},
		{"DE", "nl", "Duitsland"},
		{"XK", "nl", "Kosovo"},
		{"ZZ", "en", ""},
		{"DE", "fr", ""},
	}
	for _, test := range tests {
		t.Run(test.code+" "+test.language, func(t *testing.T) {
			t.Parallel()
			if got := Name(test.code, test.language); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	for code := range load().inLanguages {
		for _, language := range languages {
			if Name(code, language) == "" {
				t.Errorf("%s has no name in %s", code, language)
			}
		}
	}
}
