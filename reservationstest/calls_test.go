// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestCalls(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		c.send("GET", presencePath+"?dateFrom=2026-11-01T00:00:00%2B01:00&limit=5&limit=6", "")
		c.send("PUT", "/api/a%2Fb/", `{"a":1}`, "X-Other", "yes")
		c.send("GET", "/api/tax_profiles/a%20b", "")
		got := srv.Calls()
		if key, other := got[0].Header.Get("X-Api-Key"), got[1].Header.Get("X-Other"); key != rt.Key || other != "yes" {
			t.Errorf("the headers have the key %q and the value %q", key, other)
		}
		query := url.Values{"dateFrom": {"2026-11-01T00:00:00+01:00"}, "limit": {"5", "6"}}
		want := []rt.Call{
			{Operation: rt.OpPresence, Method: "GET", Path: presencePath, Query: query, Body: []byte{}, Status: 400},
			{Method: "PUT", Path: "/api/a%2Fb/", Query: url.Values{}, Body: []byte(`{"a":1}`), Status: 404},
			{Operation: rt.OpTaxProfile, Method: "GET", Path: "/api/tax_profiles/a%20b", ID: "a b", Query: url.Values{},
				Body: []byte{}, Status: 404},
		}
		for i := range want {
			want[i].Header = got[i].Header
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestCallsWhileUnderWay looks at a call from within, and sees a copy.
func TestCallsWhileUnderWay(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	var during []rt.Call
	srv.Inject(rt.OpPresence, rt.Always(), rt.Before(func() { during = srv.Calls() }))
	inMemory(t, srv).presence()
	if after := srv.Calls(); len(during) != 1 || during[0].Status != 0 || after[0].Status != 200 {
		t.Errorf("while under way there is %+v, and afterwards %+v", during, after)
	}
}

func TestResetCalls(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	srv.Inject(rt.OpPresence, rt.Nth(1), rt.Status(500))
	c := inMemory(t, srv)
	c.presence()
	srv.ResetCalls()
	if got := srv.Calls(); len(got) != 0 {
		t.Errorf("there are the calls %+v after the reset", got)
	}
	if first, second := c.presence().StatusCode, c.presence().StatusCode; first != 500 || second != 200 {
		t.Errorf("got the status %d, then %d, want 500 and 200: the numbers begin at 1 again", first, second)
	}
}

// TestBodyOf has what it cannot read; an example reads a body.
func TestBodyOf(t *testing.T) {
	t.Parallel()
	srv := stocked()
	inMemory(t, srv).send(http.MethodPost, voipTarget, `{"reference":"r1"}`)
	inMemory(t, srv).send(http.MethodGet, "/api/guests/1", "")
	_, otherType := rt.BodyOf[[]int](srv.Calls()[0])
	_, noBody := rt.BodyOf[types.Guest](srv.Calls()[1])
	for _, err := range []error{noBody, otherType} {
		if err == nil || !strings.HasPrefix(err.Error(), "reservationstest: the body of ") {
			t.Errorf("got the error %v", err)
		}
	}
}
