// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// ownAgent is what the module says of itself.
var ownAgent = "reservations-go/" + reservations.Version + " (" + runtime.Version() + ")"

// with returns c with other options.
func with(t *testing.T, c *reservations.Client, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	derived, err := c.With(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return derived
}

// TestWithChangesTheNewClientAlone: each option holds for the derived client and those derived from
// it, and the parent keeps what it had.
func TestWithChangesTheNewClientAlone(t *testing.T) {
	t.Parallel()
	var sent []string
	hc := &http.Client{Transport: testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		agent := strings.TrimSuffix(r.UserAgent(), ownAgent)
		sent = append(sent, fmt.Sprintf("%s?%s %s%s", r.URL.Path, r.URL.RawQuery, agent, r.Header.Get("X-Api-Key")))
		return testclient.Responds(200, "application/json", `{"id":7}`)(r)
	})}
	parent, err := reservations.NewClient("https://example.com/back", "key", reservations.WithHTTPClient(hc),
		reservations.WithOrganization(1))
	if err != nil {
		t.Fatal(err)
	}
	other := func(context.Context) (string, error) { return "other-key", nil }
	first := with(t, parent, reservations.WithOrganization(2), reservations.WithAPIKeySource(other))
	second := with(t, first, reservations.WithUserAgent("second"))
	for _, c := range []*reservations.Client{parent, first, second, parent, with(t, parent)} {
		if _, err := c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{}); err != nil {
			t.Fatal(err)
		}
	}
	const category = "/back/api/accommodation_categories/7?organization="
	want := []string{
		category + "1 key", category + "2 other-key", category + "2 second other-key", category + "1 key", category + "1 key",
	}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestWithOtherLimits: the size of a response, hooks, retries and time-outs of a derived client are
// not those of its parent.
func TestWithOtherLimits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seen observed
		parent := testclient.Over(t, testclient.Responds(200, "", `{"id":1,"unknown":"`+strings.Repeat("x", 100)+`"}`))
		small := with(t, parent, reservations.WithMaxResponseBytes(50), seen.hooks())
		if err := get(t, parent); err != nil || len(seen.calls) > 0 {
			t.Errorf("the parent: got %v, and the hook of the other %v", err, seen.calls)
		}
		if err := get(t, small); !errors.As(err, new(*http.MaxBytesError)) || len(seen.calls) != 1 {
			t.Errorf("the derived client: got %v, and its hook %v", err, seen.calls)
		}
		parent = testclient.Over(t, refuses(503, ""))
		once := with(t, parent, reservations.WithRetry(reservations.NoRetry()))
		twice := with(t, once, reservations.WithRetry(policy{MaxAttempts: 2}))
		for want, c := range map[int]*reservations.Client{5: parent, 1: once, 2: twice} {
			if refused, ok := errors.AsType[*reservations.APIError](get(t, c)); !ok || refused.Attempts != want {
				t.Errorf("got %v, want %d attempts", refused, want)
			}
		}
		parent = testclient.Over(t, hangs, reservations.WithRetry(reservations.NoRetry()))
		isTimeout(t, get(t, parent), "attempt timed out after 30s (WithAttemptTimeout)")
		isTimeout(t, get(t, with(t, parent, reservations.WithAttemptTimeout(time.Second))), "attempt timed out after 1s (WithAttemptTimeout)")
	})
}

// TestWithSharesConnections, those of the client and those of the caller's http.Client. It is in a bubble, in which
// no time passes while a connection is read: net/http uses one again only if it was written to within 50 ms.
func TestWithSharesConnections(t *testing.T) {
	t.Parallel()
	callers := reservations.WithHTTPClient(&http.Client{Transport: &http.Transport{}})
	for name, opt := range map[string]reservations.Option{"of the client": reservations.Options(), "of the caller": callers} {
		inBubble(t, name, func(t *testing.T) {
			var connections atomic.Int32
			srv := httptest.NewUnstartedServer(http.NotFoundHandler())
			srv.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					connections.Add(1)
				}
			}
			srv.Start()
			defer srv.Close()
			c, err := reservations.NewClient(srv.URL, reservationstest.Key, opt)
			if err != nil {
				t.Fatal(err)
			}
			derived := with(t, c, reservations.WithUserAgent("derived"))
			for _, c := range []*reservations.Client{c, derived, c, derived} {
				if err := get(t, c); !errors.Is(err, reservations.ErrNotFound) || connections.Load() != 1 {
					t.Fatalf("got %v over connection %d, want the first", err, connections.Load())
				}
			}
		})
	}
}
