// SPDX-License-Identifier: MIT

package transport

import (
	"compress/flate"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestRetryVerdict(t *testing.T) {
	t.Parallel()
	get := func(err error) error { return &url.Error{Op: "Get", URL: "https://x", Err: err} } // as http.Client gives it
	says := errors.New
	dns := &net.DNSError{Err: "server misbehaving", IsTemporary: true}
	for _, test := range []struct {
		name        string
		status      int
		err         error
		read, write verdict
	}{
		{"200", 200, nil, final, final},
		{"400", 400, nil, final, final},
		{"401", 401, nil, final, final},
		{"408", 408, nil, transient, final},
		{"429", 429, nil, limited, limited},
		{"500", 500, nil, transient, final},
		{"501", 501, nil, final, final},
		{"503", 503, nil, transient, final},
		{"504", 504, nil, transient, final},
		{"505", 505, nil, final, final},
		{"refused", 0, errRefused, transient, transient},
		{"dial timeout", 0, &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, transient, transient},
		{"refused by the proxy", 0, &net.OpError{Op: "proxyconnect", Err: errRefused}, transient, transient},
		{"unknown host", 0, errNoHost, final, final},
		{"name server down", 0, &net.OpError{Op: "dial", Err: dns}, transient, transient},
		{"reset", 0, errReset, transient, final},
		{"reset before there was a connection", 0, &sendError{errReset, false}, transient, transient},
		{"an error of the program before there was a connection", 0, &sendError{errOther, false}, final, final},
		{"refused after the request was sent", 0, &sendError{errRefused, true}, transient, final},
		{"no HTTP, before the request was sent", 0, get(says(`malformed HTTP response "\x15"`)), transient, final},
		{"write failed", 0, &net.OpError{Op: "write", Err: syscall.EPIPE}, transient, final},
		{"closed", 0, &net.OpError{Op: "read", Err: net.ErrClosed}, transient, final},
		{"an error weighs more than a status", 429, errOther, final, final},
		{"truncated", 200, io.ErrUnexpectedEOF, transient, final},
		{"wrong checksum", 200, gzip.ErrChecksum, transient, final},
		{"no gzip", 200, fmt.Errorf("x: %w", gzip.ErrHeader), transient, final},
		{"damaged gzip", 200, fmt.Errorf("x: %w", flate.CorruptInputError(7)), transient, final},
		{"timeout", 0, get(os.ErrDeadlineExceeded), transient, final},
		{"certificate", 0, &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, final, final},
		{"too large", 200, fmt.Errorf("x: %w", &http.MaxBytesError{Limit: 1}), final, final},
		{"large header", 0, says("net/http: HTTP/1.x transport connection broken: net/http: server response headers exceeded 10 bytes; aborted"), final, final},
		{"HTTP/2 connection lost", 0, get(says("http2: client connection lost")), transient, final},
		{"HTTP/2 connection closed", 0, errors.New("http2: client conn is closed"), transient, final},
		{"HTTP/2 refused, through a tracer", 0, fmt.Errorf("trace: %w", says("http2: client conn not usable")), transient, transient},
		{"HTTP/2 broke, through a tracer", 0, fmt.Errorf("trace: %w", says("http2: client connection lost")), transient, final},
		{"HTTP/2 has not processed it", 0, fmt.Errorf("trace: %w", &refusedError{errOther}), transient, transient},
		{"to be sent again", 0, errResent, transient, final},
		{"fetch", 0, says("net/http: fetch() failed: TypeError: Failed to fetch"), transient, final},
		{"a certificate is missing", 0, &net.OpError{Op: "remote error", Err: tls.AlertError(116)}, final, final},
		{"another error of HTTP/2", 0, errors.New("http2: invalid header field name"), final, final},
		{"a mock that speaks of a connection", 0, errors.New("no connection error: register a responder"), final, final},
	} {
		t.Run(test.name, func(t *testing.T) {
			read, write := retryVerdict(Read, test.status, test.err), retryVerdict(Write, test.status, test.err)
			if read != test.read || write != test.write {
				t.Errorf("the verdicts on a read and a write are %d and %d, want %d and %d", read, write, test.read, test.write)
			}
		})
	}
}

// TestDelayDoublesWithinBounds, and varies.
func TestDelayDoublesWithinBounds(t *testing.T) {
	t.Parallel()
	for n, middle := range map[int]time.Duration{0: 500 * ms, 1: sec, 6: 30 * sec, 31: 30 * sec, 1000: 30 * sec} {
		seen := map[time.Duration]bool{}
		for range 200 {
			d := testPolicy.delay(n)
			if seen[d] = true; d < middle*3/4 || d > middle*5/4 {
				t.Fatalf("delay(%d) = %v, want %v and a quarter more or less", n, d, middle)
			}
		}
		if len(seen) < 100 {
			t.Errorf("delay(%d) hardly varies: %d values in 200", n, len(seen))
		}
	}
	if d := (Policy{MinWait: math.MaxInt64, MaxWait: math.MaxInt64}).delay(0); d < 50*365*24*time.Hour {
		t.Errorf("the longest MinWait gives %v", d)
	}
}

// TestWaits checks how long a call waits before each of its retries. A wait of the client's own
// varies by a quarter, which ~ allows; one that the service names is exact. What is reported of an attempt is the time
// until the next.
func TestWaits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		responses string // as stepsOf reads them, the last one again and again
		waits     string // between the attempts
		status    int    // of the response, 0 for none
	}{
		{"429 in seconds", "429/7 200", "7s", 200},
		{"429 at the cap", "429/60 200", "60s", 200},
		{"429 past the cap", "429/61 200", "", 429},
		{"429 overflowing", "429/9223372037 200", "", 429},
		{"429 without a time", "429 429 429 200", "~111ms ~222ms ~444ms", 200},
		{"429 with garbage", "429/soon 200", "~111ms", 200},
		{"429 at once, but not forever", "429/0 429/0 429/0 200", "0s ~222ms ~444ms", 200},
		{"429 with a reset", "429?9 200", "9s", 200},
		{"429 with a reset past the cap", "429?61 200", "~111ms", 200},
		{"429 with a reset soon", "429?0.05 200", "50ms", 200},
		{"429 with a reset now", "429?0 200", "~111ms", 200},
		{"429 is not counted", strings.Repeat("429/7.5 ", 15) + "200", strings.Repeat("7.5s ", 15), 200},
		{"429 is bounded by time", "429/50", "50s 50s", 429},
		{"503 five times", "503", "~500ms ~1s ~2s ~4s", 503},
		{"503 names a time", "503/20 200", "20s", 200},
		{"503 names a time that is shorter than the wait", "503/0 200", "~500ms", 200},
		{"503 past the cap", "503/61 200", "", 503},
		{"429 among 503", "503 429/1 503 429/1 503 429/1 503 200", "~500ms 1s ~1s 1s ~2s 1s ~4s", 200},
		{"hangs once", "hang 200", "30s~500ms", 200},
		{"hangs for good", "hang", "30s~500ms 30s~1s 30s~2s", 0},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			waits := strings.Fields(test.waits)
			s := newScript(stepsOf(test.responses)...)
			var next []time.Duration // attempts, as those before announce them
			q := request(Read)
			q.Observe = func(r Result) { next = append(next, time.Since(s.start)+r.Wait) }
			resp, err := newTest(s).Send(t.Context(), q)
			if (err == nil) != (test.status != 0) || resp.Status != test.status {
				t.Errorf("got status %d, %v; want %d", resp.Status, err, test.status)
			}
			if len(s.at) != len(waits)+1 || resp.Attempts != len(s.at) {
				t.Fatalf("attempts at %v, want waits of %v", s.at, waits)
			}
			for i, wait := range waits {
				exact, varied, _ := strings.Cut(wait, "~")
				least, _ := time.ParseDuration(exact)
				more, _ := time.ParseDuration(varied)
				if got := s.at[i+1] - s.at[i]; got < least+more*3/4 || got > least+more*5/4 || s.at[i+1] != next[i] {
					t.Errorf("attempt %d came %v after the one before, want %s, and what was announced: %v", i+2, got, wait, next[i]-s.at[i])
				}
			}
		})
	}
}
