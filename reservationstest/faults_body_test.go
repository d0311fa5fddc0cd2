package reservationstest_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

// wantBrokenOff checks that the connection breaks off after exactly these bytes.
func wantBrokenOff(t *testing.T, resp *http.Response, want string) {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v, want an unexpected EOF", err)
	}
	if string(body) != want {
		t.Errorf("body %q, want %q", body, want)
	}
}

func TestTruncate(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		untouched := c.presence()
		body := readAll(t, untouched)
		if untouched.ContentLength != int64(len(body)) {
			t.Errorf("without a fault: announces %d bytes of %d", untouched.ContentLength, len(body))
		}
		for call, test := range []struct{ n, sent int }{
			{0, 0}, {1, 1}, {5000, 5000}, {len(body), len(body) - 1}, {math.MaxInt, len(body) - 1},
		} {
			srv.Inject(rt.OpPresence, rt.Nth(call+2), rt.Truncate(test.n))
			resp := c.presence()
			if resp.ContentLength != int64(len(body)) || resp.Header.Get("X-Total-Count") == "" {
				t.Errorf("Truncate(%d): announces %d bytes, want %d; header %v", test.n, resp.ContentLength, len(body), resp.Header)
			}
			wantBrokenOff(t, resp, body[:test.sent])
		}
	})
}

func TestTruncateOfAnEmptyBody(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	srv.Inject(rt.OpPresence, rt.Always(), rt.Truncate(10))
	srv.Inject(rt.OpPresence, rt.Always(), rt.EmptyBody())
	if body := readAll(t, inMemory(t, srv).presence()); body != "" {
		t.Errorf("body %q", body)
	}
}

// TestSlow reads a body in virtual time.
func TestSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
		srv.Inject(rt.OpPresence, rt.Always(), rt.Slow(time.Minute))
		start := time.Now()
		resp := inMemory(t, srv).presence("limit=1000")
		if waited := time.Since(start); waited != 0 {
			t.Errorf("the header took %v", waited)
		}
		if _, err := io.ReadFull(resp.Body, make([]byte, 1)); err != nil || time.Since(start) != time.Minute {
			t.Errorf("the first byte took %v: %v", time.Since(start), err)
		}
		readAll(t, resp)
		if waited := time.Since(start); waited != 10*time.Minute {
			t.Errorf("the body took %v, want ten pauses of a minute", waited)
		}
	})
}

func TestSlowSendsTheWholeAnswer(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Always(), rt.Slow(0))
		if diff := cmp.Diff(srv.Register(whole), readDays(t, c.presence("limit=1000"))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		srv.ClearFaults()
		srv.Inject(rt.OpPresence, rt.Always(), rt.Slow(0))
		srv.Inject(rt.OpPresence, rt.Always(), rt.TooManyRequests("3"))
		resp := c.presence()
		wantError(t, resp, 429, "Too many requests")
		if got := resp.Header.Get("Retry-After"); got != "3" {
			t.Errorf("Retry-After %q", got)
		}
	})
}

// noteEnd makes the returned channel close when the handler of a call has ended. Inject
// it first.
func noteEnd(srv *rt.Server) <-chan struct{} {
	ended := make(chan struct{})
	srv.Inject(rt.OpPresence, rt.Nth(1), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		defer close(ended)
		next.ServeHTTP(w, r)
	})
	return ended
}

// TestBodiesEndWithTheReader tells that a reader who stops, or whose context ends, also
// stops a body that would go on for ever.
func TestBodiesEndWithTheReader(t *testing.T) {
	t.Parallel()
	faults := map[string]rt.Fault{
		"slow":      rt.Slow(1000 * time.Hour),
		"endless":   rt.Endless(),
		"gzip bomb": rt.GzipBomb(1 << 60),
	}
	for name, fault := range faults {
		t.Run(name+" closed", func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				ended := noteEnd(srv)
				srv.Inject(rt.OpPresence, rt.Always(), fault)
				c.presence().Body.Close()
				<-ended
			})
		})
		t.Run(name+" cancelled", func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				ended := noteEnd(srv)
				srv.Inject(rt.OpPresence, rt.Always(), fault)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				resp := c.do(c.request("GET", presencePath+"?dateFrom=2026-11-01T00:00:00Z").WithContext(ctx))
				cancel()
				if _, err := io.Copy(io.Discard, resp.Body); !errors.Is(err, context.Canceled) {
					t.Errorf("error %v, want context.Canceled", err)
				}
				<-ended
			})
		})
	}
}

func TestEndless(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Always(), rt.Endless())
		resp := c.presence()
		if resp.StatusCode != http.StatusOK || resp.ContentLength != -1 {
			t.Errorf("status %d, ContentLength %d", resp.StatusCode, resp.ContentLength)
		}
		start := make([]byte, 1<<20)
		if _, err := io.ReadFull(resp.Body, start); err != nil {
			t.Fatal(err)
		}
		var entries []any
		whole := bytes.TrimSuffix(start[:bytes.LastIndexByte(start, ',')+1], []byte(","))
		if err := json.Unmarshal(append(whole, ']'), &entries); err != nil || len(entries) < 1000 {
			t.Errorf("%d entries: %v", len(entries), err)
		}
	})
}

func TestGzipBomb(t *testing.T) {
	t.Parallel()
	const size = 2<<20 + 12345
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Always(), rt.GzipBomb(size))
		body := readAll(t, c.presence())
		if len(body) != size || strings.TrimSpace(body) != "["+strings.Repeat(" ", size-2)+"]" {
			t.Errorf("%d bytes unpacked, want %d: an array of spaces", len(body), size)
		}

		r := c.request("GET", presencePath)
		r.Header.Set("Accept-Encoding", "gzip") // so net/http leaves the body packed
		resp := c.do(r)
		packed := readAll(t, resp)
		if resp.Header.Get("Content-Encoding") != "gzip" || len(packed) > size/500 {
			t.Errorf("Content-Encoding %q, %d bytes packed", resp.Header.Get("Content-Encoding"), len(packed))
		}
		unpacked, err := gzip.NewReader(strings.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, unpacked); n != size || err != nil {
			t.Errorf("%d bytes unpacked: %v", n, err)
		}
	})
}
