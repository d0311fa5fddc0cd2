// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"syscall"
	"testing"
	"time"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestResets: after ResetAfter a write has taken effect, although its response is lost.
func TestResets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		fault   rt.Fault
		deleted bool
	}{
		{"before", rt.Reset(), false},
		{"after", rt.ResetAfter(), true},
		{"aborted", func(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				srv.Put(rt.NewWebhook(3))
				srv.Inject(rt.OpDeleteWebhook, rt.Always(), test.fault)
				_, err := c.client.Do(c.request("DELETE", "/api/webhooks/3"))
				ended := test.name == "aborted" && c.client.Transport != http.RoundTripper(srv) // over TCP that is no reset
				if !errors.Is(err, syscall.ECONNRESET) && !(ended && errors.Is(err, io.EOF)) {
					t.Errorf("got the error %v, want a connection reset", err)
				}
				if _, found := rt.Get[types.Webhook](srv, 3); found == test.deleted {
					t.Errorf("the webhook is still there: %v, want it deleted: %v", found, test.deleted)
				}
				if calls := srv.Calls(); len(calls) != 1 || calls[0].Status != 0 {
					t.Errorf("recorded are %+v, want one request without a status", calls)
				}
			})
		})
	}
}

// TestFaultsEndWithTheClient: a response that would go on for ever stops when the reader stops,
// when the context ends, and when the client has had too many hints.
func TestFaultsEndWithTheClient(t *testing.T) {
	t.Parallel()
	closes := func(_ context.CancelFunc, resp *http.Response) { resp.Body.Close() }
	cancels := func(cancel context.CancelFunc, resp *http.Response) {
		cancel()
		io.Copy(io.Discard, resp.Body)
	}
	tests := []struct {
		name  string
		fault rt.Fault
		ends  func(context.CancelFunc, *http.Response) // nil if there is no response
	}{
		{"hang", rt.Hang(), nil},
		{"early hints", rt.EarlyHints(math.MaxInt), nil},
		{"slow, closed", rt.Slow(1000 * time.Hour), closes},
		{"slow, cancelled", rt.Slow(1000 * time.Hour), cancels},
		{"endless, closed", rt.Endless(), closes},
		{"endless, cancelled", rt.Endless(), cancels},
		{"gzip bomb, closed", rt.GzipBomb(1 << 60), closes},
		{"gzip bomb, cancelled", rt.GzipBomb(1 << 60), cancels},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				ended := make(chan struct{})
				srv.Inject(rt.OpPresence, rt.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
					defer close(ended)
					next.ServeHTTP(w, r)
				})
				if test.name == "hang" {
					srv.Inject(rt.OpPresence, rt.Always(), rt.Before(cancel))
				}
				srv.Inject(rt.OpPresence, rt.Always(), test.fault)
				resp, err := c.client.Do(c.request("GET", presenceTarget).WithContext(ctx))
				if (err == nil) != (test.ends != nil) {
					t.Fatalf("got the error %v", err)
				}
				if err == nil {
					test.ends(cancel, resp)
				}
				<-ended
				got := srv.Calls()[0].Status
				if test.name == "hang" && (got != 0 || !errors.Is(err, context.Canceled)) {
					t.Errorf("got the error %v and recorded the status %d, want context.Canceled and none", err, got)
				}
			})
		})
	}
}
