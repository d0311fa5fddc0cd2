// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// observed collects what hooks get. A start puts the name of its span into the context, as a tracing library would. The end
// finds it there, and cancels the context.
type observed struct {
	mu             sync.Mutex // the calls of a walk can end at the same time
	started, ended []string   // spans, each with those around it
	calls          []reservations.Call
	attempts       []reservations.Attempt
	walks          []reservations.Walk
	warnings       []reservations.WarningCount // of all calls
}

// note adds to one of the lists of o.
func note[T any](o *observed, list *[]T, values ...T) {
	o.mu.Lock()
	defer o.mu.Unlock()
	*list = append(*list, values...)
}

type span struct {
	name   string
	cancel func()
}

type spanKey struct{}

func spanOf(ctx context.Context) span {
	s, _ := ctx.Value(spanKey{}).(span)
	return s
}

func (o *observed) start(ctx context.Context, name string) context.Context {
	name += spanOf(ctx).name
	note(o, &o.started, name)
	ctx, cancel := context.WithCancel(ctx)
	return context.WithValue(ctx, spanKey{}, span{name, cancel})
}

// end notes the end of a span, and what its hook was given.
func end[T any](ctx context.Context, o *observed, list *[]T, value T) {
	s := spanOf(ctx)
	s.cancel()
	note(o, &o.ended, s.name)
	note(o, list, value)
}

func (o *observed) hooks() reservations.Option {
	return reservations.WithHooks(reservations.Hooks{
		WalkStart: func(ctx context.Context, w reservations.Walk) context.Context { return o.start(ctx, "walk") },
		WalkEnd:   func(ctx context.Context, w reservations.Walk) { end(ctx, o, &o.walks, w) },
		CallStart: func(ctx context.Context, c reservations.Call) context.Context {
			if c.Page != nil {
				return o.start(ctx, fmt.Sprintf("call %d at %d of %d, ", c.Page.Number, c.Page.Offset, c.Page.Limit))
			}
			return o.start(ctx, "call")
		},
		CallEnd: func(ctx context.Context, c reservations.Call) { end(ctx, o, &o.calls, c) },
		AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context {
			return o.start(ctx, fmt.Sprintf("attempt %d, ", a.Number))
		},
		AttemptEnd: func(ctx context.Context, a reservations.Attempt) { end(ctx, o, &o.attempts, a) },
		Warnings: func(_ context.Context, _ reservations.Call, found []reservations.WarningCount) {
			note(o, &o.warnings, found...)
		},
	})
}

// TestSpans: each walk, call and attempt is a span below the one around it, and ends once. A request has the context of
// its attempt.
func TestSpans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(60)...))
		srv.Inject("reports.presence", reservationstest.Nth(2), reservationstest.TooManyRequests("3"))
		var seen observed
		var sent []string
		c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			sent = append(sent, spanOf(r.Context()).name)
			return srv.RoundTrip(r)
		}), seen.hooks(), reservations.WithMaxConcurrency(1))
		p := testclient.Days(2)
		p.Limit = 40
		if _, err := c.Reports.Presence(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Reports.PresencePage(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if w := seen.walks[0]; w.Pages != 3 || w.Duration.Round(time.Second) != 3*time.Second || w.Err != nil || w.URLPath != "/api/reports/presence" {
			t.Errorf("the walk ends with %+v, want 3 pages in 3 seconds", w)
		}
		want := []string{
			"attempt 1, call", "attempt 1, call 1 at 0 of 40, walk", "attempt 1, call 2 at 38 of 40, walk", "attempt 1, call 3 at 58 of 40, walk",
			"attempt 2, call 2 at 38 of 40, walk", "call", "call 1 at 0 of 40, walk", "call 2 at 38 of 40, walk", "call 3 at 58 of 40, walk", "walk",
		}
		for name, got := range map[string][]string{"started": seen.started, "ended": seen.ended, "sent": append(sent, want[5:]...)} {
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("spans that were %s (-want +got):\n%s", name, diff)
			}
		}
	})
}

// logTo returns an option for a logger that writes everything.
func logTo(w io.Writer) reservations.Option {
	return reservations.WithLogger(slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})))
}

// TestAttemptsReachHooksAndTheLog in the same words, one that is retried as information.
func TestAttemptsReachHooksAndTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := testclient.Server(7)
		srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("3"))
		var log bytes.Buffer
		var seen observed
		if _, err := testclient.Over(t, srv, logTo(&log), seen.hooks()).Guests.Get(t.Context(), 7); err != nil {
			t.Fatal(err)
		}
		first := reservations.Attempt{
			Operation: guestOperation, Server: "https://api.example.com", URLPath: "/api/guests/7", Number: 1,
			StatusCode: 429, WillRetry: true, RetryIn: 3 * time.Second, RetryAfter: 3 * time.Second,
		}
		second := first
		second.Number, second.StatusCode, second.WillRetry, second.RetryIn, second.RetryAfter, second.Waited = 2, 200, false, 0, 0, 3*time.Second
		const request = ` msg="reservations request" operation=guests.get method=GET path=/api/guests/{id} ` +
			`url_path=/api/guests/7 server=https://api.example.com `
		wantLog := "level=INFO" + request + "attempt=1 status=429 duration=0s wait=3s\n" +
			"level=DEBUG" + request + "attempt=2 status=200 duration=0s\n"
		gotLog := regexp.MustCompile(`(?m)^time=\S+ `).ReplaceAllString(log.String(), "")
		if diff := cmp.Diff([]reservations.Attempt{first, second}, seen.attempts) + cmp.Diff(wantLog, gotLog); diff != "" {
			t.Errorf("attempts and log (-want +got):\n%s", diff)
		}
	})
}

// TestRequestID holds where the name of a request is read from, and where it is shown.
func TestRequestID(t *testing.T) {
	for name, test := range map[string]struct {
		header []string
		want   string
	}{
		"none":             {nil, ""},
		"X-Request-Id":     {[]string{"X-Correlation-Id", "b", "X-Request-Id", "a"}, "a"},
		"X-Correlation-Id": {[]string{"X-Amzn-Trace-Id", "c", "X-Correlation-Id", "b"}, "b"},
		"Amazon, older":    {[]string{"X-Amzn-Requestid", "d", "X-Amzn-Trace-Id", "c"}, "d"},
		"Amazon":           {[]string{"X-Amzn-Trace-Id", "Root=1-67891233-abcdef"}, "Root=1-67891233-abcdef"},
		"Cloudflare":       {[]string{"Cf-Ray", "7d0a-AMS"}, "7d0a-AMS"},
		"an empty one":     {[]string{"X-Request-Id", " ", "Request-Id", "c"}, "c"},
		"unprintable":      {[]string{"X-Request-Id", "a\u202eb\x1bc"}, "a b c"},
		"a very long one":  {[]string{"X-Request-Id", strings.Repeat("a", 5000)}, strings.Repeat("a", 128) + "..."},
	} {
		t.Run(name, func(t *testing.T) {
			var seen observed
			var resp reservations.Response
			var log bytes.Buffer
			c := testclient.Over(t, testclient.Responds(404, "", "{}", test.header...), seen.hooks(), logTo(&log))
			err := get(t, c, reservations.WithResponseInto(&resp))
			refused, _ := errors.AsType[*reservations.APIError](err)
			if refused.RequestID != test.want || resp.RequestID != test.want || seen.attempts[0].RequestID != test.want || seen.calls[0].RequestID != test.want {
				t.Errorf("got %v, %q, %+v and %+v, want %q", err, resp.RequestID, seen.attempts, seen.calls, test.want)
			}
			if strings.Contains(log.String(), "request_id=") != (test.want != "") {
				t.Errorf("log: %s", &log)
			}
		})
	}
}

type panics struct{}

func (*panics) UnmarshalJSON([]byte) error { panic("boom") }

// TestAPanicEndsItsCall: the hook at the end of a call gets an error when something panics in it.
func TestAPanicEndsItsCall(t *testing.T) {
	responds := testclient.Responds(200, "", `{"id":7}`)
	for name, test := range map[string]struct {
		next http.RoundTripper
		into any
	}{
		"Transport": {testkit.RoundTripper(func(*http.Request) (*http.Response, error) { panic("boom") }), new(types.Guest)},
		"target":    {responds, new(panics)},
	} {
		t.Run(name, func(t *testing.T) {
			var o observed
			c := testclient.Over(t, test.next, o.hooks())
			defer func() {
				if got := fmt.Sprintf("%v %d %v", recover(), len(o.calls), o.calls[0].Err); got != "boom 1 ended by a panic or runtime.Goexit" {
					t.Error(got)
				}
			}()
			_ = c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/guests/7"}, test.into)
		})
	}
}

// TestFailuresAreLoggedOnce has calls and walks, and the kind and the path that the log has of their failure.
func TestFailuresAreLoggedOnce(t *testing.T) {
	t.Parallel()
	type call = func(context.Context, *reservations.Client) error
	type args = testclient.Args
	callOf := func(method string, with args) call {
		made := testclient.CallOf(method)
		made.Args = with
		return func(ctx context.Context, c *reservations.Client) error { return only(made.Do(ctx, c)) }
	}
	guest, list, register := callOf("Guests.Get", args{ID: 7}), callOf("Supplements.All", args{Limit: 2}), callOf("Reports.Presence", args{})
	beyond := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if len(r.URL.Query().Get("offset")) > 1 { // from 10 on
			reservationstest.Status(400)(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}
	const invalid, refused, at = `kind="invalid parameter"`, `kind="error response" url_path=`, "/api/guests/7"
	for _, test := range []struct {
		name  string
		call  call
		fault reservationstest.Fault
		want  string
	}{
		{"a success", guest, nil, ""},
		{"a page in place of a record", guest, reservationstest.HTML(200), `kind="unreadable response" url_path=` + at},
		{"a refusal", guest, reservationstest.Status(404), refused + at},
		{"a failure that is retried", guest, reservationstest.Status(503), refused + at},
		{"a list", list, nil, ""},
		{"a list that the caller leaves", callOf("Supplements.All", args{Limit: 2, Most: 2}), nil, ""},
		{"a list that ends where offsets are refused", list, beyond, ""},
		{"a list that is refused", list, reservationstest.Status(403), refused + "/api/supplements/"},
		{"a register", register, nil, ""},
		{"a register that is not proven", register, reservationstest.Header("X-Total-Count", ""), `kind="incomplete pages" url_path=/api/reports/presence`},
		{"a register from an offset", callOf("Reports.Presence", args{Offset: 1}), nil, invalid},
		{"an id that is none", callOf("Tasks.Reset", args{}), nil, invalid},
		{"no context", func(_ context.Context, c *reservations.Client) error { return guest(nil, c) }, nil, invalid},
		{"an event without a reference", callOf("VoIP.SendEvent", args{Body: types.VoIPEvent{}}), nil, invalid},
		{"a path that is none", func(ctx context.Context, c *reservations.Client) error {
			return c.Do(ctx, reservations.Request{Method: "GET", Path: "x"}, nil)
		}, nil, invalid},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			srv := testclient.Server(1, 2, 3, 4, 5, 6, 7)
			srv.SetBookings(testclient.Present(3)...)
			for _, operation := range []string{"guests.get", "supplements.list", "reports.presence"} {
				if test.fault != nil {
					srv.Inject(operation, reservationstest.Always(), test.fault)
				}
			}
			var log bytes.Buffer // the kind and the path of each failure
			handler := slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == "kind" || a.Key == "url_path" {
					return a
				}
				return slog.Attr{}
			}})
			err := test.call(t.Context(), testclient.Over(t, srv, reservations.WithLogger(slog.New(handler))))
			time.Sleep(time.Minute) // for what a walk has read ahead
			if got := strings.TrimSpace(log.String()); got != test.want || (err != nil) != (test.want != "") {
				t.Errorf("got %q and %v, want %q", got, err, test.want)
			}
		})
	}
}
