// SPDX-License-Identifier: MIT

package transport

import (
	"bufio"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestBrokenResponses: a read is sent again after a response that cannot be read, a write is
// not. The first connection gets what breaks, the others a response.
func TestBrokenResponses(t *testing.T) {
	t.Parallel()
	const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	const badFrame, goAway = "connection error: PROTOCOL_ERROR", "server sent GOAWAY and closed the connection"
	begun := settings + frame(frameHeaders, endHeaders, 1, ok) + frame(frameData, 0, 1, "[")
	for _, test := range []struct {
		name   string
		http2  bool
		broken string
		says   string // the error of a write
	}{
		{"no number for the length of a chunk", false, chunked + "2\r\n[{\r\nzz\r\n", "invalid byte in chunk length"},
		{"the first length is none", false, chunked + "zz\r\n", "invalid byte in chunk length"},
		{"no length at all", false, chunked + "2\r\n[{\r\n\r\n", "empty hex number for chunk length"},
		{"a length out of range", false, chunked + "11112222333344445\r\n", "http chunk length too large"},
		{"a length without an end", false, chunked + strings.Repeat("1", 5000), "header line too long"},
		{"a chunk that is longer than its length", false, chunked + "2\r\n[{}]\r\n0\r\n\r\n", "malformed chunked encoding"},
		{"a line that ends too soon", false, chunked + "2\n[{\r\n", "chunked line ends with bare LF"},
		{"half an end of a line", false, chunked + "2\r3\r\n[{\r\n", "invalid CR in chunked line"},
		{"a trailer that cannot be read", false, chunked + "0\r\nno colon\r\n\r\n", "malformed MIME header"},
		{"a trailer without an end", false, chunked + "0\r\nA: b\r\n", "suspiciously long trailer"},
		{"no trailer", false, chunked + "0\r\n", "unexpected EOF reading trailer"},

		{"HTTP/2: a frame that belongs to no request", true, settings + frame(frameData, 0, 0, "["), badFrame},
		{"HTTP/2: such a frame within the body", true, begun + frame(frameData, 0, 0, "{"), badFrame},
		{"HTTP/2: the server goes away", true, settings + frame(frameGoAway, 0, 0, "\x00\x00\x00\x01\x00\x00\x00\x02"), goAway},
		{"HTTP/2: it goes away within the body", true, begun + frame(frameGoAway, 0, 0, "\x00\x00\x00\x01\x00\x00\x00\x00"), goAway},
		{"HTTP/2: it gives up the response", true, begun + frame(frameReset, 0, 1, "\x00\x00\x00\x02"), "stream error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			serve := breakHTTP1
			if test.http2 {
				serve = breakHTTP2
			}
			tr, _ := serve(t, test.broken)
			if resp, err := get(tr); err != nil || string(resp.Body) != "[]" || resp.Attempts != 2 {
				t.Errorf("a read: %+v, %v; want the second response", resp, err)
			}
			tr, connections := serve(t, test.broken)
			resp, err := send(t.Context(), tr, Write)
			if err == nil || !strings.Contains(err.Error(), test.says) || connections.Load() != 1 {
				t.Errorf("a write: %+v, %v over %d connections; want an error that says %q over one", resp, err, connections.Load(), test.says)
			}
		})
	}
}

// breakHTTP1 sends these bytes over the first connection, and a response over the others. It
// counts the connections.
func breakHTTP1(t *testing.T, broken string) (*Transport, *atomic.Int32) {
	var requests atomic.Int32
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if requests.Add(1) > 1 {
			io.WriteString(w, "[]")
			return
		}
		io.Copy(io.Discard, r.Body)
		conn, _, _ := http.NewResponseController(w).Hijack()
		io.WriteString(conn, broken)
		conn.Close()
	})
}

// breakHTTP2 does the same with the frames of HTTP/2.
func breakHTTP2(t *testing.T, broken string) (*Transport, *atomic.Int32) {
	connections := new(atomic.Int32)
	srv := httptest.NewUnstartedServer(nil)
	srv.EnableHTTP2 = true
	handle := func(_ *http.Server, conn *tls.Conn, _ http.Handler) {
		frames := settings + frame(frameHeaders, endHeaders, 1, ok) + frame(frameData, endStream, 1, "[]")
		if connections.Add(1) == 1 {
			frames = broken
		}
		readRequest(conn)
		io.WriteString(conn, frames)
		conn.CloseWrite()
		io.Copy(io.Discard, conn) // until the client closes it, so that it gets all frames
	}
	srv.Config.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){"h2": handle}
	srv.StartTLS()
	t.Cleanup(srv.Close)
	return newTest(nil, quick, to(srv.URL), func(c *Config) { c.Client = srv.Client() }), connections
}

// The frames of HTTP/2, RFC 9113.
const (
	frameData, frameHeaders, frameReset, frameSettings, frameGoAway = 0, 1, 3, 4, 7

	endStream, endHeaders = 1, 4

	ok = "\x88" // the header :status 200, RFC 7541
)

var settings = frame(frameSettings, 0, 0, "")

func frame(kind, flags byte, stream uint32, payload string) string {
	length := len(payload)
	header := []byte{byte(length >> 16), byte(length >> 8), byte(length), kind, flags}
	return string(binary.BigEndian.AppendUint32(header, stream)) + payload
}

// readRequest reads up to the end of the first request.
func readRequest(conn net.Conn) {
	r := bufio.NewReader(conn)
	r.Discard(len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
	for header := make([]byte, 9); ; {
		if _, err := io.ReadFull(r, header); err != nil {
			return
		}
		r.Discard(int(header[0])<<16 | int(header[1])<<8 | int(header[2]))
		if kind, flags := header[3], header[4]; (kind == frameData || kind == frameHeaders) && flags&endStream != 0 {
			return
		}
	}
}
