// SPDX-License-Identifier: MIT

// Package countries finds the ISO 3166-1 code that a text means: a code, a name in one of many languages
// or the sign of a vehicle. It never guesses: a text that is not in its table has no code.
package countries

import (
	_ "embed" // the table
	"slices"
	"strings"
	"sync"
	"unicode"
)

//go:embed countries.csv
var table string

// By says what a text is.
type By string

// What a text can be, in the order in which they are tried.
const (
	ByISO  By = "iso"
	ByName By = "name"
	BySign By = "sign" // the distinguishing sign of a vehicle, such as D for Germany
)

// tables are the codes by text, and the names by code. They are made at the first use.
type tables struct {
	codes map[By]map[string]string
	names map[string][]string
}

var load = sync.OnceValue(func() tables {
	t := tables{map[By]map[string]string{ByISO: {}, ByName: {}, BySign: {}}, map[string][]string{}}
	for _, row := range rows() {
		code := row[0][0]
		t.names[code] = row[2]
		for by, texts := range map[By][]string{ByISO: {code, row[1][0]}, ByName: row[2], BySign: row[3]} {
			for _, text := range texts {
				t.codes[by][key(text)] = code
				t.codes[by][key(withoutUmlauts.Replace(text))] = code
			}
		}
	}
	return t
})

// rows are those of the table: the code, the code of three letters, the names and the signs.
func rows() (all [][4][]string) {
	for line := range strings.Lines(table) {
		if cells := strings.Split(strings.TrimSpace(line), ";"); line[0] != '#' {
			all = append(all, [4][]string{cells[:1], cells[1:2], strings.Split(cells[2], "|"), strings.Split(cells[3], "|")})
		}
	}
	return all
}

// withoutUmlauts is how people write where there are no umlauts.
var withoutUmlauts = strings.NewReplacer("ä", "ae", "Ä", "Ae", "ö", "oe", "Ö", "Oe", "ü", "ue", "Ü", "Ue",
	"å", "aa", "Å", "Aa", "ø", "oe", "Ø", "Oe")

// Find returns the ISO 3166-1 alpha-2 code of a country and what the text is, or "" for a text that the table does
// not have. XK is Kosovo. A code or a sign is a whole word in letters, because n/a and N.A. are not Namibia: NL, nl and
// NL. are read, N.L. is not. Of a name only the letters and digits count: U.S.A. is USA.
func Find(text string) (code string, by By) {
	word := strings.ToLower(strings.TrimSpace(text))
	for _, as := range []struct {
		by   By
		text string
	}{{ByISO, strings.TrimSuffix(word, ".")}, {ByName, key(text)}, {BySign, word}} {
		if code := load().codes[as.by][as.text]; code != "" && as.text != "" {
			return code, as.by
		}
	}
	return "", ""
}

// Name returns the name of the country with an ISO 3166-1 alpha-2 code in English ("en"), German ("de") or
// Dutch ("nl"), and "" for a code that does not exist and for another language.
func Name(code, language string) string {
	i := slices.Index([]string{"en", "de", "nl"}, language)
	names := load().names[code]
	if i < 0 || names == nil {
		return ""
	}
	return names[i]
}

// letters has the letters with accents, and others that have a plain one. Greek has its own.
var letters = func() *strings.Replacer {
	pairs := []string{"ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "&", "and"}
	for plain, accented := range map[string]string{
		"a": "àáâãäåāăąǎ", "c": "çćĉċč", "d": "đďð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįıǐ", "j": "ĵ", "k": "ķ",
		"l": "ĺļľŀł", "n": "ñńņňŋ", "o": "òóôõöøōŏőǒ", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț", "u": "ùúûüũūŭůűųǔ", "w": "ŵ", "y": "ýÿŷ",
		"z": "źżž", "α": "ά", "ε": "έ", "η": "ή", "ι": "ίϊΐ", "ο": "ό", "υ": "ύϋΰ", "ω": "ώ",
	} {
		for _, letter := range accented {
			pairs = append(pairs, string(letter), plain)
		}
	}
	return strings.NewReplacer(pairs...)
}()

// Fold returns a text in lower case and without accents.
func Fold(text string) string { return letters.Replace(strings.ToLower(text)) }

// key returns the letters and digits of a text, in lower case and without accents. These decide what a name means. A
// slash is kept: it stands in u/k and the like, and in no name.
func key(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '/' {
			return r
		}
		return -1
	}, Fold(text))
}
