// SPDX-License-Identifier: MIT

package reservations_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
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

// TestRequestsOfDo holds what is sent.
func TestRequestsOfDo(t *testing.T) {
	t.Parallel()
	const of = "https://api.example.com"
	full := reservations.Request{
		Method: "POST", Path: "/api/things/a%2Fb/", Query: url.Values{"b[]": {"1", "2"}}, Body: map[string]int{"a": 1},
	}
	tests := []struct {
		name    string
		request reservations.Request
		want    string // method, URL, type of the body, body
	}{
		{"everything", full, "POST " + of + `/api/things/a%2Fb/?b%5B%5D=1&b%5B%5D=2 application/json {"a":1}`},
		{"no body", reservations.Request{Method: "PUT", Path: "/api/things"}, "PUT " + of + "/api/things  "},
		{"a path as it is", reservations.Request{Method: "GET", Path: "/api/~{id}"}, "GET " + of + "/api/~%7Bid%7D  "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got, key string
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				var body []byte
				if r.Body != nil {
					body, _ = io.ReadAll(r.Body)
				}
				got = fmt.Sprintf("%s %s %s %s", r.Method, r.URL, r.Header.Get("Content-Type"), body)
				key = r.Header.Get("X-Api-Key")
				return testclient.Responds(200, "application/json", `{"id":7}`)(r)
			}))
			var out struct{ ID int }
			if err := c.Do(t.Context(), test.request, &out); err != nil || out.ID != 7 || key != reservationstest.Key {
				t.Errorf("got %+v, %v with the key %q", out, err, key)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRequestsThatDoRefuses before anything is sent.
func TestRequestsThatDoRefuses(t *testing.T) {
	t.Parallel()
	sent := false
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		sent = true
		return testclient.Responds(200, "", "{}")(r)
	}))
	refuses := func(param string, r reservations.Request, out any) {
		t.Helper()
		var bad *reservations.ParamError
		if err := c.Do(t.Context(), r, out); !errors.As(err, &bad) || bad.Name != "Do" || bad.Param != param || sent {
			t.Errorf("%+v into a %T: got %v, want a ParamError for %s and nothing sent", r, out, err, param)
		}
	}
	for _, path := range []string{
		"", "api", "//evil.example.com/api", "https://evil.example.com/",
		"/a/../b", "/a/./b", "/a/%2e%2e/b", "/a?b=c", "/a#b", "/%zz",
	} {
		refuses("Path", reservations.Request{Method: "GET", Path: path}, nil)
	}
	for _, method := range []string{"", "NO METHOD", "GÉT"} {
		refuses("Method", reservations.Request{Method: method, Path: "/a"}, nil)
	}
	for _, out := range []any{7, (*int)(nil), map[string]any{}} {
		refuses("out", reservations.Request{Method: "POST", Path: "/a"}, out)
	}
	refuses("body", reservations.Request{Method: "POST", Path: "/a", Body: make(chan int)}, nil)
}

// TestResponsesOfDo are decoded as encoding/json does, also a record without an ID.
func TestResponsesOfDo(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, says string }{ // says is in the error, "" for none
		{"a record", `{"surname":"x"}`, ""},
		{"empty", " \n", "the body is empty"},
		{"null", "null", "the body is null"},
		{"another type", `{"id":"7"}`, "cannot unmarshal string"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "", test.body))
			var guest types.Guest
			err := c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/guests/7"}, &guest)
			var bad *reservations.DecodeError
			if test.says == "" && (err != nil || guest.Surname != "x") {
				t.Errorf("got %v, %v; want the record", guest, err)
			}
			if test.says != "" && (!errors.As(err, &bad) || !strings.Contains(err.Error(), test.says)) {
				t.Errorf("got %v, want a DecodeError that says %q", err, test.says)
			}
		})
	}
}
