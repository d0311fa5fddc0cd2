package main

import (
	"fmt"
	"html/template"
	"strings"
)

// style returns the style of the page with what stands in the footer of every printed
// sheet: only there can a page say it to all browsers that print margins.
func style(title, park, period, made string) template.CSS {
	left := park
	if park != title {
		left += " · " + title
	}
	footer := fmt.Sprintf("@media print { @page {\n  @bottom-left { content: %s; }\n  @bottom-right { content: %s counter(page) \" / \" counter(pages); }\n} }\n",
		cssString(left+" · "+period), cssString(made+" · "))
	return template.CSS("\n" + pageStyle + footer)
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
