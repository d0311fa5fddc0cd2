package reservationstest_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

func TestCalls(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		c.do(c.request("GET", presencePath+"?dateFrom=2026-11-01T00:00:00%2B01:00&limit=5&limit=6"))
		r, err := http.NewRequestWithContext(t.Context(), "PUT", c.base+"/api/a%2Fb/", strings.NewReader(`{"a":1}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Other", "yes")
		c.do(r)
		c.presence()

		got := srv.Calls()
		if key, none := got[0].Header.Get("X-Api-Key"), got[1].Header.Values("X-Api-Key"); key != rt.Key || none != nil {
			t.Errorf("keys %q and %q", key, none)
		}
		if other := got[1].Header.Get("X-Other"); other != "yes" {
			t.Errorf("X-Other %q", other)
		}
		for i := range got {
			got[i].Header = nil
		}
		want := []rt.Call{
			{Operation: rt.OpPresence, Method: "GET", Path: presencePath, Query: url.Values{"dateFrom": {"2026-11-01T00:00:00+01:00"}, "limit": {"5", "6"}}, Body: []byte{}, Status: 400},
			{Operation: "", Method: "PUT", Path: "/api/a%2Fb/", Query: url.Values{}, Body: []byte(`{"a":1}`), Status: 404},
			{Operation: rt.OpPresence, Method: "GET", Path: presencePath, Query: url.Values{"dateFrom": {"2026-11-01T00:00:00Z"}, "dateTo": {"2026-11-10T00:00:00Z"}}, Body: []byte{}, Status: 200},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestCallsWhileUnderWay looks at a call from within.
func TestCallsWhileUnderWay(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	var during []rt.Call
	srv.Inject(rt.OpPresence, rt.Always(), rt.Before(func() { during = srv.Calls() }))
	inMemory(t, srv).presence()
	if len(during) != 1 || during[0].Status != 0 {
		t.Errorf("calls while under way: %+v", during)
	}
	if after := srv.Calls(); after[0].Status != 200 || during[0].Status != 0 {
		t.Errorf("status %d afterwards, and %d in the earlier copy", after[0].Status, during[0].Status)
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
		t.Errorf("calls %+v after the reset", got)
	}
	if first, second := c.presence().StatusCode, c.presence().StatusCode; first != 500 || second != 200 {
		t.Errorf("status %d, then %d: calls are not counted from 1 again", first, second)
	}
}
