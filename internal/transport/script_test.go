// SPDX-License-Identifier: MIT

package transport

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/redact"
)

const (
	sec = time.Second
	ms  = time.Millisecond
	us  = time.Microsecond
)

// inBubble runs f in virtual time, as a subtest.
func inBubble(t *testing.T, name string, f func(*testing.T)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, f)
	})
}

// step is what the service does with one attempt.
type step func(*http.Request) (*http.Response, error)

// script is a service in memory that takes one step per attempt, the last one again
// and again, and remembers when each attempt came and what it sent.
type script struct {
	mu     sync.Mutex
	start  time.Time
	steps  []step
	at     []time.Duration
	bodies []string
	keys   []string
}

func newScript(steps ...step) *script { return &script{start: time.Now(), steps: steps} }

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	body := ""
	if req.Body != nil {
		data, _ := io.ReadAll(req.Body)
		body = string(data)
	}
	s.mu.Lock()
	s.at = append(s.at, time.Since(s.start))
	s.bodies = append(s.bodies, body)
	s.keys = append(s.keys, req.Header.Get("X-Api-Key"))
	next := s.steps[min(len(s.at), len(s.steps))-1]
	s.mu.Unlock()
	resp, err := next(req)
	if resp != nil {
		resp.Request = req
	}
	return resp, err
}

// status answers with a status and headers given as name, value pairs.
func status(code int, header ...string) step {
	return func(*http.Request) (*http.Response, error) {
		h := http.Header{}
		for i := 0; i < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		return &http.Response{StatusCode: code, Header: h, Body: io.NopCloser(strings.NewReader(http.StatusText(code)))}, nil
	}
}

// asks answers with a status and the header that asks to wait so long.
func asks(code int, after string, header ...string) step {
	return status(code, append(header, "Retry-After", after)...)
}

func fail(err error) step {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// truncated answers 200 with a body that breaks off.
func truncated(*http.Request) (*http.Response, error) {
	body := io.MultiReader(strings.NewReader("[{"), failingReader{io.ErrUnexpectedEOF})
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(body)}, nil
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// hang answers when the attempt is given up.
func hang(req *http.Request) (*http.Response, error) {
	<-req.Context().Done()
	return nil, req.Context().Err()
}

// delayed answers after some time.
func delayed(d time.Duration, next step) step {
	return func(r *http.Request) (*http.Response, error) {
		time.Sleep(d) // virtual
		return next(r)
	}
}

// slow answers after a second.
func slow(next step) step { return delayed(sec, next) }

// slowly reads as nothing after a while.
type slowly struct{ d time.Duration }

func (s slowly) Read([]byte) (int, error) { time.Sleep(s.d); return 0, io.EOF }

// long answers with more than a test allows.
func long(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(strings.Repeat("x", 2<<10)))}, nil
}

func repeat(n int, s step) []step {
	steps := make([]step, n)
	for i := range steps {
		steps[i] = s
	}
	return steps
}

var (
	errReset   = &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	errRefused = &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	errNoHost  = &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "x.example", IsNotFound: true}}
	errOther   = errors.New("no responder found")
)

var testPolicy = Policy{
	MaxAttempts: 5, MinWait: 500 * time.Millisecond, MaxWait: 30 * time.Second,
	MaxRetryAfter: 60 * time.Second, MaxElapsed: 2 * time.Minute, Budget: 100,
}

// fixed is a source that always gives the same key.
func fixed(key string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return key, nil }
}

// newTest returns a transport over rt. change may be nil.
func newTest(rt http.RoundTripper, change func(*Config)) *Transport {
	base, _ := url.Parse("https://api.example.com")
	c := Config{
		Base: base, Key: fixed("k3y-canary"), Client: &http.Client{Transport: rt}, Timeout: 30 * time.Second, TimeoutOption: "an option",
		Policy: testPolicy, MaxBytes: 1 << 20, InFlight: 8,
	}
	if change != nil {
		change(&c)
	}
	return New(c)
}

func request(class Class) Request {
	q := Request{Method: http.MethodGet, URL: "https://api.example.com/api/x", Header: http.Header{}, Class: cmp.Or(class, Read), Begin: func(ctx context.Context, _ int, _ time.Duration) context.Context { return ctx }, Observe: func(Result) {}, Scrub: new(redact.Keys).Scrubber()}
	if class == Write {
		q.Method, q.Body = http.MethodPut, []byte(`{"a":1}`)
	}
	return q
}

// get makes a read without a deadline.
func get(t *Transport) (*Result, error) { return t.Send(context.Background(), request(Read)) }

// stepsOf reads responses such as "503 429/7 reset 200": a status, which may name a time to wait
// after a slash, or a failure.
func stepsOf(responses string) (steps []step) {
	failures := map[string]step{
		"reset": fail(errReset), "refused": fail(errRefused), "other": fail(errOther), "cut": truncated, "hang": hang,
	}
	for word := range strings.FieldsSeq(responses) {
		if failure, ok := failures[word]; ok {
			steps = append(steps, failure)
			continue
		}
		text, after, named := strings.Cut(word, "/")
		code, _ := strconv.Atoi(text)
		switch {
		case after == "date":
			steps = append(steps, func(r *http.Request) (*http.Response, error) {
				return asks(code, time.Now().Add(9*sec).UTC().Format(http.TimeFormat))(r)
			})
		case named:
			steps = append(steps, asks(code, after))
		default:
			steps = append(steps, status(code))
		}
	}
	return steps
}

// countConnections counts the connections that are made to a server, which has not been started.
func countConnections(srv *httptest.Server) *atomic.Int32 {
	connections := new(atomic.Int32)
	srv.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	return connections
}
