// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"errors"
	"net"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestRequests has what is recorded, also of a request that is under way.
func TestRequests(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		var during []rt.Request
		srv.Inject("taxProfiles.get", rt.Always(), rt.Before(func() { during = srv.Requests() }))
		c.send("GET", presencePath+"?dateFrom=2026-11-01T00:00:00%2B01:00&limit=5&limit=6", "")
		c.send("PUT", "/api/a%2Fb/", `{"a":1}`)
		c.send("GET", "/api/tax_profiles/a%20b", "")
		got := srv.Requests()
		query := url.Values{"dateFrom": {"2026-11-01T00:00:00+01:00"}, "limit": {"5", "6"}}
		want := []rt.Request{
			{Operation: "reports.presence", Method: "GET", Path: presencePath, Query: query, Body: []byte{}, Status: 400},
			{Method: "PUT", Path: "/api/a%2Fb/", Query: url.Values{}, Body: []byte(`{"a":1}`), Status: 404},
			{Operation: "taxProfiles.get", Method: "GET", Path: "/api/tax_profiles/a%20b", ID: "a b", Query: url.Values{}, Body: []byte{}, Status: 404},
		}
		for i := range want {
			wantSame(t, rt.Key, got[i].Header.Get("X-Api-Key"))
			want[i].Header, want[i].Time = got[i].Header, got[i].Time // TestRate has times
		}
		wantSame(t, want, got)
		if len(during) != 3 || during[2].Status != 0 {
			t.Errorf("while the third is under way there is %+v", during)
		}
	})
}

// TestNew has the key and the organization that the client sends, that it hardly waits, and that the server ends with the
// test.
func TestNew(t *testing.T) {
	t.Parallel()
	for want, opts := range map[string][]rt.Option{"test-key 1": nil, "another 12": {rt.WithKey("another"), rt.WithOrganization(12)}} {
		var srv *rt.Server
		synctest.Test(t, func(t *testing.T) {
			var client *reservations.Client
			srv, client = rt.New(t, append(opts, rt.WithRecords(rt.NewCategory(4)))...)
			srv.Inject("accommodations.category", rt.Nth(1, 2), rt.Status(500))
			start := time.Now()
			_, err := client.Accommodations.Category(t.Context(), 4, reservations.CategoryParams{})
			if waited := time.Since(start); err != nil || waited == 0 || waited > 20*time.Millisecond {
				t.Errorf("after %v: %v", waited, err)
			}
			first := srv.Requests()[0]
			wantSame(t, want, first.Header.Get("X-Api-Key")+" "+first.Query.Get("organization"))
		})
		wantClosed(inMemory(t, srv))
	}
}

// TestClose: later requests fail as if nothing listened, and what the server has recorded remains.
func TestClose(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		read[[]types.PresenceDay](t, c.presence(""))
		srv.Close()
		wantClosed(c)
		wantSame(t, 1, len(srv.Requests())) // the one before Close
	})
}

func wantClosed(c caller) {
	c.t.Helper()
	_, err := c.client.Do(c.request("GET", presenceTarget, ""))
	if refused, isOp := errors.AsType[*net.OpError](err); !isOp || refused.Op != "dial" {
		c.t.Errorf("a request after Close ended with %v, want a refused connection", err)
	}
}
