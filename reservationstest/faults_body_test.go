// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

// wantCutOff checks that the connection breaks off after exactly these bytes.
func wantCutOff(t *testing.T, resp *http.Response, want string) {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if !errors.Is(err, io.ErrUnexpectedEOF) || string(body) != want {
		t.Errorf("got %q and %v, want %q and an unexpected EOF", body, err, want)
	}
}

func TestTruncate(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		usual := c.presence()
		body := readAll(t, usual)
		for i, test := range []struct{ n, want int }{
			{0, 0}, {1, 1}, {5000, 5000}, {len(body), len(body) - 1}, {math.MaxInt, len(body) - 1},
		} {
			srv.Inject(rt.OpPresence, rt.Nth(i+2), rt.Truncate(test.n))
			resp := c.presence()
			if resp.ContentLength != usual.ContentLength || resp.Header.Get("X-Total-Count") == "" {
				t.Errorf("Truncate(%d) announces %d bytes, want %d; header %v", test.n, resp.ContentLength, len(body), resp.Header)
			}
			wantCutOff(t, resp, body[:test.want])
		}
	})
}

// TestSlow reads a body in virtual time.
func TestSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
		srv.Inject(rt.OpPresence, rt.Always(), rt.Slow(time.Minute))
		start := time.Now()
		resp := inMemory(t, srv).presence("limit=1000")
		header := time.Since(start)
		_, err := io.ReadFull(resp.Body, make([]byte, 1))
		first := time.Since(start)
		readAll(t, resp)
		if whole := time.Since(start); err != nil || header != 0 || first != time.Minute || whole != 10*time.Minute {
			t.Errorf("the header, first byte and body took %v, %v, %v; want 0s, 1m, 10m; %v", header, first, whole, err)
		}
	})
}

// TestFaultsThatSendTheWholeResponse: what comes is the usual response, in another way.
func TestFaultsThatSendTheWholeResponse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, want string // the number of hints, Content-Length, trailer and recorded status
		fault      rt.Fault
	}{
		{"slow", "0 known map[] 200", rt.Slow(0)},
		{"trailer", "0 unknown map[X-Checksum:[abc]] 200", rt.Trailer("X-Checksum", "abc")},
		{"no early hints", "0 known map[] 200", rt.EarlyHints(0)},
		{"early hints", "20 known map[] 200", rt.EarlyHints(20)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				srv.Inject(rt.OpPresence, rt.Always(), test.fault)
				hints := 0
				trace := &httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
					if hints++; code != http.StatusEarlyHints || h.Get("Link") == "" {
						t.Errorf("got the status %d with %v", code, h)
					}
					return nil
				}}
				r := c.request("GET", presenceTarget+"&limit=1000")
				resp := c.do(r.WithContext(httptrace.WithClientTrace(t.Context(), trace)))
				wantWhole(t, srv, resp)
				length := "known"
				if resp.ContentLength < 0 {
					length = "unknown"
				}
				got := fmt.Sprint(hints, " ", length, " ", resp.Trailer, " ", srv.Calls()[0].Status)
				if got != test.want || resp.Header.Get("Link") != "" {
					t.Errorf("got %s and the header %v, want %s", got, resp.Header, test.want)
				}
			})
		})
	}
}

// TestFaultsKeepTheResponseOfAnother: they send the whole response of the fault inside them.
func TestFaultsKeepTheResponseOfAnother(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	srv.Inject(rt.OpPresence, rt.Nth(1, 2), rt.Slow(0))
	srv.Inject(rt.OpPresence, rt.Nth(1), rt.TooManyRequests("3"))
	srv.Inject(rt.OpPresence, rt.Nth(2), rt.EarlyHints(1))
	srv.Inject(rt.OpPresence, rt.Nth(3), rt.Truncate(10))
	srv.Inject(rt.OpPresence, rt.Nth(3), rt.EmptyBody())
	c := inMemory(t, srv)
	refused := c.presence()
	wantError(t, refused, 429)
	if got := refused.Header.Get("Retry-After"); got != "3" {
		t.Errorf("Retry-After is %q, want 3", got)
	}
	readDays(t, c.presence())
	if body := readAll(t, c.presence()); body != "" {
		t.Errorf("the truncated empty body is %q", body)
	}
}

func TestTwoContentLengths(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Always(), rt.TwoContentLengths())
		_, err := c.client.Do(c.request("GET", presenceTarget))
		if err == nil || !strings.Contains(err.Error(), "multiple Content-Length headers") {
			t.Errorf("got %v, want net/http to refuse it", err)
		}
	})
}

// TestCorruptGzip: the whole body comes, and the checksum is wrong.
func TestCorruptGzip(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		usual := readAll(t, c.presence())
		srv.Inject(rt.OpPresence, rt.Always(), rt.CorruptGzip())
		body, err := io.ReadAll(c.presence().Body)
		if string(body) != usual || !errors.Is(err, gzip.ErrChecksum) {
			t.Errorf("got %d bytes of %d and %v, want all and a wrong checksum", len(body), len(usual), err)
		}
	})
}

func TestEndless(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Always(), rt.Endless())
		resp := c.presence()
		body := json.NewDecoder(resp.Body)
		body.Token() // the bracket
		entries := 0
		for ; entries < 5000 && body.More(); entries++ {
			if err := body.Decode(new(struct{})); err != nil {
				t.Fatal(err)
			}
		}
		if entries != 5000 || resp.StatusCode != 200 || resp.ContentLength != -1 {
			t.Errorf("got %d entries, the status %d and ContentLength %d", entries, resp.StatusCode, resp.ContentLength)
		}
	})
}

func TestGzipBomb(t *testing.T) {
	t.Parallel()
	const size = 2<<20 + 12345
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Always(), rt.GzipBomb(size))
		if body := readAll(t, c.presence()); body != "["+strings.Repeat(" ", size-2)+"]" {
			t.Errorf("got %d bytes, want %d: an array of spaces", len(body), size)
		}
		r := c.request("GET", presenceTarget)
		r.Header.Set("Accept-Encoding", "gzip") // so net/http leaves the body packed
		resp := c.do(r)
		if n := len(readAll(t, resp)); resp.Header.Get("Content-Encoding") != "gzip" || n > size/500 {
			t.Errorf("got %d bytes packed, with the header %v", n, resp.Header)
		}
	})
}
