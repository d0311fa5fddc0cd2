// SPDX-License-Identifier: MIT

package transport

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/pipe"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestAnAnnouncedLengthIsBelievedInPart, as far as it costs little memory.
func TestAnAnnouncedLengthIsBelievedInPart(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		announced   int64
		sent        int
		least, most int // of the memory
	}{
		{"announced", 300_000, 300_000, 300_000, 320_000},
		{"nothing announced", -1, 300_000, 300_000, 800_000},
		{"less announced than sent", 10, 300_000, 300_000, 800_000},
		{"a large page announced", 5_000_000, 5_000_000, 5_000_000, 5_100_000},
		{"much announced, nothing sent", 4 << 30, 0, 0, 1<<20 + 64<<10},
		{"much announced, a little sent", 4 << 30, 1<<20 - 1, 1<<20 - 1, 1<<20 + 64<<10},
		{"more announced than is believed", 4 << 30, 1 << 20, 1 << 20, 9 << 20},
		{"a megabyte announced", 1 << 20, 1 << 20, 1 << 20, 1<<20 + 64<<10},
		{"more than a megabyte, nothing announced", -1, 2 << 20, 2 << 20, 6 << 20},
		{"nothing sent", 0, 0, 0, 1 << 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			sent := strings.Repeat("x", test.sent)
			resp := &http.Response{StatusCode: 200, ContentLength: test.announced, Body: io.NopCloser(strings.NewReader(sent))}
			body := new(bytes.Buffer)
			if err := readBody(body, resp, 16<<20); err != nil || body.String() != sent {
				t.Errorf("%d bytes were read, want %d: %v", body.Len(), test.sent, err)
			}
			if got := body.Cap(); got < test.least || got > test.most {
				t.Errorf("took %d bytes of memory, want %d to %d", got, test.least, test.most)
			}
		})
	}
}

// TestErrorBodiesAreReadUpToABound, as far as they come.
func TestErrorBodiesAreReadUpToABound(t *testing.T) {
	t.Parallel()
	long := func(*http.Request) (*http.Response, error) {
		body := strings.NewReader(strings.Repeat("x", MaxErrorBytes+spareBytes+1))
		return &http.Response{StatusCode: 404, Body: io.NopCloser(body)}, nil
	}
	cutOff := ending(status(404), func(*http.Request) error { return io.ErrUnexpectedEOF })
	for want, step := range map[int]step{len("[{"): cutOff, MaxErrorBytes + spareBytes: long} {
		if resp, err := get(newTest(testkit.Serving(step))); err != nil || len(resp.Body) != want {
			t.Errorf("got %d bytes, %v; want %d", len(resp.Body), err, want)
		}
	}
}

// TestReleasedBuffersAreUsedAgain, empty, unless they are very large. It is not parallel: others
// would take what it releases. A sync.Pool may forget any one of them.
func TestReleasedBuffersAreUsedAgain(t *testing.T) {
	(&Result{Body: []byte("of an error")}).Release()
	for size, want := range map[int]bool{600 << 10: true, 1 << 21: false} {
		mine, again := map[*bytes.Buffer]bool{}, false
		for range 100 {
			buffer := bytes.NewBuffer(make([]byte, size))
			mine[buffer] = true
			r := Result{Body: buffer.Bytes(), buffer: buffer}
			r.Release()
			r.Release() // once more does no harm
			next := buffers.Get().(*bytes.Buffer)
			again = again || mine[next]
			if r.Body != nil || next.Len() > 0 {
				t.Fatal("a body can be read after its release")
			}
		}
		if again != want {
			t.Errorf("a buffer of %d bytes is used again: %t, want %t", size, again, want)
		}
	}
}

// TestRetriesKeepTheConnection: what nobody reads of a response does not cost a new one.
func TestRetriesKeepTheConnection(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status, bytes int
		connections   int32
	}{
		"429 without a body": {429, 0, 1},
		"429 with 256 KB":    {429, 256 << 10, 1},
		"503 with 256 KB":    {503, 256 << 10, 1},
		"429 with 600 KB":    {429, 600 << 10, 4}, // net/http itself may read 256 KB more
	} {
		testkit.InBubble(t, name, func(t *testing.T) { // where a busy machine takes no time
			requests, connections := 0, new(atomic.Int32)
			memory := inMemory(connections, func(w http.ResponseWriter, r *http.Request) {
				if requests++; requests < 4 {
					w.WriteHeader(test.status)
					io.WriteString(w, strings.Repeat("x", test.bytes))
				}
			})
			defer memory.CloseIdleConnections()
			resp, err := get(newTest(memory, quick))
			if n := connections.Load(); err != nil || resp.Attempts != 4 || n != test.connections {
				t.Fatalf("got %v, %v over %d connections for 4 attempts, want %d", resp, err, n, test.connections)
			}
		})
	}
}

// inMemory connects to a handler without a network, and counts the connections.
func inMemory(connections *atomic.Int32, h http.HandlerFunc) *http.Transport {
	return &http.Transport{DialTLSContext: func(context.Context, string, string) (net.Conn, error) {
		connections.Add(1)
		return pipe.Connect(&http.Server{Handler: h}), nil
	}}
}

// TestOnlyATimeoutBecomesATimeoutError: only an error that ended an attempt too early becomes a TimeoutError.
func TestOnlyATimeoutBecomesATimeoutError(t *testing.T) {
	t.Parallel()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	ended, end := context.WithDeadline(t.Context(), time.Now())
	defer end()
	for _, test := range []struct {
		attempt, call context.Context
		err           error
		want          bool
	}{
		{ended, t.Context(), io.ErrUnexpectedEOF, true}, {ended, t.Context(), nil, false}, {ended, t.Context(), io.EOF, false},
		{ended, ended, io.ErrUnexpectedEOF, false}, {t.Context(), t.Context(), io.ErrUnexpectedEOF, false},
		{stopped, t.Context(), errResent, false},
	} {
		got := newTest(testkit.Serving()).asTimeout(test.attempt, test.call, test.err)
		if errors.As(got, new(*TimeoutError)) != test.want || !test.want && got != test.err {
			t.Errorf("%+v: got %v", test, got)
		}
	}
}

// TestASlowBodyHoldsNeitherCallNorPause: a service that sends the body of a 429 forever, but slowly, holds neither the call nor the pause,
// which begins with the header: another call waits for its end.
func TestASlowBodyHoldsNeitherCallNorPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := testkit.Serving(ending(asks(429, "1"), testkit.UntilEnd), status(200))
		tr, delay := newTest(s), time.Duration(0)
		var calls sync.WaitGroup
		for range 2 {
			calls.Go(func() {
				time.Sleep(delay)
				if resp, err := get(tr); err != nil || resp.Status != 200 {
					t.Errorf("got %v, %v", resp, err)
				}
			})
			synctest.Wait()
			delay = 100 * ms
		}
		if calls.Wait(); len(s.Sent) != 3 || s.Sent[1] != sec || s.Sent[2] < sec || s.Sent[2] > 3*sec {
			t.Errorf("the attempts came at %v, want the second at 1s and one more within 2 s after it", s.Sent)
		}
	})
}
