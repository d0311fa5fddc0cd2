// SPDX-License-Identifier: MIT

package faults_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/pipe"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// service is the service of one cell, and what is counted of it. Its network is in memory, and net/http uses its
// connections again as it does over TCP.
type service struct {
	cell
	store     http.Handler
	applies   reservationstest.When // the fault
	server    http.Server
	transport http.Transport
	dialled   atomic.Int64
	open      atomic.Int64        // connections that the client has not closed
	arrived   atomic.Int64        // requests
	executed  atomic.Int64        // of them carried out
	attempts  atomic.Int64        // that the client made
	ends      []reservations.Call // what the hook for the end of a call got

	value any // of the call
	err   error
	took  time.Duration
}

// dial connects to no other host.
func (s *service) dial(_ context.Context, _, address string) (net.Conn, error) {
	refused := s.fault.happened == noConnection && (s.always || s.dialled.Add(1) == 1)
	if refused || address != host+":443" {
		return nil, &net.OpError{Op: "dial", Net: "pipe", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	}
	s.open.Add(1)
	return countedPipe{pipe.Connect(&s.server), sync.OnceFunc(func() { s.open.Add(-1) })}, nil
}

// countedPipe is the client's end of a connection.
type countedPipe struct {
	net.Conn
	closed func()
}

func (c countedPipe) Close() error {
	c.closed()
	return c.Conn.Close()
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request := s.arrived.Add(1)
	body, err := io.ReadAll(r.Body) // net/http tells a handler only then that the client has left
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	time.Sleep(latency)
	respond := asUsual
	if s.applies(int(request)) {
		respond = s.fault.respond
	}
	respond(w, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.executed.Add(1)
		s.store.ServeHTTP(w, r)
	}))
}

func (s *service) client(t *testing.T) *reservations.Client {
	t.Helper()
	s.server.Handler, s.transport.DialTLSContext = s, s.dial
	s.transport.MaxIdleConnsPerHost, s.transport.MaxResponseHeaderBytes = 8, maxBytes
	s.transport.DisableKeepAlives = s.call.Walk && s.fault.reset // so that net/http does not send a request again
	return testclient.Over(t, &s.transport,
		reservations.WithAttemptTimeout(timeout),
		reservations.WithRetry(reservations.RetryPolicy{MaxElapsed: maxElapsed}),
		reservations.WithMaxResponseBytes(maxBytes),
		reservations.WithHooks(reservations.Hooks{
			AttemptEnd: func(context.Context, reservations.Attempt) { s.attempts.Add(1) },
			CallEnd: func(_ context.Context, call reservations.Call) {
				if !s.call.Walk {
					s.ends = append(s.ends, call)
				}
			},
		}))
}

// close ends the network. The test fails when a connection is in use, and a goroutine that goes on makes the
// bubble panic.
func (s *service) close(t *testing.T) {
	t.Helper()
	s.transport.CloseIdleConnections()
	synctest.Wait()
	if n := s.open.Load(); n != 0 {
		t.Errorf("%d connections are in use after the call", n)
	}
	time.Sleep(2 * timeout) // what the service does late counts as well
	s.server.Close()
}

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

// corruptGzip carries out the operation and packs the response, with a checksum that is wrong.
func corruptGzip(w http.ResponseWriter, r *http.Request, next http.Handler) {
	resp := httptest.NewRecorder()
	next.ServeHTTP(resp, r)
	packed := pack(resp.Body.String())
	packed[len(packed)-8] ^= 1 // the checksum takes four bytes, and the length the last four
	w.Header().Set("Content-Encoding", "gzip")
	w.Write(packed)
}

// gzipBomb responds with a small body that unpacks to 4 GiB: a gzip body is any number of members in a row.
func gzipBomb(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	w.Header().Set("Content-Encoding", "gzip")
	padding := pack(strings.Repeat(" ", 1<<20))
	for i := 0; i < 4<<10 && r.Context().Err() == nil; i++ {
		w.Write(padding)
	}
}

func pack(text string) []byte {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, text)
	z.Close()
	return packed.Bytes()
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
