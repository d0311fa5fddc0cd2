// SPDX-License-Identifier: MIT

package doctor

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// texts are what a report must not hold: the key, the host, the organization, and every text and
// long number that any response has sent.
type texts map[string]bool

// A number of fewer digits is taken for a count, which a report may hold.
const longNumber = 5

func (t texts) add(text string) {
	text = strings.TrimSpace(text)
	isNumber := strings.Trim(text, "0123456789.,-+") == ""
	if utf8.RuneCountInString(text) < 2 || isNumber && len(strings.Trim(text, ".,-+")) < longNumber {
		return
	}
	t[text] = true
}

// in reports whether an argument of a phrase, other than a constant of this program, is one of the texts.
func (t texts) in(p phrase) bool {
	for _, arg := range p.args {
		switch arg := arg.(type) {
		case count:
			if t[strconv.Itoa(int(arg))] {
				return true
			}
		case fieldPath: // all names but the last are documented
			if t[string(arg)[strings.LastIndexAny(string(arg), ".]")+1:]] {
				return true
			}
		case headerName:
			if t[string(arg)] {
				return true
			}
		}
	}
	return false
}

// inReport reports whether a report holds one of the texts as a whole word. It ignores texts that are also in own,
// the part of the report that is of this program.
func (t texts) inReport(r *Report, own string) bool {
	all := r.strings()
	for text := range t {
		if containsWord(all, text) && !strings.Contains(own, text) {
			return true
		}
	}
	return false
}

// containsWord reports whether a text is in another one, and not as a part of a word.
func containsWord(text, part string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return false
		}
		begin := from + i
		before, _ := utf8.DecodeLastRuneInString(text[:begin])
		after, _ := utf8.DecodeRuneInString(text[begin+len(part):])
		if !isWord(before) && !isWord(after) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[begin:])
		from = begin + size
	}
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// addResponse adds the values of the headers and the body of a response.
func (t texts) addResponse(r *reply) {
	for _, secret := range r.asked {
		t.add(secret)
	}
	for name, values := range r.header {
		for _, value := range values {
			if name != "X-Total-Count" { // a count, which the report may hold
				t.add(value)
			}
		}
	}
	for _, l := range r.leaves {
		if l.value != nil {
			t.add(fmt.Sprint(l.value))
		}
	}
}
