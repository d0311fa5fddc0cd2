// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// A param is a field of a params struct, and its name in the API.
type param struct {
	call     testclient.Call
	field    string
	name     string
	required bool
}

// paramsOf returns the params of every method that makes one request.
func paramsOf() (all []param) {
	for _, call := range testclient.Calls() {
		if call.Params == nil || call.Walk {
			continue
		}
		for _, field := range reflect.VisibleFields(call.Params) {
			name := strings.ToLower(field.Name[:1]) + field.Name[1:]
			if field.Type.Kind() == reflect.Slice {
				name += "[]"
			}
			if name != "confirm" && name != "progress" { // for the walk, not for the service
				all = append(all, param{call, field.Name, name, field.Tag.Get("param") == "required"})
			}
		}
	}
	return all
}

// with returns the call with this value of the field, or without one for nil, and with nothing
// else that is optional.
func (p param) with(value any) testclient.Call {
	call := p.call
	call.Offset, call.Limit = 0, 0
	call.Fill = func(of reflect.Type, field reflect.StructField, at reflect.Value) bool {
		if of != call.Params || field.Name != p.field {
			return false
		}
		if value != nil {
			at.Set(reflect.ValueOf(value).Convert(field.Type))
		}
		return true
	}
	return call
}

// sent makes a call and returns the query of its request, or nil if there is none.
func sent(t *testing.T, call testclient.Call, opts ...reservations.Option) (query url.Values, err error) {
	t.Helper()
	client := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		query = r.URL.Query()
		return testclient.Responds(404, "", "")(r)
	}), opts...)
	_, err = call.Do(t.Context(), client)
	return query, err
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
