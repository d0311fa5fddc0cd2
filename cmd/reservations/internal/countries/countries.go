// SPDX-License-Identifier: MIT

// Package countries finds the ISO 3166-1 code that a text means: a code, a name in one of many languages
// or the sign of a vehicle. It never guesses: a text that is not in its tables has no code.
package countries

import (
	"bytes"
	_ "embed" // the tables
	"encoding/csv"
	"slices"
	"strings"
	"sync"
	"unicode"
)

var (
	//go:embed countries.csv
	countriesCSV []byte
	//go:embed aliases.csv
	aliasesCSV []byte
	//go:embed signs.csv
	signsCSV []byte
)

// By says which table a code was found in.
type By string

// The tables in the order in which they are asked: the first that knows a text decides.
const (
	ByISO  By = "iso"
	ByName By = "name"
	BySign By = "sign" // the distinguishing sign of a vehicle, such as D for Germany
)

// tables are read at the first use.
type tables struct {
	iso, names, signs map[string]string   // codes by text
	inLanguages       map[string][]string // names by code, in the order of languages and then others
}

// languages are those in which the table has a name of each country, in its order.
var languages = []string{"en", "de", "nl"}

var load = sync.OnceValue(func() tables {
	t := tables{map[string]string{}, map[string]string{}, map[string]string{}, map[string][]string{}}
	for _, row := range rows(countriesCSV) {
		code := row[0]
		t.iso[key(code)], t.iso[key(row[1])] = code, code
		t.inLanguages[code] = strings.Split(row[2], "|")
		for _, name := range t.inLanguages[code] {
			t.addName(name, code)
		}
	}
	for _, row := range rows(aliasesCSV) {
		t.addName(row[0], row[1])
	}
	for _, row := range rows(signsCSV) {
		t.signs[key(row[0])] = row[1]
	}
	return t
})

// addName adds a name, and the way it is written where there are no umlauts.
func (t tables) addName(name, code string) {
	t.names[key(name)] = code
	t.names[key(withoutUmlauts.Replace(name))] = code
}

var withoutUmlauts = strings.NewReplacer("ä", "ae", "Ä", "Ae", "ö", "oe", "Ö", "Oe", "ü", "ue", "Ü", "Ue",
	"å", "aa", "Å", "Aa", "ø", "oe", "Ø", "Oe")

// rows are those of a table without its header. The tables are constant, and a test reads them.
func rows(table []byte) [][]string {
	r := csv.NewReader(bytes.NewReader(table))
	r.Comment = '#'
	all, err := r.ReadAll()
	if err != nil {
		panic(err)
	}
	return all[1:]
}

// Find returns the ISO 3166-1 alpha-2 code of a country and the table that has it, or "" for a text that
// no table has. XK is Kosovo.
func Find(text string) (code string, by By) {
	t, k := load(), key(text)
	if code := t.iso[k]; code != "" {
		return code, ByISO
	}
	if code := t.names[k]; code != "" {
		return code, ByName
	}
	if code := t.signs[k]; code != "" {
		return code, BySign
	}
	return "", ""
}

// Name returns the name of the country with an ISO 3166-1 alpha-2 code in English ("en"), German ("de") or
// Dutch ("nl"), and "" for a code that does not exist and for another language.
func Name(code, language string) string {
	i := slices.Index(languages, language)
	names := load().inLanguages[code]
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

// key returns the letters and digits of a text, in lower case and without accents. These decide what it means.
func key(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(text))
}
