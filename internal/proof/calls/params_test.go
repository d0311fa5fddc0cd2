// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/source"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
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

// sample returns a value of the field, and what is sent for it.
func (p param) sample(t *testing.T) (value any, sent []string) {
	t.Helper()
	field, _ := p.call.Params.FieldByName(p.field)
	switch field.Type {
	case reflect.TypeFor[int64](), reflect.TypeFor[int]():
		return 9, []string{"9"}
	case reflect.TypeFor[*bool]():
		return new(bool), []string{"false"}
	case reflect.TypeFor[types.Secret]():
		return types.NewSecret("canary"), []string{"canary"}
	case reflect.TypeFor[time.Time]():
		return from.Add(time.Second), []string{"2026-07-06T00:00:01Z"}
	case reflect.TypeFor[types.Date]():
		if field.Tag.Get("format") == "date-time" {
			return types.NewDate(2026, time.July, 6), []string{"2026-07-06T00:00:00Z"}
		}
		return types.NewDate(2026, time.July, 6), []string{"2026-07-06"}
	}
	texts := []string{"a b", "c"}
	list := field.Type.Kind() == reflect.Slice
	of := field.Type
	if list {
		of = of.Elem()
	}
	if of.Kind() != reflect.String {
		t.Fatalf("give a sample of %v", field.Type)
	}
	if known := source.KnownValues(of); known != nil {
		texts = known[:min(2, len(known))]
	}
	if !list {
		return texts[0], texts[:1]
	}
	values := reflect.MakeSlice(field.Type, 0, len(texts))
	for _, text := range texts {
		values = reflect.Append(values, reflect.ValueOf(text).Convert(of))
	}
	return values.Interface(), texts
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

// TestEachParam: a param is sent under its name in the API, and only when it is set. Without one
// that is required nothing is sent, but the client's organization stands in for that of a call.
func TestEachParam(t *testing.T) {
	t.Parallel()
	for _, p := range paramsOf() {
		t.Run(p.call.Params.Name()+"/"+p.name, func(t *testing.T) {
			t.Parallel()
			value, want := p.sample(t)
			with, err := sent(t, p.with(value))
			if !errors.Is(err, reservations.ErrNotFound) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, with[p.name]); diff != "" {
				t.Errorf("sent (-want +got):\n%s", diff)
			}
			without, err := sent(t, p.with(nil))
			if p.required {
				p.checkRefused(t, without, err)
				return
			}
			delete(with, p.name)
			if diff := cmp.Diff(with, without); diff != "" {
				t.Errorf("it changes other params (-with it +without it):\n%s", diff)
			}
		})
	}
}

// checkRefused checks what comes of a call without a param that is required.
func (p param) checkRefused(t *testing.T, query url.Values, err error) {
	t.Helper()
	var refused *reservations.ParamError
	if !errors.As(err, &refused) || refused.Param != p.name || refused.Operation != p.call.Operation || query != nil {
		t.Errorf("without it: got %v, sent %v; want a ParamError", err, query)
	}
	query, err = sent(t, p.with(nil), reservations.WithOrganization(9))
	if p.name == "organization" {
		if query.Get(p.name) != "9" {
			t.Errorf("without it, on a client WithOrganization: got %v, sent %v", err, query)
		}
	} else if !errors.As(err, &refused) || query != nil {
		t.Errorf("without it, on a client WithOrganization: got %v, sent %v; want a ParamError", err, query)
	}
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
