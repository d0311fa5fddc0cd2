package reservations_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// with returns c with other options.
func with(t *testing.T, c *reservations.Client, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	derived, err := c.With(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return derived
}

// TestWithKeepsThePath of the base URL.
func TestWithKeepsThePath(t *testing.T) {
	t.Parallel()
	var path string
	c, err := reservations.NewClient("https://example.com/backend", "k", reservations.WithHTTPClient(&http.Client{Transport: roundTripFunc(func(r *http.Request) (*http.Response, error) {
		path = r.URL.Path
		return answers(404, "", "")(r)
	})}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := with(t, c).Guests.Get(t.Context(), 7); !errors.Is(err, reservations.ErrNotFound) || path != "/backend/api/guests/7" {
		t.Errorf("got %v for %s", err, path)
	}
}

// TestWithChangesTheNewClientAlone: each option holds for the derived client, and the parent
// keeps what it had.
func TestWithChangesTheNewClientAlone(t *testing.T) {
	t.Parallel()
	var seen []string
	c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
		agent, _, _ := strings.Cut(r.Header.Get("User-Agent"), " ")
		seen = append(seen, fmt.Sprint(r.URL.Query().Get("organization"), " ", agent, " ", r.Header.Get("X-Api-Key")))
		return answers(200, "application/json", `{"id":7}`)(r)
	}), reservations.WithOrganization(1), reservations.WithUserAgent("parent"))
	other := func(context.Context) (string, error) { return "other-key", nil }
	first := with(t, c, reservations.WithOrganization(2), reservations.WithAPIKeySource(other))
	second := with(t, first, reservations.WithUserAgent("second"))
	for _, c := range []*reservations.Client{c, first, second, c, with(t, c)} {
		if _, err := c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{}); err != nil {
			t.Fatal(err)
		}
	}
	key := reservationstest.Key
	want := []string{"1 parent " + key, "2 parent other-key", "2 second other-key", "1 parent " + key, "1 parent " + key}
	if diff := gocmp.Diff(want, seen); diff != "" {
		t.Errorf("organization, program and key of the requests (-want +got):\n%s", diff)
	}
}

// TestWithOtherLimits: timeout, size, retries and hooks are the derived client's own.
func TestWithOtherLimits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		body := `{"id":1,"unknown":"` + strings.Repeat("x", 100) + `"}`
		var sent, attempts int
		parent := over(t, counting(&sent, answers(200, "application/json", body)))
		small := with(t, parent, reservations.WithMaxResponseBytes(50),
			reservations.WithHooks(reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) { attempts++ }}))
		if _, err := parent.TaxProfiles.Get(t.Context(), "1"); err != nil || attempts != 0 {
			t.Errorf("the parent: got %v with %d attempts in the other's hook", err, attempts)
		}
		var tooLarge *http.MaxBytesError
		if _, err := small.TaxProfiles.Get(t.Context(), "1"); !errors.As(err, &tooLarge) || attempts != 1 {
			t.Errorf("the derived client: got %v with %d attempts in its hook", err, attempts)
		}
		sent = 0
		busy := over(t, counting(&sent, answers(503, "", "")))
		if n, _ := sends(t, with(t, busy, reservations.WithRetry(reservations.NoRetry())), &sent); n != 1 {
			t.Errorf("%d requests without retries", n)
		}
		if n, _ := sends(t, busy, &sent); n != 5 {
			t.Errorf("%d requests of the parent, want 5", n)
		}
		if n, _ := sends(t, with(t, with(t, busy, reservations.WithRetry(reservations.NoRetry())), reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2})), &sent); n != 2 {
			t.Errorf("%d requests, want 2", n)
		}
		start := time.Now()
		hangs := over(t, hang)
		_, err := with(t, hangs, reservations.WithAttemptTimeout(time.Second), reservations.WithRetry(reservations.NoRetry())).TaxProfiles.Get(t.Context(), "1")
		if took := time.Since(start); took != time.Second || !strings.Contains(err.Error(), "1s (WithAttemptTimeout)") {
			t.Errorf("got %v after %v, want a timeout after 1s", err, took)
		}
	})
}

// hang answers when the attempt is given up.
var hang = roundTripFunc(func(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
})

func TestWithSharesConnections(t *testing.T) {
	t.Parallel()
	var connections atomic.Int32
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	srv.Start()
	t.Cleanup(srv.Close)
	c, err := reservations.NewClient(srv.URL, "k")
	if err != nil {
		t.Fatal(err)
	}
	derived := with(t, c, reservations.WithUserAgent("derived"))
	for _, c := range []*reservations.Client{c, derived, c, derived} {
		if _, err := c.TaxProfiles.Get(t.Context(), "1"); !errors.Is(err, reservations.ErrNotFound) {
			t.Fatal(err)
		}
	}
	if n := connections.Load(); n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
	derived.CloseIdleConnections()
	if _, err := c.TaxProfiles.Get(t.Context(), "1"); !errors.Is(err, reservations.ErrNotFound) || connections.Load() != 2 {
		t.Errorf("got %v over %d connections, want a second one", err, connections.Load())
	}
}

func TestWithRefuses(t *testing.T) {
	t.Parallel()
	c := over(t, roundTripFunc(nil), reservations.WithMaxConcurrency(3))
	for param, opt := range map[string]reservations.Option{
		"WithHTTPClient": reservations.WithHTTPClient(&http.Client{}), "WithMaxConcurrency": reservations.WithMaxConcurrency(3),
		"WithPlainHTTP": reservations.WithPlainHTTP(), "WithOrganization": reservations.WithOrganization(-1),
		"opts": nil, "WithSharedThrottle": reservations.WithSharedThrottle(nil),
	} {
		t.Run(param, func(t *testing.T) {
			t.Parallel()
			derived, err := c.With(opt)
			check(t, err, "With", param, nil)
			if derived != nil {
				t.Error("there is a client beside the error")
			}
		})
	}
	_, err := c.With(reservations.WithSharedThrottle(new(reservations.Client)))
	check(t, err, "With", "WithSharedThrottle", nil)
	for _, opts := range [][]reservations.Option{
		{reservations.WithSharedThrottle(c), reservations.WithMaxConcurrency(4)},
		{reservations.WithMaxConcurrency(4), reservations.WithSharedThrottle(c)},
	} {
		_, err := reservations.NewClient("https://api.example.com", "k", opts...)
		check(t, err, "NewClient", "WithMaxConcurrency", []string{"4", "3", "WithSharedThrottle"})
	}
	if _, err := reservations.NewClient("https://api.example.com", "k", reservations.WithSharedThrottle(c), reservations.WithMaxConcurrency(3)); err != nil {
		t.Errorf("the same bound: %v", err)
	}
}
