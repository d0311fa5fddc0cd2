// SPDX-License-Identifier: MIT

package register

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
)

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
