// SPDX-License-Identifier: MIT

package faults_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"
)

// wire is a service that answers frame by frame with HTTP/2, or text by text with HTTP/1.1. Its network is in memory.
type wire struct {
	http2   bool
	config  *tls.Config                               // of both ends, or nil; dial adds to it
	answer  func(request int, stream uint32) [][]byte // nil in it closes the connection
	arrived atomic.Int64                              // requests that are whole
	dialled atomic.Int64
	closed  chan struct{}
	served  sync.WaitGroup
}

// certified is a server whose certificate its client trusts.
var certified = sync.OnceValue(func() *httptest.Server {
	srv := httptest.NewTLSServer(nil)
	srv.Close()
	return srv
})

func (w *wire) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	config := cmp.Or(w.config, new(tls.Config)).Clone()
	config.ServerName, config.SessionTicketsDisabled, config.NextProtos = "example.com", true, []string{"http/1.1"}
	if w.http2 {
		config.NextProtos = []string{"h2"}
	}
	config.RootCAs = certified().Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	near, far := net.Pipe()
	client := tls.Client(near, config.Clone())
	config.Certificates = certified().TLS.Certificates
	server := tls.Server(w.buffer(far), config)
	w.dialled.Add(1)
	w.served.Go(func() {
		if server.HandshakeContext(ctx) != nil {
			_, _ = io.Copy(io.Discard, far) // as a network does, until the client reads the alert
		}
		defer server.Close()
		if from := bufio.NewReader(server); w.http2 {
			w.readFrames(from, server)
		} else {
			w.readTexts(from, server)
		}
	})
	return client, client.HandshakeContext(ctx)
}

// buffer returns a connection that takes what is written before it is read. Otherwise both ends of a pipe can wait for the
// other one to read.
func (w *wire) buffer(conn net.Conn) net.Conn {
	b := buffered{conn, make(chan []byte, 100)}
	w.served.Go(func() {
		defer conn.Close()
		for {
			select {
			case part := <-b.parts:
				if _, err := conn.Write(part); err != nil || part == nil {
					return
				}
			case <-w.closed:
				return
			}
		}
	})
	return b
}

type buffered struct {
	net.Conn
	parts chan []byte
}

func (b buffered) Write(part []byte) (int, error) {
	b.parts <- bytes.Clone(part)
	return len(part), nil
}
func (b buffered) Close() error                   { b.parts <- nil; return nil }
func (buffered) SetWriteDeadline(time.Time) error { return nil }

// close ends what the client has left open.
func (w *wire) close() {
	close(w.closed)
	w.served.Wait()
}

func (w *wire) readTexts(from *bufio.Reader, to net.Conn) {
	for {
		r, err := http.ReadRequest(from)
		if err == nil {
			_, err = io.Copy(io.Discard, r.Body)
		}
		if err != nil {
			return
		}
		w.respond(0, to)
	}
}

func (w *wire) readFrames(from *bufio.Reader, to net.Conn) {
	const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
	_, _ = from.Discard(len(preface))
	_, _ = to.Write(frame(settingsFrame, 0, 0))
	for head := make([]byte, 9); ; {
		if _, err := io.ReadFull(from, head); err != nil {
			return
		}
		_, _ = from.Discard(int(binary.BigEndian.Uint32(head) >> 8))
		switch kind, flags := head[3], head[4]; {
		case kind == settingsFrame && flags&settingsRead == 0:
			_, _ = to.Write(frame(settingsFrame, settingsRead, 0))
		case (kind == headersFrame || kind == dataFrame) && flags&endStream != 0:
			w.respond(binary.BigEndian.Uint32(head[5:]), to)
		}
	}
}

func (w *wire) respond(stream uint32, to net.Conn) {
	for _, part := range w.answer(int(w.arrived.Add(1)), stream) {
		if part == nil {
			to.Close()
			return
		}
		_, _ = to.Write(part)
	}
}

// Types and flags of frames.
const (
	dataFrame, headersFrame, resetFrame, settingsFrame, goAwayFrame byte = 0, 1, 3, 4, 7

	endStream, settingsRead, endHeaders byte = 1, 1, 4
)

func frame(kind, flags byte, stream uint32, numbers ...uint32) []byte {
	var payload []byte
	for _, n := range numbers {
		payload = binary.BigEndian.AppendUint32(payload, n)
	}
	return frameOf(kind, flags, stream, payload)
}

func frameOf(kind, flags byte, stream uint32, payload []byte) []byte {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(payload))<<8|uint32(kind))
	return append(binary.BigEndian.AppendUint32(append(head, flags), stream), payload...)
}

// headers is the head of a response without fields.
func headers(stream uint32, status string) []byte {
	const statusName = 8 // in the static table of HPACK
	return frameOf(headersFrame, endHeaders, stream, append([]byte{statusName, byte(len(status))}, status...))
}

func data(flags byte, stream uint32, text string) []byte {
	return frameOf(dataFrame, flags, stream, []byte(text))
}
