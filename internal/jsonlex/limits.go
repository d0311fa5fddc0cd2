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
	// A Lexer with FewDigits rejects a number with more than maxDigits digits in a row, and a string with more than
	// maxTextDigits. Both may be read as a decimal, which can take four times as long for twice as many digits.
	maxDigits     = 256
	maxTextDigits = 10_000
	// A document of any size may hold maxElements array elements, and as many unknown fields. A document with more must
	// have minElementBytes bytes for each, which is less than a real record has.
	maxElements     = 100_000
	minElementBytes = 64
)

// KeepUnknown reads the value of a field that the record does not have, and puts a copy of its JSON into extra. Without
// the copy, the record would keep the whole document in memory.
func KeepUnknown[M ~map[string]json.RawMessage](l *Lexer, key string, extra *M) {
	raw := l.Raw()
	if l.countAndLimit(&l.Unknown); l.failed {
		return
	}
	if *extra == nil {
		*extra = M{}
	}
	for _, taken := (*extra)[key]; taken && strings.ContainsRune(key, utf8.RuneError); _, taken = (*extra)[key] {
		key += string(utf8.RuneError) // bytes that are not UTF-8 are read as U+FFFD, so two keys can become equal
	}
	(*extra)[key] = bytes.Clone(raw)
}

// countAndLimit adds one to n, the number of array elements or of unknown fields, and rejects a document that is too small
// for n: 1 MB with 300,000 times {} would become 300,000 records of 800 bytes, or 240 MB.
func (l *Lexer) countAndLimit(n *int) {
	if *n++; *n > maxElements && len(l.Body) / *n < minElementBytes {
		const problem = "%d bytes hold %d array elements or unknown fields, which is more than records can be"
		l.reject(fmt.Errorf(problem, len(l.Body), *n))
	}
}

// checkDigits rejects a number, or a string, with more than limit digits in a row.
func (l *Lexer) checkDigits(text []byte, limit int) {
	run := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			run = 0
		} else if run++; run > limit {
			l.reject(fmt.Errorf("a number before byte %d has far too many digits", l.At))
			return
		}
	}
}

func (l *Lexer) reject(err error) {
	l.Err = err
	l.Fail()
}
