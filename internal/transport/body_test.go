// SPDX-License-Identifier: MIT

package transport

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestMemoryForABody: an announced length is believed as far as it costs little.
func TestMemoryForABody(t *testing.T) {
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

func TestIsSuccess(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]bool{0: false, 199: false, 200: true, 204: true, 299: true, 300: false, 500: false} {
		if IsSuccess(status) != want {
			t.Errorf("status %d is a success: %t", status, !want)
		}
	}
}

// TestReleasedBuffersAreEmptyAndSmall is not parallel: others would take what it releases.
func TestReleasedBuffersAreEmptyAndSmall(t *testing.T) {
	large, usual := bytes.NewBuffer(make([]byte, 1<<21)), bytes.NewBuffer(make([]byte, 1<<17))
	for _, buffer := range []*bytes.Buffer{large, usual} {
		r := Result{Body: buffer.Bytes(), buffer: buffer}
		r.Release()
		if r.Body != nil {
			t.Error("a body can be read after its release")
		}
		r.Release() // once more does no harm
	}
	(&Result{Body: []byte("of an error")}).Release()
	for range 10 {
		switch buffer := buffers.Get().(*bytes.Buffer); {
		case buffer == large:
			t.Error("a very large buffer is kept")
		case buffer.Len() > 0:
			t.Error("a buffer is not empty")
		}
	}
}

// TestReleasedBuffersAreUsedAgain is not parallel for the same reason. A sync.Pool may forget
// any one of them.
func TestReleasedBuffersAreUsedAgain(t *testing.T) {
	mine := map[*bytes.Buffer]bool{}
	for range 100 {
		buffer := bytes.NewBuffer(make([]byte, 600<<10))
		mine[buffer] = true
		(&Result{Body: buffer.Bytes(), buffer: buffer}).Release()
		if mine[buffers.Get().(*bytes.Buffer)] {
			return
		}
	}
	t.Error("none of 100 released buffers was used again")
}

// TestRetriesKeepTheConnection: what nobody reads of a response does not cost a new one.
func TestRetriesKeepTheConnection(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ status, bytes, connections int }{
		"429 without a body":    {429, 0, 1},
		"429 with a page of it": {429, 20_000, 1},
		"503 with a page of it": {503, 20_000, 1},
		"429 with 64 KB":        {429, 64 << 10, 1},
		"429 with 256 KB":       {429, 256 << 10, 1},
		"503 with 256 KB":       {503, 256 << 10, 1},
		"429 with 300 KB":       {429, 300 << 10, 4},
		"429 with far too much": {429, 8 << 20, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var requests atomic.Int32
			srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if requests.Add(1) < 4 {
					w.WriteHeader(test.status)
					io.WriteString(w, strings.Repeat("x", test.bytes))
				}
			}))
			connections := countConnections(srv)
			srv.Start()
			t.Cleanup(srv.Close)
			tr := newTest(nil, func(c *Config) {
				c.Base, _ = url.Parse(srv.URL)
				c.Client = &http.Client{}
				c.Policy.MinWait, c.Policy.MaxWait = time.Nanosecond, time.Nanosecond
			})
			q := request(Read)
			q.URL = srv.URL + "/api/x"
			resp, err := tr.Send(t.Context(), q)
			if err != nil || resp.Attempts != 4 {
				t.Fatalf("got %v, %v", resp, err)
			}
			if got := connections.Load(); int(got) != test.connections {
				t.Errorf("%d connections for 4 attempts, want %d", got, test.connections)
			}
		})
	}
}

// TestDrainingEndsWithTheAttempt: a service that sends the body of a 429 forever, but
// slowly, does not hold the call.
func TestDrainingEndsWithTheAttempt(t *testing.T) {
	t.Parallel()
	inBubble(t, "a body without an end", func(t *testing.T) {
		s := newScript(func(req *http.Request) (*http.Response, error) {
			resp, err := asks(429, "1")(req)
			resp.Body = io.NopCloser(waiting{req})
			return resp, err
		}, status(200))
		resp, err := newTest(s, nil).Send(t.Context(), request(Read))
		if err != nil || resp.Status != 200 || s.at[1] != sec {
			t.Errorf("got %v, %v after attempts at %v, want the second at 1s", resp, err, s.at)
		}
	})
}

// waiting is a body of which nothing comes until the request ends.
type waiting struct{ req *http.Request }

func (w waiting) Read([]byte) (int, error) {
	<-w.req.Context().Done()
	return 0, w.req.Context().Err()
}

// TestRetriesDoNotDependOnTheTransport: a RoundTripper that changes its request, which
// it should not do, changes that attempt alone.
func TestRetriesDoNotDependOnTheTransport(t *testing.T) {
	t.Parallel()
	var targets []string
	rt := testkit.RoundTripper(func(req *http.Request) (*http.Response, error) {
		targets = append(targets, req.URL.String()+req.Header.Get("X-Added"))
		req.URL.Host, req.URL.Path = "elsewhere.example.com", "/other"
		req.Header.Set("X-Added", "once")
		return status(503)(req)
	})
	tr := newTest(rt, func(c *Config) { c.Policy.MinWait, c.Policy.MaxWait = time.Nanosecond, time.Nanosecond })
	q := request(Read)
	if resp, err := tr.Send(t.Context(), q); err != nil || resp.Attempts != 5 {
		t.Fatalf("got %v, %v", resp, err)
	}
	for i, target := range targets {
		if target != q.URL {
			t.Errorf("attempt %d went to %s, want %s", i+1, target, q.URL)
		}
	}
	if len(q.Header) > 0 {
		t.Errorf("the headers of the call became %v", q.Header)
	}
}
