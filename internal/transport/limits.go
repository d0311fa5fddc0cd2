package transport

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

const (
	// maxErrorBytes is what is kept of the body of an answer that is not a success.
	maxErrorBytes = 64 << 10
	// maxDigits bounds one number. Decimals take quadratic time to read long ones.
	maxDigits = 256
	// maxElements bounds the elements of all arrays in one answer together. A small
	// body of empty elements would otherwise decode into gigabytes of records.
	maxElements = 100_000
)

// readBody reads the body of a success, which fails beyond max bytes, or the beginning
// of any other body, which never fails: there the status is what matters.
func readBody(resp *http.Response, max int64) ([]byte, error) {
	if !success(resp.StatusCode) {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBytes))
		return body, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, resp.Body, max))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, fmt.Errorf("the answer is larger than %d bytes: ask for less at once, or raise the bound: %w", max, err)
	}
	return body, err
}

func success(status int) bool { return status >= 200 && status <= 299 }

// CheckShape refuses JSON whose decoding would cost far more than its size: numbers of
// hundreds of digits, and arrays of very many elements.
func CheckShape(body []byte) error {
	var (
		digits, elements int
		inString         bool
		open             []byte // the brackets around the current place
	)
	for i := 0; i < len(body); i++ {
		c := body[i]
		if c >= '0' && c <= '9' {
			if digits++; digits > maxDigits {
				return fmt.Errorf("byte %d lies in a number of more than %d digits", i, maxDigits)
			}
			continue
		}
		digits = 0
		switch {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			i++
		case inString:
		case c == '[' || c == '{':
			open = append(open, c)
		case (c == ']' || c == '}') && len(open) > 0:
			open = open[:len(open)-1]
		case c == ',' && len(open) > 0 && open[len(open)-1] == '[':
			if elements++; elements > maxElements {
				return fmt.Errorf("there are more than %d array elements in it", maxElements)
			}
		}
	}
	return nil
}
