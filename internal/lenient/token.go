package lenient

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// next passes white space and returns the byte behind it, 0 at the end.
func (s *scan) next() byte {
	for ; s.at < len(s.body); s.at++ {
		if c := s.body[s.at]; c > ' ' {
			return c
		}
	}
	return 0
}

// nextKey is next for a place in an object where a comma may stand.
func (s *scan) nextKey() byte {
	for ; s.at < len(s.body); s.at++ {
		if c := s.body[s.at]; c > ' ' && c != ',' {
			return c
		}
	}
	return 0
}

// key passes a key with its colon and returns what stands between its quotes.
func (s *scan) key() (inner []byte, ok bool) {
	if s.next() != '"' {
		return nil, false
	}
	start := s.at + 1
	if !s.text() {
		return nil, false
	}
	inner = s.body[start : s.at-1]
	if s.next() != ':' {
		return nil, false
	}
	s.at++
	return inner, true
}

// scalar passes a value that has no parts and begins with c.
func (s *scan) scalar(c byte) bool {
	if c == '"' {
		return s.text()
	}
	return s.word()
}

// text passes a string.
func (s *scan) text() bool {
	start := s.at + 1
	for end := start; ; end++ {
		n := bytes.IndexByte(s.body[end:], '"')
		if n < 0 {
			return false
		}
		end += n
		if inner := s.body[start:end]; s.body[end-1] != '\\' || !escapesNext(inner) {
			s.at = end + 1
			return len(inner) <= maxTextDigits || s.fewDigits(inner, maxTextDigits)
		}
	}
}

// escapesNext reports whether text ends with a backslash that no other one escapes.
func escapesNext(text []byte) bool {
	return (len(text)-len(bytes.TrimRight(text, `\`)))%2 == 1
}

// word passes a number, true, false or null.
func (s *scan) word() bool {
	rest, n := s.body[s.at:], 0
	for n < len(rest) && rest[n] > ' ' && rest[n] != ',' && rest[n] != ']' && rest[n] != '}' {
		n++
	}
	s.at += n
	return n > 0 && (n <= maxDigits || s.fewDigits(rest[:n], maxDigits))
}

// fewDigits refuses strings with more than most digits in a row.
func (s *scan) fewDigits(text []byte, most int) bool {
	run := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			run = 0
		} else if run++; run > most {
			s.err = fmt.Errorf("a number before byte %d has far too many digits", s.at)
			return false
		}
	}
	return true
}

// unquoted returns the key that stands between quotes as inner.
func unquoted(inner []byte) []byte {
	if !slices.ContainsFunc(inner, func(c byte) bool { return c >= 0x80 || c == '\\' }) {
		return inner
	}
	var key string
	_ = json.Unmarshal(slices.Concat([]byte{'"'}, inner, []byte{'"'}), &key)
	return []byte(key)
}
