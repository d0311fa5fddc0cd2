// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestWithQuery: it adds to every request of every method, and of Do.
func TestWithQuery(t *testing.T) {
	t.Parallel()
	extra := []reservations.CallOption{
		reservations.WithQuery("expand", "a b&c=d"), reservations.WithQuery("empty", ""),
		reservations.WithQuery("tag[]", "1"), reservations.WithQuery("tag[]", "2"),
	}
	want := url.Values{"expand": {"a b&c=d"}, "tag[]": {"1", "2"}, "empty": {""}}
	srv := testclient.Server(7, 8, 9, 10, 11, 12, 13, 14)
	srv.SetBookings(testclient.Present(8)...)
	plain := testclient.DropParam(srv, "own")
	for key := range want {
		plain = testclient.DropParam(plain, key) // the server refuses what it does not know
	}
	var sent []url.Values
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		sent = append(sent, r.URL.Query())
		return plain.RoundTrip(r)
	}), reservations.WithMaxConcurrency(1))
	check := func(name string, call func(opts ...reservations.CallOption) error) {
		sent = nil
		err := call()
		without := sent
		for _, query := range without {
			maps.Copy(query, want)
		}
		sent = nil
		err = errors.Join(err, call(extra...))
		if diff := cmp.Diff(without, sent); diff != "" || err != nil || len(sent) == 0 {
			t.Errorf("%s: got %v, queries (-want +got):\n%s", name, err, diff)
		}
	}
	for _, call := range testclient.Calls() {
		if !call.Writes() { // a write would find nothing to change the second time
			check(call.Name, func(opts ...reservations.CallOption) error { return only(call.Do(t.Context(), c, opts...)) })
		}
	}
	own := url.Values{"own": {"1"}}
	check("Do", func(opts ...reservations.CallOption) error {
		return c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/guests/7", Query: own}, nil, opts...)
	})
	if len(own) != 1 {
		t.Errorf("the query of the caller is now %v", own)
	}
}

// TestWithQueryOfAParam: what an operation sets itself is refused, also when it is not set this
// time, and nothing is sent.
func TestWithQueryOfAParam(t *testing.T) {
	t.Parallel()
	c := unsent(t)
	check := func(name, key string, call func(reservations.CallOption) error) {
		t.Helper()
		var refused *reservations.ParamError
		err := call(reservations.WithQuery(key, "9"))
		want := fmt.Sprintf("cannot set %q, which the operation sets itself", key)
		if !errors.As(err, &refused) || refused.Param != "WithQuery" || !strings.HasPrefix(refused.Reason, want) {
			t.Errorf("%s: got %v, want that WithQuery %s", name, err, want)
		}
	}
	for _, p := range paramsOf() {
		call := p.call
		if !p.required {
			call = p.with(nil)
		}
		check(call.Name, p.name, func(opt reservations.CallOption) error { return only(call.Do(t.Context(), c, opt)) })
	}
	check("a list without its brackets", "include", func(opt reservations.CallOption) error {
		return only(c.Accommodations.Unit(t.Context(), 7, reservations.UnitParams{}, opt))
	})
	check("Do", "own", func(opt reservations.CallOption) error {
		request := reservations.Request{Method: "GET", Path: "/api/x", Query: url.Values{"own": {"1"}}}
		return c.Do(t.Context(), request, nil, opt)
	})
}
