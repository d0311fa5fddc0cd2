// SPDX-License-Identifier: MIT

package faults_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go/internal/pipe"
)

// wire is a service that answers with frames of HTTP/2, or with texts of HTTP/1.1. Its network is in memory.
type wire struct {
	ends    context.Context          // when the network ends
	config  *tls.Config              // of both ends, nil for HTTP/1.1 without TLS; dial adds to it
	answer  func(request int) string // names of parts, or of a text
	code    uint32                   // in parts
	arrived atomic.Int64             // requests that are whole
}

const whole = `{"id":7}`

// texts are what a service writes with HTTP/1.1 before it closes the connection.
var texts = map[string]string{
	"http1 close":       "",
	"http1 103":         "HTTP/1.1 103 Early Hints\r\n\r\n",
	"http1 half a head": "HTTP/1.1 200 OK\r\nContent-",
	"http1 body":        "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + whole,
}

func (w *wire) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	if text, found := texts[w.answer(int(w.arrived.Add(1)))]; found {
		raw(text)(to, r, nil)
	} else {
		_, _ = io.WriteString(to, whole)
	}
}

// parts are frames of HTTP/2, on a stream, or nil when the service closes the connection.
var parts = map[string]func(stream, code uint32) []byte{
	"200":           func(s, _ uint32) []byte { return frame(headersFrame, endHeaders, s, []byte("\x08\x03200")) },
	"103":           func(s, _ uint32) []byte { return frame(headersFrame, endHeaders, s, []byte("\x08\x03103")) },
	"half":          func(s, _ uint32) []byte { return frame(dataFrame, 0, s, []byte(whole[:3])) },
	"body":          func(s, _ uint32) []byte { return frame(dataFrame, endStream, s, []byte(whole)) },
	"reset":         func(s, code uint32) []byte { return frame(resetFrame, 0, s, code) },
	"goaway_before": func(s, code uint32) []byte { return frame(goAwayFrame, 0, 0, []uint32{s - min(s, 2), code}) },
	"goaway_after":  func(s, code uint32) []byte { return frame(goAwayFrame, 0, 0, []uint32{s, code}) },
	"unreadable":    func(_, _ uint32) []byte { return frame(dataFrame, 0, 0, []byte(whole)) },
	"close":         func(_, _ uint32) []byte { return nil },
}

// certified is a server whose certificate its client trusts.
var certified = sync.OnceValue(func() *httptest.Server {
	srv := httptest.NewTLSServer(nil)
	srv.Close()
	return srv
})

// wireKey is the key of the wire in the context of a request. So it is also found for clients with a Transport of their own.
type wireKey struct{}

func init() { http.DefaultTransport.(*http.Transport).DialTLSContext = dial }

func dial(ctx context.Context, _, _ string) (net.Conn, error) {
	w := ctx.Value(wireKey{}).(*wire)
	if w.config == nil {
		near := pipe.Connect(&http.Server{Handler: w})
		context.AfterFunc(w.ends, func() { near.Close() })
		return near, nil
	}
	config := w.config.Clone()
	near, far := net.Pipe()
	config.ServerName, config.SessionTicketsDisabled = "example.com", true
	config.RootCAs = certified().Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	context.AfterFunc(w.ends, func() { far.Close() }) // what the client has left open
	client := tls.Client(near, config.Clone())
	config.Certificates = certified().TLS.Certificates
	server := tls.Server(buffer(far), config)
	go func() {
		defer server.Close()
		if server.HandshakeContext(ctx) != nil {
			_, _ = io.Copy(io.Discard, far) // as a network does, until the client reads the alert
		}
		w.readFrames(bufio.NewReader(server), server)
	}()
	return client, client.HandshakeContext(ctx)
}

// buffered takes what is written before it is read. Otherwise both ends of a pipe can wait for the other one to read.
type buffered struct {
	net.Conn
	parts chan []byte
}

func buffer(conn net.Conn) net.Conn {
	b := buffered{conn, make(chan []byte, 100)}
	go func() {
		defer conn.Close()
		for part := range b.parts {
			_, _ = conn.Write(part)
		}
	}()
	return b
}

func (b buffered) Write(part []byte) (int, error) {
	b.parts <- bytes.Clone(part)
	return len(part), nil
}
func (b buffered) Close() error                   { close(b.parts); return nil }
func (buffered) SetWriteDeadline(time.Time) error { return nil }

func (w *wire) readFrames(from *bufio.Reader, to net.Conn) {
	const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
	_, _ = from.Discard(len(preface))
	_, _ = to.Write(frame(settingsFrame, 0, 0, []byte{}))
	for head := make([]byte, 9); ; {
		if _, err := io.ReadFull(from, head); err != nil {
			return
		}
		_, _ = from.Discard(int(binary.BigEndian.Uint32(head) >> 8))
		switch kind, flags := head[3], head[4]; {
		case kind == settingsFrame && flags&settingsRead == 0:
			_, _ = to.Write(frame(settingsFrame, settingsRead, 0, []byte{}))
		case (kind == headersFrame || kind == dataFrame) && flags&endStream != 0:
			w.respond(binary.BigEndian.Uint32(head[5:]), to)
		}
	}
}

func (w *wire) respond(stream uint32, to net.Conn) {
	for name := range strings.FieldsSeq(w.answer(int(w.arrived.Add(1)))) {
		if part := parts[name](stream, w.code); part != nil {
			_, _ = to.Write(part)
		} else {
			to.Close()
		}
	}
}

// Types, flags and a code of frames.
const (
	dataFrame, headersFrame, resetFrame, settingsFrame, goAwayFrame byte = 0, 1, 3, 4, 7
	endStream, settingsRead, endHeaders                             byte = 1, 1, 4
	refusedStream                                                        = 7
)

// frame is a frame with a payload of numbers or bytes.
func frame(kind, flags byte, stream uint32, payload any) []byte {
	written, _ := binary.Append(nil, binary.BigEndian, payload)
	head := binary.BigEndian.AppendUint32(nil, uint32(len(written))<<8|uint32(kind))
	return append(binary.BigEndian.AppendUint32(append(head, flags), stream), written...)
}
