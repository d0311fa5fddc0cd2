// SPDX-License-Identifier: MIT

package faults_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

var asUsual = reservationstest.Before(func() {})

func document(text string) reservationstest.Fault {
	return reservationstest.Body(200, "application/json", text)
}

// headed responds with a status and a field in its header.
func headed(field, value string, status int) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.Header().Set(field, value)
		reservationstest.Status(status)(w, r, next)
	}
}

// raw writes a text to the connection in place of a response, and closes it.
func raw(text string) reservationstest.Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		io.WriteString(conn, text)
	}
}

// hintsWithoutEnd carries out the operation after the last of very many.
func hintsWithoutEnd(w http.ResponseWriter, r *http.Request, next http.Handler) {
	for r.Context().Err() == nil {
		w.WriteHeader(http.StatusEarlyHints)
	}
	next.ServeHTTP(w, r)
}

// corruptGzip carries out the operation, and packs the response with a checksum that is wrong.
func corruptGzip(w http.ResponseWriter, r *http.Request, next http.Handler) {
	resp := httptest.NewRecorder()
	next.ServeHTTP(resp, r)
	packed := pack(resp.Body.String())
	packed[len(packed)-8] ^= 1 // the checksum takes four bytes, and the length the last four
	w.Header().Set("Content-Encoding", "gzip")
	w.Write(packed)
}

// gzipBomb responds with a small body that unpacks to 4 GiB.
func gzipBomb(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	w.Header().Set("Content-Encoding", "gzip")
	padding := pack(strings.Repeat(" ", 1<<20))
	for i := 0; i < 4<<10 && r.Context().Err() == nil; i++ {
		w.Write(padding)
	}
	w.Write(pack("[]"))
}

// pack returns text as a gzip member; a gzip body is any number of them in a row.
func pack(text string) []byte {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, text)
	z.Close()
	return packed.Bytes()
}

// actsLate carries out the operation after a while.
func actsLate(delay time.Duration) reservationstest.Fault {
	return reservationstest.Before(func() { time.Sleep(delay) })
}

// hangAfter carries out the operation, and never responds.
func hangAfter(w http.ResponseWriter, r *http.Request, next http.Handler) {
	next.ServeHTTP(httptest.NewRecorder(), r)
	reservationstest.Hang()(w, r, next)
}

// hangInBody sends a header and the beginning of a body.
func hangInBody(w http.ResponseWriter, r *http.Request, next http.Handler) {
	w.Header().Set("Content-Length", "1000")
	io.WriteString(w, "[{")
	http.NewResponseController(w).Flush()
	reservationstest.Hang()(w, r, next)
}

// endless responds with this status and a body that never ends.
func endless(status int) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.WriteHeader(status)
		reservationstest.Endless()(w, r, next)
	}
}
