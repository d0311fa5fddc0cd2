package transport

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
)

const (
	// MaxErrorBytes is what is to be kept of the body of a response that is not a success.
	MaxErrorBytes = 64 << 10
	// spareBytes are read beyond that, so that no secret is cut in two before it is found.
	spareBytes = 4 << 10
	// believedBytes bounds the memory for a body that is announced before any of it has
	// arrived. After so much eight times as much is believed.
	believedBytes = 1 << 20
	// pooledBytes bounds the buffers that are used again. Larger ones save little time for
	// the memory that they would keep.
	pooledBytes = 256 << 10
)

// buffers holds empty buffers for the bodies of successes.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// readBody reads the body of a success into an empty buffer. It fails beyond most bytes.
func readBody(body *bytes.Buffer, resp *http.Response, most int64) error {
	limited := http.MaxBytesReader(nil, resp.Body, most)
	announced := max(0, min(resp.ContentLength, most, 8*believedBytes))
	believed := min(announced, believedBytes)
	body.Grow(int(believed) + bytes.MinRead) // ReadFrom wants so much room to find the end
	_, err := body.ReadFrom(io.LimitReader(limited, believedBytes))
	if err == nil && body.Len() == believedBytes {
		body.Grow(int(announced-believed) + bytes.MinRead)
		_, err = body.ReadFrom(limited)
	}
	if err == nil {
		return nil
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return &tooLargeError{tooLarge}
	}
	return err
}

// Release lets another response use the memory of Body. Nobody may hold on to it.
func (r *Response) Release() {
	if r.buffer != nil && r.buffer.Cap() <= pooledBytes {
		r.buffer.Reset()
		buffers.Put(r.buffer)
	}
	r.Body, r.buffer = nil, nil
}

// readRefusal reads the beginning of the body of a response that is not a success. It never
// fails, because there the status is what matters.
func readRefusal(body io.Reader) []byte {
	beginning, _ := io.ReadAll(io.LimitReader(body, MaxErrorBytes+spareBytes))
	return beginning
}

// drain reads what nobody wants, so that the connection can be used again. A longer body
// costs more than a new connection.
func drain(resp *http.Response) { _, _ = io.CopyN(io.Discard, resp.Body, MaxErrorBytes) }

// tooLargeError tells more than its cause, which speaks of a request.
type tooLargeError struct{ cause *http.MaxBytesError }

func (e *tooLargeError) Error() string {
	return fmt.Sprintf("the response body is larger than %d bytes (WithMaxResponseBytes)", e.cause.Limit)
}

func (e *tooLargeError) Unwrap() error { return e.cause }

// IsSuccess reports whether a status is that of a success.
func IsSuccess(status int) bool { return status >= 200 && status <= 299 }
