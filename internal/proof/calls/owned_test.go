// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestAWalkBelongsToWhoStartedIt: a program changes, at every request, what the params and the options of the
// walk point to. Params and methods that are added are in it at once.
func TestAWalkBelongsToWhoStartedIt(t *testing.T) {
	t.Parallel()
	for _, call := range testclient.Calls() {
		if !call.Walk {
			continue
		}
		t.Run(call.Name, func(t *testing.T) {
			t.Parallel()
			var shared []reflect.Value
			call.Fill = func(of reflect.Type, field reflect.StructField, at reflect.Value) bool {
				if of == call.Params {
					shared = append(shared, share(t, field, at)...)
				}
				return of == call.Params && !at.IsZero()
			}
			opts := []reservations.CallOption{reservations.WithQuery("later", "1")}
			srv := testclient.Server(7, 8, 9, 10, 11, 12)
			srv.SetBookings(testclient.Present(8)...)
			double := testclient.DropParam(srv, "later")
			var sent []url.Values
			change := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				query := r.URL.Query()
				query.Del("offset")
				query.Del("limit")
				sent = append(sent, query)
				opts[0] = reservations.WithQuery("later", "2")
				for _, value := range shared {
					if value.Kind() == reflect.Bool {
						value.SetBool(!value.Bool())
					} else {
						value.SetString("changed")
					}
				}
				return double.RoundTrip(r)
			})
			_, err := call.Do(t.Context(), testclient.Over(t, change, reservations.WithMaxConcurrency(1)), opts...)
			if err != nil || len(sent) < 2 || sent[0].Get("later") != "1" {
				t.Fatalf("%d requests, the first with %v: %v", len(sent), sent[0], err)
			}
			for _, query := range sent[1:] {
				if diff := cmp.Diff(sent[0], query); diff != "" {
					t.Errorf("a later request (-first +later):\n%s", diff)
				}
			}
		})
	}
}

// share sets a field that a copy of the params shares, and returns what it points to.
func share(t *testing.T, field reflect.StructField, at reflect.Value) []reflect.Value {
	t.Helper()
	switch {
	case field.Name == "Include":
		at.Set(reflect.ValueOf([]string{"translations"}))
		return []reflect.Value{at.Index(0)}
	case at.Type() == reflect.TypeFor[*bool]():
		at.Set(reflect.ValueOf(new(false)))
		return []reflect.Value{at.Elem()}
	case at.Kind() == reflect.Pointer, at.Kind() == reflect.Slice, at.Kind() == reflect.Map, at.Kind() == reflect.Interface:
		t.Errorf("say here what to set %s to, and how a program changes it", field.Name)
	}
	return nil
}

// TestWithoutAContext: every method, walk and Do says that it needs one, and sends nothing.
func TestWithoutAContext(t *testing.T) {
	t.Parallel()
	var none context.Context
	errs := map[string]error{"Do": unsent(t).Do(none, reservations.Request{Method: "GET", Path: "/api/later"}, nil)}
	for _, call := range testclient.Calls() {
		errs[call.Name] = only(call.Do(none, unsent(t)))
	}
	for name, err := range errs {
		if bad, ok := errors.AsType[*reservations.ParamError](err); !ok || bad.Param != "ctx" {
			t.Errorf("%s: got %v, want a ParamError for ctx", name, err)
		}
	}
}
