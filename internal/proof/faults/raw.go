// SPDX-License-Identifier: MIT

package faults

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

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

// headerEnd is where rewrite writes the header of the response, and the empty line after it.
const headerEnd = "{header}\r\n"

// rewrite carries out the operation, and writes to the connection what text makes of the body
// of its response.
func rewrite(text func(body string) string) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		resp := httptest.NewRecorder()
		next.ServeHTTP(resp, r)
		resp.Header().Del("Content-Length")
		var header strings.Builder
		resp.Header().Write(&header)
		raw(strings.Replace(text(resp.Body.String()), "{header}", header.String(), 1))(w, r, next)
	}
}

// as writes this beginning, the header, and the body in this format.
func as(beginning, format string) func(string) string {
	return func(body string) string { return beginning + headerEnd + fmt.Sprintf(format, body) }
}

// chunk returns text as one chunk, and nothing for none, which would end the body.
func chunk(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("%x\r\n%s\r\n", len(text), text)
}

// hint is a response that another one follows.
const hint = "HTTP/1.1 103 Early Hints\r\nLink: </styles.css>; rel=preload\r\n\r\n"

// hintsWithoutEnd carries out the operation after the last of very many.
func hintsWithoutEnd(w http.ResponseWriter, r *http.Request, next http.Handler) {
	for r.Context().Err() == nil {
		w.WriteHeader(http.StatusEarlyHints)
	}
	next.ServeHTTP(w, r)
}

// corruptGzip packs a body, with a checksum that is wrong.
func corruptGzip(body string) string {
	packed := pack(body)
	packed[len(packed)-8] ^= 1 // the checksum takes four bytes, and the length the last four
	return "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n" + headerEnd + string(packed)
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
