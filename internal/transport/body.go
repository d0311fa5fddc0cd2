// SPDX-License-Identifier: MIT

package transport

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

const (
	// MaxErrorBytes is how much is kept of the body of a response that is not a success.
	MaxErrorBytes = 64 << 10
	// spareBytes are read beyond MaxErrorBytes. Without them a secret at the end could be cut in two, and not be found.
	spareBytes = 4 << 10
	// drainBytes and drainTime bound how much of a body that is not wanted is read, and for how long.
	drainBytes = 256<<10 + 1 // one more byte, to see the end
	drainTime  = 250 * time.Millisecond
	// believedBytes bounds the memory that is reserved because of a Content-Length, before any of the body has arrived.
	// When believedBytes have arrived, the bound is eight times as large.
	believedBytes = 1 << 20
	// leastRoom is the smallest first buffer for a body without a Content-Length; see nextRoom.
	leastRoom = 1 << 10
	// pooledBytes is the size of the largest buffer that is used again. A page of a list fits into it.
	pooledBytes = 1 << 20
)

// buffers holds empty buffers for the bodies of successes.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// readFailure reads the beginning of the body of an error response. It does not fail, because the status is what matters.
func (r *Result) readFailure(resp *http.Response) {
	r.Body, _ = io.ReadAll(io.LimitReader(resp.Body, MaxErrorBytes+spareBytes))
}

// readSuccess reads the body of a success into a buffer that is used again. Reading is a part of the attempt, so a body
// that breaks off is retried like any other broken connection.
func (r *Result) readSuccess(resp *http.Response, most int64) error {
	body := buffers.Get().(*bytes.Buffer)
	if err := readBody(body, resp, most); err != nil {
		return err
	}
	r.Body, r.buffer = body.Bytes(), body
	return nil
}

// readBody reads the body of a success into an empty buffer. It fails beyond most bytes.
func readBody(body *bytes.Buffer, resp *http.Response, most int64) error {
	announced := min(resp.ContentLength, most, 8*believedBytes)
	room := min(announced, believedBytes)
	if room < 0 {
		room = nextRoom(0, most)
	}
	limited := &io.LimitedReader{R: resp.Body}
	for {
		limited.N = room + 1 - int64(body.Len())                        // one byte more shows that the body is larger
		if need := room + 1 + bytes.MinRead; int64(body.Cap()) < need { // ReadFrom needs MinRead to find the end
			*body = *bytes.NewBuffer(append(make([]byte, 0, need), body.Bytes()...)) // Grow would take twice as much
		}
		_, err := body.ReadFrom(limited)
		switch {
		case err != nil || int64(body.Len()) <= room:
			return err
		case room >= most:
			return &tooLargeError{&http.MaxBytesError{Limit: most}}
		case room < announced:
			room = announced
		default:
			room = nextRoom(room, most)
		}
	}
}

// nextRoom returns the size of the next buffer, after one of size room was too small. Each is three times as large as the
// one before, up to most. With most 9 MB the last ones have 1, 3 and 9 MB.
func nextRoom(room, most int64) int64 {
	next := most
	for next/3 > max(room, leastRoom) {
		next /= 3
	}
	return next
}

// Release lets another response use the memory of Body. The caller must not use Body any more.
func (r *Result) Release() {
	if r.buffer != nil && r.buffer.Cap() <= pooledBytes {
		r.buffer.Reset()
		buffers.Put(r.buffer)
	}
	r.Body, r.buffer = nil, nil
}

// drain reads a body that is not wanted, so that the connection can be used again. It gives up when reading costs more than
// a new connection.
func drain(body io.Reader, cancel context.CancelFunc, most int64) {
	defer time.AfterFunc(drainTime, cancel).Stop()
	_, _ = io.CopyN(io.Discard, body, min(drainBytes, most))
}

// tooLargeError has a better text than its cause, which says that a request is too large.
type tooLargeError struct{ cause *http.MaxBytesError }

func (e *tooLargeError) Error() string {
	return fmt.Sprintf("the response body is larger than %d bytes (WithMaxResponseBytes)", e.cause.Limit)
}

func (e *tooLargeError) Unwrap() error { return e.cause }

// IsSuccess reports whether the status is 2xx.
func IsSuccess(status int) bool { return status >= 200 && status <= 299 }
