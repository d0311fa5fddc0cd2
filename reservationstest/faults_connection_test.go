package reservationstest_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestResetAfter tells that a write takes effect although its response is lost.
func TestResetAfter(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault rt.Fault
		done  bool
	}{"before": {rt.Reset(), false}, "after": {rt.ResetAfter(), true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				srv.Put(rt.NewWebhook(3))
				srv.Inject(rt.OpDeleteWebhook, rt.Always(), test.fault)
				_, err := c.client.Do(c.request("DELETE", "/api/webhooks/3"))
				if !errors.Is(err, syscall.ECONNRESET) {
					t.Errorf("error %v, want a connection reset", err)
				}
				if _, found := rt.Get[types.Webhook](srv, 3); found == test.done {
					t.Errorf("the webhook is there: %v", found)
				}
				if got := srv.Calls()[0].Status; got != 0 {
					t.Errorf("status %d was recorded", got)
				}
			})
		})
	}
}

func TestHang(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		ended := noteEnd(srv)
		arrived := make(chan struct{})
		srv.Inject(rt.OpPresence, rt.Always(), rt.Before(func() { close(arrived) }))
		srv.Inject(rt.OpPresence, rt.Always(), rt.Hang())
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			<-arrived
			cancel()
		}()
		if _, err := c.client.Do(c.request("GET", presencePath).WithContext(ctx)); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
		<-ended
		if got := srv.Calls()[0].Status; got != 0 {
			t.Errorf("status %d was recorded", got)
		}
	})
}

func TestRedirect(t *testing.T) {
	t.Parallel()
	const target = presencePath + "?dateFrom=2026-11-01T00%3A00%3A00Z"
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		c.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		for i, test := range []struct {
			code           int
			location, want string
		}{
			{301, "https://elsewhere.example.test/a?b=c", "https://elsewhere.example.test/a?b=c"},
			{308, "/elsewhere", "/elsewhere"},
			{302, "", target},
		} {
			srv.Inject(rt.OpPresence, rt.Nth(i+1), rt.Redirect(test.code, test.location))
			resp := c.do(c.request("GET", target))
			if got := resp.Header.Get("Location"); resp.StatusCode != test.code || got != test.want || readAll(t, resp) != "" {
				t.Errorf("status %d to %q, want %d to %q and no body", resp.StatusCode, got, test.code, test.want)
			}
		}
	})
}

// TestEarlyHints tells that the response that follows is the usual one.
func TestEarlyHints(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 20} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				srv.Inject(rt.OpPresence, rt.Always(), rt.EarlyHints(n))
				hints := 0
				ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
					if hints++; code != http.StatusEarlyHints || h.Get("Link") == "" {
						t.Errorf("status %d with %v", code, h)
					}
					return nil
				}})
				resp := c.do(c.request("GET", presencePath+"?dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-10T00:00:00Z&limit=1000").WithContext(ctx))
				if diff := cmp.Diff(srv.Register(whole), readDays(t, resp)); diff != "" || hints != n || resp.Header.Get("Link") != "" {
					t.Errorf("%d hints, want %d, and none in the header %v (-want +got):\n%s", hints, n, resp.Header, diff)
				}
				if got := srv.Calls()[0].Status; got != 200 {
					t.Errorf("status %d was recorded, want that of the last response", got)
				}
			})
		})
	}
}

// TestEarlyHintsAndAFaultWithTheWholeResponse: the status is that of the last response.
func TestEarlyHintsAndAFaultWithTheWholeResponse(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	srv.Inject(rt.OpPresence, rt.Always(), rt.Slow(0))
	srv.Inject(rt.OpPresence, rt.Always(), rt.EarlyHints(1))
	if got := inMemory(t, srv).presence().StatusCode; got != 200 {
		t.Errorf("status %d, want 200", got)
	}
}

// TestEarlyHintsEndWithTheClient also when there are very many of them.
func TestEarlyHintsEndWithTheClient(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		ended := noteEnd(srv)
		srv.Inject(rt.OpPresence, rt.Always(), rt.EarlyHints(math.MaxInt))
		if resp, err := c.client.Do(c.request("GET", presencePath)); err == nil {
			t.Errorf("status %d, want an error after so many hints", resp.StatusCode)
		}
		<-ended
	})
}

func TestTrailer(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Always(), rt.Trailer("X-Checksum", "abc"))
		resp := c.presence("limit=1000")
		if _, announced := resp.Trailer["X-Checksum"]; !announced || resp.Header.Get("X-Checksum") != "" || resp.ContentLength != -1 {
			t.Errorf("announces %v, header %v, length %d", resp.Trailer, resp.Header, resp.ContentLength)
		}
		if diff := cmp.Diff(srv.Register(whole), readDays(t, resp)); diff != "" || resp.Trailer.Get("X-Checksum") != "abc" {
			t.Errorf("trailer %v (-want +got):\n%s", resp.Trailer, diff)
		}
	})
}

func TestTwoContentLengths(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Always(), rt.TwoContentLengths())
		resp, err := c.client.Do(c.request("GET", presencePath+"?dateFrom=2026-11-01T00:00:00Z"))
		if err == nil || !strings.Contains(err.Error(), "multiple Content-Length headers") {
			t.Errorf("got %v, %v; want net/http to refuse it", resp, err)
		}
	})
}

// TestCorruptGzip tells that the whole body comes, and that the checksum is wrong.
func TestCorruptGzip(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		usual := readAll(t, c.presence())
		srv.Inject(rt.OpPresence, rt.Always(), rt.CorruptGzip())
		body, err := io.ReadAll(c.presence().Body)
		if string(body) != usual || !errors.Is(err, gzip.ErrChecksum) {
			t.Errorf("%d bytes of %d and %v, want all and a wrong checksum", len(body), len(usual), err)
		}
	})
}
