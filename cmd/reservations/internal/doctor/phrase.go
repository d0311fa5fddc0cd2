// SPDX-License-Identifier: MIT

package doctor

import (
	"fmt"
	"regexp"
	"strings"
)

// A phrase is a sentence of the report. Its template is a constant of this program, and its arguments
// are shapes, so that no value of a response can become a part of it by mistake.
type phrase struct {
	template string
	args     []any
}

// A shape may be in a report.
type shape interface{ isShape() }

type (
	count      int    // how many, or how long
	fieldPath  string // leads to a field, such as [].guest.country
	headerName string // such as X-Total-Count
	word       string // a constant of this program or of the Go library, such as HTTP/2.0
)

func (count) isShape()      {}
func (fieldPath) isShape()  {}
func (headerName) isShape() {}
func (word) isShape()       {}

// say returns a sentence. Of two words such as [day|days] it takes the first where the number before them is 1.
func say(template string, shapes ...shape) phrase {
	p := phrase{template: agree(template, shapes)}
	for _, s := range shapes {
		p.args = append(p.args, s)
	}
	return p
}

var forms = regexp.MustCompile(`%[a-z]|\[([^|\]]*)\|([^\]]*)\]`)

// agree chooses among the words of a template by the numbers before them.
func agree(template string, shapes []shape) string {
	used := 0
	return forms.ReplaceAllStringFunc(template, func(found string) string {
		one, many, isChoice := strings.Cut(strings.Trim(found, "[]"), "|")
		switch {
		case !isChoice:
			used++
			return found
		case shapes[used-1] == count(1):
			return one
		}
		return many
	})
}

// withAll returns a phrase that ends with a list of shapes.
func withAll[S shape](template string, shapes []S) phrase {
	p := phrase{template: template}
	for i, s := range shapes {
		if i > 0 {
			p.template += ","
		}
		p.template += " %v"
		p.args = append(p.args, s)
	}
	return p
}

// own returns the part of a phrase that is of this program: the template and the words.
func (p phrase) own() string {
	own := []string{p.template}
	for _, arg := range p.args {
		if w, ok := arg.(word); ok {
			own = append(own, string(w))
		}
	}
	return strings.Join(own, "\n")
}

func (p phrase) String() string { return fmt.Sprintf(p.template, p.args...) }

// counted returns "1 reservation" or "3 reservations" for a noun with the plural s.
func counted(n int, noun word) phrase {
	if n == 1 {
		return phrase{"%d " + string(noun), []any{count(n)}}
	}
	return phrase{"%d " + string(noun) + "s", []any{count(n)}}
}
