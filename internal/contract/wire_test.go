// SPDX-License-Identifier: MIT

package contract

import (
	"context"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// eachCall runs f for every operation, to be called with all fields set and with those
// that are required.
func eachCall(t *testing.T, f func(*testing.T, sampler, string)) {
	s := newSampler(t) // here, so that a file that cannot be read is reported once
	for _, op := range reservations.Operations() {
		for name, all := range map[string]bool{"all": true, "required": false} {
			s := s // its own, because the tests run in parallel
			s.all = all
			t.Run(op.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				f(t, s, op.Name)
			})
		}
	}
}

// TestSamplesOnTheWire answers each call with a sample. Whatever the types can hold the
// client has to send and read, and openapi.yaml has to allow.
func TestSamplesOnTheWire(t *testing.T) {
	t.Parallel()
	eachCall(t, func(t *testing.T, s sampler, operation string) {
		want, srv := s.answer(t, operation), reservationstest.NewServer()
		scripted := reservationstest.Body(200, "application/json", "")
		if want != nil {
			scripted = reservationstest.Respond(asList(want))
		}
		srv.Inject(operation, reservationstest.Always(), reservationstest.Header("X-Total-Count", "1")) // of the night register
		srv.Inject(operation, reservationstest.Always(), scripted)
		if diff := cmp.Diff(want, s.call(t, operation, &validator{t: t, next: srv})); diff != "" {
			t.Errorf("the client reads something else than was answered (-answered +read):\n%s", diff)
		}
	})
}

// asList returns a list of records as openapi.yaml lists it: an array, also for a type
// that writes one element without it.
func asList(answer any) any {
	if v := reflect.ValueOf(answer); v.Kind() == reflect.Slice {
		return v.Convert(reflect.SliceOf(v.Type().Elem())).Interface()
	}
	return answer
}

// answer returns a sample of what an operation answers.
func (s sampler) answer(t *testing.T, operation string) any {
	t.Helper()
	typ := signatureOf(t, operation).answer
	switch {
	case typ == nil:
		return nil
	case typ.Kind() == reflect.Pointer:
		record := reflect.New(typ.Elem())
		record.Elem().Set(s.of(t, typ.Elem()))
		return record.Interface()
	}
	return s.of(t, typ).Interface()
}

// call calls the method of an operation with samples and returns what it answers. The
// one request that it makes has to reach this operation.
func (s sampler) call(t *testing.T, operation string, v *validator, opts ...reservations.CallOption) any {
	t.Helper()
	var attempts []string
	client := over(t, v, reservations.WithHooks(reservations.Hooks{
		AttemptEnd: func(_ context.Context, a reservations.Attempt) { attempts = append(attempts, a.Name) },
	}))
	made := callOf(t, operation)
	s.operation = operation
	method := made.Method
	args := []reflect.Value{made.Service(client), reflect.ValueOf(t.Context())}
	for i := 2; i < method.Type.NumIn()-1; i++ {
		s := s
		s.all = s.all || strings.HasSuffix(method.Type.In(i).String(), "Create") // it needs a field, and requires none
		arg := s.of(t, method.Type.In(i))
		if arg.Kind() == reflect.String { // the id of a tax profile is a text here alone
			set(t, arg, `"`+s.id+`"`)
		}
		args = append(args, arg)
	}
	for _, opt := range append(opts, reservations.WithEmptyUpdate()) { // no field of an update is required
		args = append(args, reflect.ValueOf(opt))
	}
	out := method.Func.Call(args)
	if err := out[len(out)-1].Interface(); err != nil {
		t.Errorf("%s fails: %v", operation, err)
	}
	want := []string{operation}
	if !cmp.Equal(attempts, want) || !cmp.Equal(v.seen, want) {
		t.Errorf("the method of %s called %q, which the paths of openapi.yaml take for %q", operation, attempts, v.seen)
	}
	if page, ok := reflect.TypeAssert[*reservations.PresencePage](out[0]); ok && page != nil {
		return page.Days
	}
	if len(out) == 1 {
		return nil
	}
	return out[0].Interface()
}

// over returns a client that calls through a transport and repeats nothing.
func over(t *testing.T, transport http.RoundTripper, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	opts = append(opts, reservations.WithHTTPClient(&http.Client{Transport: transport}), reservations.WithRetry(reservations.NoRetry()))
	client, err := reservations.NewClient("https://api.example.com", reservationstest.Key, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}
