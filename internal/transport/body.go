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
	// MaxErrorBytes is how many bytes are kept of the body of an error response.
	MaxErrorBytes = 64 << 10
	// spareBytes is how many bytes are read beyond MaxErrorBytes, so that a secret at the end is not cut in two, but found.
	spareBytes = 4 << 10
	// drainBytes and drainTime bound how much of an unwanted body is read, and for how long.
	drainBytes = 256<<10 + 1 // one byte more, to see the end of a body of 256 KiB
	drainTime  = 250 * time.Millisecond
	// believedBytes bounds the memory that is reserved for a Content-Length before the body arrives. When 1 MiB of the body
	// has arrived, up to 8 MiB are reserved.
	believedBytes = 1 << 20
	// leastRoom is the least size of the first buffer for a body without a Content-Length; see nextBufferSize.
	leastRoom = 1 << 10
	// pooledBytes is the size of the largest buffer that is used again. A page of a list fits into it.
	pooledBytes = 1 << 20
)

// buffers holds empty buffers for the bodies of successful responses.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// readErrorBody reads the beginning of the body of an error response. If reading fails, it keeps what it has read.
func (r *Result) readErrorBody(resp *http.Response) {
	r.Body, _ = io.ReadAll(io.LimitReader(resp.Body, MaxErrorBytes+spareBytes))
}

// readSuccessBody reads the body of a successful response into a buffer, which can be used again after Release. It fails if
// the body breaks off, or is larger than maxBytes.
func (r *Result) readSuccessBody(resp *http.Response, maxBytes int64) error {
	body := buffers.Get().(*bytes.Buffer)
	if err := readBody(body, resp, maxBytes); err != nil {
		return err
	}
	r.Body, r.buffer = body.Bytes(), body
	return nil
}

// readBody reads the body of a successful response into an empty buffer. It fails if the body is larger than maxBytes.
func readBody(body *bytes.Buffer, resp *http.Response, maxBytes int64) error {
	announced := min(resp.ContentLength, maxBytes, 8*believedBytes)
	room := min(announced, believedBytes)
	if room < 0 {
		room = nextBufferSize(0, maxBytes)
	}
	reader := &io.LimitedReader{R: resp.Body}
	for {
		reader.N = room + 1 - int64(body.Len())                         // a byte more than room shows that the body is larger
		if need := room + 1 + bytes.MinRead; int64(body.Cap()) < need { // ReadFrom needs MinRead free bytes to find the end
			*body = *bytes.NewBuffer(append(make([]byte, 0, need), body.Bytes()...)) // Grow would take twice the memory
		}
		_, err := body.ReadFrom(reader)
		switch {
		case err != nil || int64(body.Len()) <= room:
			return err
		case room >= maxBytes:
			message := fmt.Sprintf("the response body is larger than %d bytes (WithMaxResponseBytes)", maxBytes)
			return &rewordedError{message, &http.MaxBytesError{Limit: maxBytes}}
		case room < announced:
			room = announced
		default:
			room = nextBufferSize(room, maxBytes)
		}
	}
}

// nextBufferSize returns the size of the next buffer, after a buffer of size room was too small. All sizes are maxBytes
// divided by 1, 3, 9 and so on, down to leastRoom: if maxBytes is 9 MB, the last three buffers have 1, 3 and 9 MB.
func nextBufferSize(room, maxBytes int64) int64 {
	next := maxBytes
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

// drain reads an unwanted body, so that the connection can be used again. It gives up after drainBytes or drainTime, because
// a new connection costs less than reading on.
func drain(body io.Reader, cancel context.CancelFunc, maxBytes int64) {
	defer time.AfterFunc(drainTime, cancel).Stop()
	_, _ = io.CopyN(io.Discard, body, min(drainBytes, maxBytes))
}

// IsSuccess reports whether the status is 2xx.
func IsSuccess(status int) bool { return status >= 200 && status <= 299 }
