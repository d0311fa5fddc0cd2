package transport

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

const (
	// MaxErrorBytes is what is to be kept of the body of a response that is not a success.
	MaxErrorBytes = 64 << 10
	// spareBytes are read beyond that, so that no secret is cut in two before it is found.
	spareBytes = 4 << 10
)

// readBody reads the body of a success, which fails beyond max bytes, or the beginning
// of any other body, which never fails: there the status is what matters.
func readBody(resp *http.Response, max int64) ([]byte, error) {
	if !IsSuccess(resp.StatusCode) {
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

// IsSuccess reports whether a status is that of a success.
func IsSuccess(status int) bool { return status >= 200 && status <= 299 }
