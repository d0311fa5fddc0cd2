// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
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

var queryOfDo = url.Values{"own": {"1"}}

func do(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) error {
	return c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/x", Query: queryOfDo}, nil, opts...)
}

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
	var plain http.RoundTripper = srv
	for key := range want {
		plain = testclient.DropParam(plain, key) // the server refuses what it does not know
	}
	queries := func(call func(context.Context, *reservations.Client, ...reservations.CallOption) error,
		opts ...reservations.CallOption) (queries []url.Values) {
		client := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			queries = append(queries, r.URL.Query())
			return plain.RoundTrip(r)
		}), reservations.WithMaxConcurrency(1))
		if err := call(t.Context(), client, opts...); err != nil && !errors.Is(err, reservations.ErrNotFound) {
			t.Error(err)
		}
		return queries
	}
	check := func(t *testing.T, call func(context.Context, *reservations.Client, ...reservations.CallOption) error) {
		without, with := queries(call), queries(call, extra...)
		for _, query := range without {
			maps.Copy(query, want)
		}
		if diff := cmp.Diff(without, with); diff != "" || len(with) == 0 {
			t.Errorf("queries (-want +got):\n%s", diff)
		}
	}
	for _, call := range testclient.Calls() {
		if call.Writes() {
			continue // it would find nothing to change the second time
		}
		t.Run(call.Name, func(t *testing.T) {
			check(t, func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) error {
				return only(call.Do(ctx, c, opts...))
			})
		})
	}
	t.Run("Do", func(t *testing.T) { check(t, do) })
	if len(queryOfDo) != 1 {
		t.Errorf("the query of the caller is now %v", queryOfDo)
	}
}

// TestWithQueryOfAParam: what an operation sets itself is refused, also when it is not set this
// time, and nothing is sent.
func TestWithQueryOfAParam(t *testing.T) {
	t.Parallel()
	c := unsent(t)
	check := func(t *testing.T, key string, call func(reservations.CallOption) error) {
		t.Helper()
		var refused *reservations.ParamError
		err := call(reservations.WithQuery(key, "9"))
		want := fmt.Sprintf("cannot set %q, which the operation sets itself", key)
		if !errors.As(err, &refused) || refused.Param != "WithQuery" || !strings.HasPrefix(refused.Reason, want) {
			t.Errorf("got %v, want that WithQuery %s", err, want)
		}
	}
	for _, p := range paramsOf() {
		t.Run(p.call.Params.Name()+"/"+p.name, func(t *testing.T) {
			call := p.call
			if !p.required {
				call = p.with(nil)
			}
			check(t, p.name, func(opt reservations.CallOption) error { return only(call.Do(t.Context(), c, opt)) })
		})
	}
	t.Run("the query of Do", func(t *testing.T) {
		check(t, "own", func(opt reservations.CallOption) error { return do(t.Context(), c, opt) })
	})
	t.Run("a list without its brackets", func(t *testing.T) {
		check(t, "include", func(opt reservations.CallOption) error {
			return only(c.Accommodations.Unit(t.Context(), 7, reservations.UnitParams{}, opt))
		})
	})
}
