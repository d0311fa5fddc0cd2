// SPDX-License-Identifier: MIT

package register

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
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
		"long": l.long, "short": l.short, "span": l.span, "month": l.month, "readable": readable,
		"adults": func() bool { return len(r.Adults) > 0 },
	})
	for _, source := range []string{pageSource, nightSource, nightsSource, chartSource} {
		if _, err := page.Parse(source); err != nil {
			return err
		}
	}
	return page.Execute(w, r)
}

// fill puts a number, a date or a name into words that hold a %s.
func fill(words, text string) string { return strings.ReplaceAll(words, "%s", text) }
