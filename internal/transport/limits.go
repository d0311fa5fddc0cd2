package transport

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

const (
	// MaxErrorBytes is what is to be kept of the body of an answer that is not a success.
	MaxErrorBytes = 64 << 10
	// spareBytes are read beyond that, so that no secret is cut in two before it is found.
	spareBytes = 4 << 10
	// maxDigits bounds one number, and maxTextDigits the digits in a row inside a text,
	// which may be a decimal too. Decimals take quadratic time to read long ones.
	maxDigits     = 256
	maxTextDigits = 10_000
	// maxElements bounds the elements of all arrays in one answer together, unless they
	// have a size worth the name. A small body of empty elements would otherwise decode
	// into gigabytes of records.
	maxElements     = 100_000
	minElementBytes = 64
)

// readBody reads the body of a success, which fails beyond max bytes, or the beginning
// of any other body, which never fails: there the status is what matters.
func readBody(resp *http.Response, max int64) ([]byte, error) {
	if !success(resp.StatusCode) {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, MaxErrorBytes+spareBytes))
		return body, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, resp.Body, max))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, &tooLargeError{tooLarge}
	}
	return body, err
}

// tooLargeError tells more than its cause, which speaks of a request.
type tooLargeError struct{ cause *http.MaxBytesError }

func (e *tooLargeError) Error() string {
	return fmt.Sprintf("the response body is larger than %d bytes (WithMaxResponseBytes)", e.cause.Limit)
}

func (e *tooLargeError) Unwrap() error { return e.cause }

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
			if digits++; digits > maxTextDigits || digits > maxDigits && !inString {
				return fmt.Errorf("byte %d lies in a number of far too many digits", i)
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
			elements++
		}
	}
	if elements > maxElements && len(body)/elements < minElementBytes {
		return fmt.Errorf("%d bytes hold %d array elements, which is more than records can be", len(body), elements)
	}
	return nil
}
