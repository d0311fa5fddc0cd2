// SPDX-License-Identifier: MIT

package contract

import (
	"context"
	"net/http"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestSamplesOnTheWire: the client sends and reads every value that the types can hold, and openapi.yaml allows it.
func TestSamplesOnTheWire(t *testing.T) {
	t.Parallel()
	eachCall(t, func(t *testing.T, call testclient.Call) {
		var want any
		srv, scripted := reservationstest.NewServer(), reservationstest.Body(200, "application/json", "")
		if typ := signatureOf(t, call.Operation.Name).response; typ != nil {
			sample := call.Value(typ)
			want = sample.Interface()
			if typ.Kind() == reflect.Slice { // an array, also for OneOrMany, which writes one element without an array
				sample = sample.Convert(reflect.SliceOf(typ.Elem()))
			}
			scripted = reservationstest.Respond(sample.Interface())
		}
		srv.Inject(call.Operation.Name, reservationstest.Always(), reservationstest.Header("X-Total-Count", "1")) // for the night register
		srv.Inject(call.Operation.Name, reservationstest.Always(), scripted)
		if diff := cmp.Diff(want, doCall(t, call, srv)); diff != "" {
			t.Errorf("the client reads something else than was sent (-sent +read):\n%s", diff)
		}
	})
}

// doCall makes a call, compares its request and response with openapi.yaml, and returns its result. The call must make
// exactly one request, for its operation.
func doCall(t *testing.T, call testclient.Call, next http.RoundTripper) any {
	t.Helper()
	var attempts []string
	v := &validator{t: t, next: next}
	client := over(t, v, reservations.WithHooks(reservations.Hooks{
		AttemptEnd: func(_ context.Context, a reservations.Attempt) { attempts = append(attempts, a.Name) },
	}))
	result, err := call.Do(t.Context(), client, reservations.WithEmptyUpdate()) // no field of an update is required
	if err != nil {
		t.Errorf("%s fails: %v", call.Name, err)
	}
	want := []string{call.Operation.Name}
	if !cmp.Equal(attempts, want) || !cmp.Equal(v.seen, want) {
		t.Errorf("%s called %q, which the paths of openapi.yaml take for %q", call.Name, attempts, v.seen)
	}
	if page, ok := result.(*reservations.PresencePage); ok && page != nil {
		return page.Days
	}
	return result
}

// over returns a client that sends through a transport and makes no retries.
func over(t *testing.T, transport http.RoundTripper, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	return testclient.Over(t, transport, append(opts, reservations.WithRetry(reservations.NoRetry()))...)
}
