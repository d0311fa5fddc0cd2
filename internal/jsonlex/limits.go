// SPDX-License-Identifier: MIT

package jsonlex

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	// maxDigits bounds the digits in a row of a number, and maxTextDigits those in a string, which may hold a decimal
	// too. Only a Lexer with FewDigits checks them. The time to read a decimal can grow with the square of its digits.
	maxDigits     = 256
	maxTextDigits = 10_000
	// maxElements is how many elements, or unknown fields, a document of any size may hold. One with more must have
	// minElementBytes bytes for each.
	maxElements     = 100_000
	minElementBytes = 64
)

// KeepUnknown reads the value of a field that the record does not have, and puts a copy of its JSON into extra. Without
// the copy, the record would keep the whole document in memory.
func KeepUnknown[M ~map[string]json.RawMessage](l *Lexer, key string, extra *M) {
	raw := l.Raw()
	if l.count(&l.Unknown); l.failed {
		return
	}
	if *extra == nil {
		*extra = M{}
	}
	for _, taken := (*extra)[key]; taken && strings.ContainsRune(key, utf8.RuneError); _, taken = (*extra)[key] {
		key += string(utf8.RuneError) // two keys that are not UTF-8 may read alike
	}
	(*extra)[key] = bytes.Clone(raw)
}

// count adds one to n, the number of array elements or of unknown fields. It refuses a document with more than 100,000
// of them in less than 64 bytes each, which no list of records has: a document of 1 MB could otherwise decode into
// gigabytes.
func (l *Lexer) count(n *int) {
	if *n++; *n > maxElements && len(l.Body) / *n < minElementBytes {
		const problem = "%d bytes hold %d array elements or unknown fields, which is more than records can be"
		l.refuse(fmt.Errorf(problem, len(l.Body), *n))
	}
}

// checkDigits refuses a number, or a string, in which more than most digits stand in a row.
func (l *Lexer) checkDigits(text []byte, most int) {
	run := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			run = 0
		} else if run++; run > most {
			l.refuse(fmt.Errorf("a number before byte %d has far too many digits", l.At))
			return
		}
	}
}

func (l *Lexer) refuse(err error) {
	l.Err = err
	l.Fail()
}
