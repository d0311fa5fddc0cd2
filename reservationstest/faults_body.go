// SPDX-License-Identifier: MIT

package reservationstest

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Truncate sends the Content-Length of the whole response and drops the connection after n
// bytes of the body, or before its last byte when it has no more than n.
func Truncate(n int) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		resp := handle(next, r)
		resp.sendHeader(w)
		body := resp.body.Bytes()
		w.Write(body[:max(0, min(n, len(body)-1))])
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

// Slow sends the header at once and then the body in at most ten pieces, each after delay.
func Slow(delay time.Duration) Fault {
	const pieces = 10
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		resp := handle(next, r)
		resp.sendHeader(w)
		flush := http.NewResponseController(w).Flush
		flush()
		body := resp.body.Bytes()
		for piece := range slices.Chunk(body, len(body)/pieces+1) {
			select {
			case <-r.Context().Done():
				return
			case <-time.After(delay):
			}
			w.Write(piece)
			flush()
		}
	}
}

// Endless responds with 200 and a JSON array that never ends, as fast as the client reads.
func Endless() Fault {
	entries := bytes.Repeat([]byte(`{"items":[]},`), 1000)
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "application/json")
		_, err := io.WriteString(w, "[")
		for err == nil && r.Context().Err() == nil {
			_, err = w.Write(entries)
		}
	}
}

// GzipBomb responds with 200 and a small gzip body that unpacks to size bytes, at least 2:
// an empty JSON array padded with spaces.
func GzipBomb(size int64) Fault {
	const block = 1 << 20
	padding := pack(strings.Repeat(" ", block))
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(pack("["))
		spaces := max(0, size-2)
		for ; spaces > block; spaces -= block {
			if _, err := w.Write(padding); err != nil || r.Context().Err() != nil {
				return
			}
		}
		w.Write(pack(strings.Repeat(" ", int(spaces)) + "]"))
	}
}

// CorruptGzip sends the response as gzip with a checksum that is wrong.
func CorruptGzip() Fault {
	return changeResponse(func(resp *bufferedResponse) {
		packed := pack(resp.body.String())
		packed[len(packed)-8] ^= 1 // the checksum takes four bytes, and the length the last four
		resp.body.Reset()
		resp.body.Write(packed)
		resp.header.Set("Content-Encoding", "gzip")
		resp.header.Set("Content-Length", strconv.Itoa(len(packed)))
	})
}

// TwoContentLengths sends the response with two Content-Length headers that contradict each
// other: the first is right, and the second is larger by 1.
func TwoContentLengths() Fault {
	return changeResponse(func(resp *bufferedResponse) {
		n := resp.body.Len()
		resp.header["Content-Length"] = []string{strconv.Itoa(n), strconv.Itoa(n + 1)}
	})
}

// Trailer sends the response with this field in its trailer. The body is then chunked.
func Trailer(name, value string) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		resp := handle(next, r)
		resp.header.Del("Content-Length")
		resp.header.Set("Trailer", name)
		resp.send(w)
		w.Header().Set(name, value)
	}
}

// pack returns text as a gzip member; a gzip body is any number of them in a row.
func pack(text string) []byte {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, text)
	z.Close()
	return packed.Bytes()
}

// bufferedResponse holds the response of a handler for a fault that needs the whole of it.
type bufferedResponse struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// handle returns the response of a handler, with the length of its whole body.
func handle(next http.Handler, r *http.Request) *bufferedResponse {
	resp := &bufferedResponse{header: http.Header{}, status: http.StatusOK}
	next.ServeHTTP(resp, r)
	resp.header.Set("Content-Length", strconv.Itoa(resp.body.Len()))
	return resp
}

func (resp *bufferedResponse) Header() http.Header         { return resp.header }
func (resp *bufferedResponse) Write(p []byte) (int, error) { return resp.body.Write(p) }

func (resp *bufferedResponse) WriteHeader(status int) {
	if !informational(status) {
		resp.status = status
	}
}

func (resp *bufferedResponse) sendHeader(w http.ResponseWriter) {
	maps.Copy(w.Header(), resp.header)
	w.WriteHeader(resp.status)
}

func (resp *bufferedResponse) send(w http.ResponseWriter) {
	resp.sendHeader(w)
	w.Write(resp.body.Bytes())
}

// changeResponse returns a fault that changes the whole response before it is sent.
func changeResponse(change func(*bufferedResponse)) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		resp := handle(next, r)
		change(resp)
		resp.send(w)
	}
}
