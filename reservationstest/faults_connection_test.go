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

func abort(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }

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
		{"aborted", abort, false},
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

// endOf returns a channel that is closed when the handler of the first request has ended. Call it
// before other faults are injected.
func endOf(srv *rt.Server) <-chan struct{} {
	ended := make(chan struct{})
	srv.Inject(rt.OpPresence, rt.Nth(1), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		defer close(ended)
		next.ServeHTTP(w, r)
	})
	return ended
}

func TestHang(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		ended := endOf(srv)
		ctx, cancel := context.WithCancel(t.Context())
		srv.Inject(rt.OpPresence, rt.Always(), rt.Before(cancel))
		srv.Inject(rt.OpPresence, rt.Always(), rt.Hang())
		_, err := c.client.Do(c.request("GET", presenceTarget).WithContext(ctx))
		<-ended
		if got := srv.Calls()[0].Status; !errors.Is(err, context.Canceled) || got != 0 {
			t.Errorf("got the error %v and recorded the status %d, want context.Canceled and none", err, got)
		}
	})
}

// TestFaultsEndWithTheClient: a reader who stops, or whose context ends, also stops a response
// that would go on for ever.
func TestFaultsEndWithTheClient(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		fault rt.Fault
	}{{"slow", rt.Slow(1000 * time.Hour)}, {"endless", rt.Endless()}, {"gzip bomb", rt.GzipBomb(1 << 60)}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				ended := endOf(srv)
				srv.Inject(rt.OpPresence, rt.Always(), test.fault)
				c.presence().Body.Close()
				<-ended

				srv.ResetCalls()
				srv.ClearFaults()
				ended = endOf(srv)
				srv.Inject(rt.OpPresence, rt.Always(), test.fault)
				ctx, cancel := context.WithCancel(t.Context())
				resp := c.do(c.request("GET", presenceTarget).WithContext(ctx))
				cancel()
				if _, err := io.Copy(io.Discard, resp.Body); !errors.Is(err, context.Canceled) {
					t.Errorf("got the error %v, want context.Canceled", err)
				}
				<-ended
			})
		})
	}
	t.Run("early hints", func(t *testing.T) {
		t.Parallel()
		overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
			ended := endOf(srv)
			srv.Inject(rt.OpPresence, rt.Always(), rt.EarlyHints(math.MaxInt))
			if resp, err := c.client.Do(c.request("GET", presenceTarget)); err == nil {
				t.Errorf("got the status %d, want an error after so many hints", resp.StatusCode)
			}
			<-ended
		})
	})
}
