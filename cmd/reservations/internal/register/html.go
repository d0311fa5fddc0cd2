// SPDX-License-Identifier: MIT

package register

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	//go:embed register.html.tmpl
	pageSource string
	//go:embed night.html.tmpl
	nightSource string
	//go:embed nights.html.tmpl
	nightsSource string
	//go:embed chart.svg.tmpl
	chartSource string
	//go:embed register.css
	pageStyle string
)

// write writes the register as one page that needs nothing else to be read.
func (r *register) write(w io.Writer) error {
	l := r.Locale
	page := template.New("register").Funcs(template.FuncMap{
		"l": func() *locale { return l }, "fill": fill,
		"number": l.number, "count": l.count, "share": l.share, "persons": l.persons, "reservations": l.reservations,
		"long": l.long, "short": l.short, "span": l.span, "brief": brief, "undirected": undirected, "unbroken": hasLongWord,
		"reservationsAlone": func(n int) string { return l.Reservations.alone(n == 1) },
	})
	for _, source := range []string{pageSource, nightSource, nightsSource, chartSource} {
		if _, err := page.Parse(source); err != nil {
			return err
		}
	}
	return page.Execute(w, r)
}

// undirected takes the invisible signs out of a text that turn the direction of what follows them. Others than U+202E also
// end the isolation that the element bdi gives a name.
func undirected(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return -1
		}
		return r
	}, text)
}

// hasLongWord reports whether a text has a word that does not fit a printed cell, which then may break anywhere.
func hasLongWord(text string) bool {
	const letters = 20
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool { return utf8.RuneCountInString(word) > letters })
}

// brief reports whether texts are short enough to stand on one line of a printed cell.
func brief(texts ...string) bool {
	const letters = 30
	return utf8.RuneCountInString(strings.Join(texts, " ")) <= letters
}

// fill puts numbers, dates or names into words that hold a %s for each.
func fill(words string, texts ...string) string {
	var filled strings.Builder
	for _, text := range texts {
		before, after, _ := strings.Cut(words, "%s")
		filled.WriteString(before + text)
		words = after
	}
	return filled.String() + words
}

// style returns the style of the page, and the policy that allows a browser this style and nothing else. The footer
// of every printed sheet is a part of it, because only a style can write into the margins.
func style(title, park, period, made string) (css template.CSS, policy string) {
	left := title + " · " + period
	if park != "" {
		left = undirected(park) + " · " + left
	}
	text := "\n" + pageStyle + fmt.Sprintf("@media print { @page {\n"+
		"  @bottom-left { content: %s; }\n  @bottom-right { content: %s counter(page) \" / \" counter(pages); }\n} }\n",
		cssString(left), cssString(made+" · "))
	sum := sha256.Sum256([]byte(text))
	policy = "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	return template.CSS(text), policy //nolint:gosec // cssString has escaped what others wrote
}

// cssString returns a text as a string of CSS. Every sign that could end it, or the style
// around it, is written as its number.
func cssString(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == ' ' {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, "\\%x ", r) // the space ends the number
		}
	}
	out.WriteByte('"')
	return out.String()
}
