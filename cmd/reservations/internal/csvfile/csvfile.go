// SPDX-License-Identifier: MIT

// Package csvfile reads the CSV files that people write for a command, also as Excel saves them.
package csvfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"unicode/utf8"
)

// NewReader returns a reader of the rows of a file in UTF-8, with or without a byte-order mark. Lines that begin
// with # are skipped. When the first other line has a semicolon, the cells are separated by semicolons, as Excel
// saves them in most of Europe; otherwise by commas.
func NewReader(in io.Reader) (*csv.Reader, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(text) {
		return nil, errors.New("the file is not in UTF-8")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	r := csv.NewReader(bytes.NewReader(text))
	r.Comment, r.TrimLeadingSpace = '#', true
	if bytes.ContainsRune(firstLine(text), ';') {
		r.Comma = ';'
	}
	return r, nil
}

// firstLine returns the first line that is neither empty nor a comment.
func firstLine(text []byte) []byte {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return line
		}
	}
	return nil
}
