// SPDX-License-Identifier: MIT

package calls_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestHeadersOfACall are those of the client and those of its options, of which the last one with
// a name counts, on every request. Joined options are applied where they stand, one after the other.
func TestHeadersOfACall(t *testing.T) {
	t.Parallel()
	srv := testclient.Server(7, 8, 9)
	joined := reservations.Options(reservations.WithUserAgent("second/1"), reservations.WithUserAgent("nightaudit/2.1"))
	c := testclient.Over(t, srv, reservations.WithUserAgent("first/1"), joined)
	for _, name := range []string{"Guests.Get", "Supplements.All"} {
		_, err := testclient.CallOf(name).Do(t.Context(), c, reservations.WithHeader("x-trace", "6"),
			reservations.WithHeader("X-Other", "o"), reservations.WithHeader("X-Trace", "7"))
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, call := range srv.Requests() {
		h := call.Header
		got := fmt.Sprint(h["X-Trace"], h["X-Other"], h["Accept"], h["User-Agent"], h["Content-Type"])
		if want := "[7] [o] [application/json] [nightaudit/2.1 " + ownAgent + "] []"; got != want {
			t.Errorf("%s has the headers %s, want %s", call.Operation, got, want)
		}
	}
	if n := len(srv.Requests()); n < 3 {
		t.Errorf("%d requests", n)
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
			if ok && !strings.HasPrefix(name, "/internal/proof") && !strings.HasPrefix(name, "/internal/testkit") {
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
