// SPDX-License-Identifier: MIT

package reservations_test

import (
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestHeadersOfACall are those of the client and those of its options, of which the last one with
// a name counts, on every request.
func TestHeadersOfACall(t *testing.T) {
	t.Parallel()
	srv := testclient.Server(7, 8, 9)
	srv.SetBookings(testclient.Present(60)...)
	c := testclient.Over(t, srv, reservations.WithUserAgent("nightaudit/2.1"))
	for _, name := range []string{"Guests.Get", "Supplements.All", "Reports.Presence"} {
		_, err := testclient.CallOf(name).Do(t.Context(), c, reservations.WithHeader("x-trace", "6"),
			reservations.WithHeader("X-Other", "o"), reservations.WithHeader("X-Trace", "7"))
		if err != nil {
			t.Fatal(err)
		}
	}
	want := http.Header{
		"X-Trace": {"7"}, "X-Other": {"o"}, "Accept": {"application/json"}, "User-Agent": {"nightaudit/2.1 " + ownAgent},
		"Content-Type": nil,
	}
	for _, call := range srv.Calls() {
		got := http.Header{}
		for name := range want {
			got[name] = call.Header[name]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", call.Operation, diff)
		}
	}
	if n := len(srv.Calls()); n < 5 {
		t.Errorf("%d requests", n)
	}
}

// TestCallOptionsThatCannotBeUsed are refused by every method.
func TestCallOptionsThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	sent := false
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		sent = true
		return testclient.Responds(404, "", "")(r)
	}))
	for _, call := range testclient.Calls() {
		t.Run(call.Name, func(t *testing.T) {
			for name, opt := range map[string]reservations.CallOption{
				"nil":          nil,
				"into nothing": reservations.WithResponseInto(nil),
				"no time":      reservations.WithCallTimeout(0),
				"no header":    reservations.WithHeader("", "c"),
				"the key":      reservations.WithHeader("x-api-key", "other"),
				"two headers":  reservations.WithHeader("a", "b\r\nc: d"),
			} {
				var bad *reservations.ParamError
				_, err := call.Do(t.Context(), c, opt)
				if !errors.As(err, &bad) || bad.Name != call.Operation.Name || sent {
					t.Errorf("%s: got %v, want a ParamError and nothing sent", name, err)
				}
			}
		})
	}
}

// TestFramesOfACall counts the functions of this module between a caller and its RoundTripper. A
// reader who follows a request has to know them all.
func TestFramesOfACall(t *testing.T) {
	t.Parallel()
	const most = 7
	var own []string
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		callers := make([]uintptr, 100)
		frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
		for frame, more := frames.Next(); more; frame, more = frames.Next() {
			_, name, ok := strings.Cut(frame.Function, "/reservations-go")
			if ok && !strings.HasPrefix(name, "_test") && !strings.HasPrefix(name, "/internal/testkit") {
				own = append(own, frame.Function)
			}
		}
		return testclient.Responds(200, "application/json", `{"id":77}`)(r)
	}))
	if _, err := c.Guests.Get(t.Context(), 77); err != nil {
		t.Fatal(err)
	}
	if len(own) > most || len(own) < 3 {
		t.Errorf("%d frames, want at most %d:\n%s", len(own), most, strings.Join(own, "\n"))
	}
}
