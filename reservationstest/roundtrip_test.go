package reservationstest_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

func TestRoundTripAnswersAnyHost(t *testing.T) {
	t.Parallel()
	c := caller{t, &http.Client{Transport: rt.NewServer()}, ""}
	for _, base := range []string{"http://a.example.test", "https://b.example.test:8443", "https://[2001:db8::1]"} {
		c.base = base
		readDays(t, c.presence())
	}
}

// TestRoundTripLeavesNothing relies on synctest, which fails when a goroutine of the
// bubble is left.
func TestRoundTripLeavesNothing(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		fault rt.Fault
		use   func(*testing.T, *http.Response)
	}{
		"read to the end":    {rt.Before(func() {}), func(t *testing.T, resp *http.Response) { readDays(t, resp) }},
		"closed unread":      {rt.Before(func() {}), func(t *testing.T, resp *http.Response) { resp.Body.Close() }},
		"slow, closed":       {rt.Slow(time.Hour), func(t *testing.T, resp *http.Response) { resp.Body.Close() }},
		"endless, closed":    {rt.Endless(), func(t *testing.T, resp *http.Response) { resp.Body.Close() }},
		"truncated":          {rt.Truncate(9), func(t *testing.T, resp *http.Response) { wantCutOff(t, resp, `[{"date":`) }},
		"an error, unread":   {rt.Status(500), func(t *testing.T, resp *http.Response) { resp.Body.Close() }},
		"empty and not read": {rt.EmptyBody(), func(*testing.T, *http.Response) {}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
			srv.Inject(rt.OpPresence, rt.Always(), test.fault)
			synctest.Test(t, func(t *testing.T) {
				client := &http.Client{Transport: srv}
				resp, err := client.Do(caller{t: t, base: "http://api.example.test"}.request("GET", presencePath+"?dateFrom=2026-11-03T00:00:00Z"))
				if err != nil {
					t.Fatal(err)
				}
				test.use(t, resp)
			})
		})
	}
}

// TestRoundTripObeysTheContext has handlers that send nothing until the client is gone.
func TestRoundTripObeysTheContext(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	srv.Inject(rt.OpPresence, rt.Always(), func(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() })
	tests := map[string]struct {
		timeout time.Duration
		want    error
	}{
		"deadline":      {time.Minute, context.DeadlineExceeded},
		"ended already": {-time.Minute, context.DeadlineExceeded},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
				defer cancel()
				start := time.Now()
				_, err := srv.RoundTrip(inMemory(t, srv).request("GET", presencePath).WithContext(ctx))
				if !errors.Is(err, test.want) || time.Since(start) != max(0, test.timeout) {
					t.Errorf("error %v after %v", err, time.Since(start))
				}
			})
		})
	}
	t.Run("client timeout", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := inMemory(t, srv)
			c.client.Timeout = 30 * time.Second
			_, err := c.client.Do(c.request("GET", presencePath))
			var timeout net.Error
			if !errors.As(err, &timeout) || !timeout.Timeout() {
				t.Errorf("error %v, want a timeout", err)
			}
		})
	})
}

func TestRoundTripAbortIsAReset(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	srv.Inject(rt.OpPresence, rt.Nth(1), rt.Reset())
	srv.Inject(rt.OpPresence, rt.Nth(2), func(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) })
	for call := 1; call <= 2; call++ {
		_, err := srv.RoundTrip(inMemory(t, srv).request("GET", presencePath))
		var op *net.OpError
		if !errors.As(err, &op) || op.Op != "read" || !errors.Is(op, syscall.ECONNRESET) {
			t.Errorf("call %d: error %#v, want a reset while reading", call, err)
		}
	}
	if got := len(srv.Calls()); got != 2 {
		t.Errorf("%d calls arrived: a reset must not be retried unseen", got)
	}
}

// TestRoundTripBesideLoopback calls one server over its port and, inside bubbles, in
// memory: neither may tie the other to a bubble.
func TestRoundTripBesideLoopback(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	t.Cleanup(srv.Close)
	loopback := caller{t, &http.Client{}, srv.URL()}
	for i := range 3 {
		readDays(t, loopback.presence())
		t.Run(fmt.Sprint("bubble ", i), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { readAll(t, inMemory(t, srv).presence()) })
		})
	}
}

func TestRoundTripIsAResponder(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithBookings(booked("R1", adults(1, november("03 14:00"), never))))
	mock := httpmock.NewMockTransport()
	mock.RegisterResponder("GET", "https://api.example.test"+presencePath, httpmock.Responder(srv.RoundTrip).Once())
	c := caller{t, &http.Client{Transport: mock}, "https://api.example.test"}
	if got := lines(readDays(t, c.presence()))[2]; got != "03: R1 Adults 1" {
		t.Errorf("3 November is %q", got)
	}
	if _, err := c.client.Do(c.request("GET", presencePath)); err == nil || !strings.Contains(err.Error(), "Responder not found") {
		t.Errorf("error %v, want httpmock's own", err)
	}
}
