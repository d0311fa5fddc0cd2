// SPDX-License-Identifier: MIT

// Package content reads what a response says besides its records: its character set, the ID of the request, how many
// records there are in all, and whether the response is an error.
package content

import (
	"bytes"
	"errors"
	"mime"
	"slices"
	"strings"
	"unicode/utf8"
)

// Trim cuts the white space of JSON, and byte order marks, off both ends of a body.
func Trim(body []byte) []byte { return bytes.Trim(body, " \t\r\n\ufeff") }

// windows1252 has the characters of the bytes 0x80 to 0x9f in windows-1252: 0x80 is €. ISO-8859-1 differs only here, by
// control characters that no text needs. So a body that is called ISO-8859-1 is also read as windows-1252.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

// InUTF8 converts a body to UTF-8 if its content type names ISO-8859-1 or windows-1252: the byte 0xD6 becomes Ö. But a body
// that is valid UTF-8 stays as it is: in ISO-8859-1, text with a letter such as Ö is hardly ever valid UTF-8.
func InUTF8(contentType string, body []byte) []byte {
	if !strings.Contains(contentType, "=") || utf8.Valid(body) {
		return body
	}
	_, params, _ := mime.ParseMediaType(contentType)
	charset := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(params["charset"]))
	known := []string{"iso88591", "latin1", "l1", "windows1252", "cp1252", "xcp1252"}
	if !slices.Contains(known, charset) {
		return body
	}
	table := []rune(windows1252)
	var converted []byte
	for _, c := range body {
		r := rune(c)
		if i := int(c) - 0x80; i >= 0 && i < len(table) {
			r = table[i]
		}
		converted = utf8.AppendRune(converted, r)
	}
	return converted
}

// Document returns a body in UTF-8, without white space around it. It fails if the body is empty or null.
func Document(contentType string, body []byte) ([]byte, error) {
	body = InUTF8(contentType, Trim(body))
	switch {
	case len(body) == 0:
		return nil, errors.New("the body is empty")
	case string(body) == "null":
		return nil, errors.New("the body is null")
	}
	return body, nil
}
