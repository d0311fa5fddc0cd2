// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// observed collects what hooks get at an end, and is a limiter that only counts.
type observed struct {
	waited   int
	mu       sync.Mutex // the calls of a walk can end at the same time
	calls    []reservations.Call
	attempts []reservations.Attempt
	warnings []reservations.WarningCount // of all calls
}

// note adds to one of the lists of o.
func note[T any](o *observed, list *[]T, values ...T) {
	o.mu.Lock()
	defer o.mu.Unlock()
	*list = append(*list, values...)
}

func (o *observed) Wait(context.Context) error { o.waited++; return nil }

func (o *observed) hooks() reservations.Option {
	return reservations.WithHooks(reservations.Hooks{
		CallEnd:    func(_ context.Context, c reservations.Call) { note(o, &o.calls, c) },
		AttemptEnd: func(_ context.Context, a reservations.Attempt) { note(o, &o.attempts, a) },
		Warnings: func(_ context.Context, _ reservations.Call, found []reservations.WarningCount) {
			note(o, &o.warnings, found...)
		},
	})
}

// logTo returns an option for a logger that writes everything.
func logTo(w io.Writer) reservations.Option {
	return reservations.WithLogger(slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})))
}

// TestAttemptsReachHooksAndTheLog: module otel has what walks and calls tell.
func TestAttemptsReachHooksAndTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := testclient.Server(7)
		srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("3"))
		var log bytes.Buffer
		var seen observed
		c := testclient.Over(t, srv, logTo(&log), seen.hooks())
		_, err := c.Guests.Get(t.Context(), 7)
		first := reservations.Attempt{
			Operation: guestOperation, Server: "https://api.example.com", URLPath: "/api/guests/7", Number: 1,
			StatusCode: 429, WillRetry: true, RetryIn: 3 * time.Second, RetryAfter: 3 * time.Second,
		}
		second := reservations.Attempt{
			Operation: guestOperation, Server: "https://api.example.com", URLPath: "/api/guests/7", Number: 2, StatusCode: 200, Waited: 3 * time.Second,
		}
		const request = ` msg="reservations request" operation=guests.get method=GET path=/api/guests/{id} ` +
			`url_path=/api/guests/7 server=https://api.example.com `
		wantLog := "level=INFO" + request + "attempt=1 status=429 duration=0s wait=3s\n" + "level=DEBUG" + request + "attempt=2 status=200 duration=0s\n"
		gotLog := regexp.MustCompile(`(?m)^time=\S+ `).ReplaceAllString(log.String(), "")
		diff := gocmp.Diff([]reservations.Attempt{first, second}, seen.attempts)
		if diff += gocmp.Diff(wantLog, gotLog); diff != "" || err != nil {
			t.Errorf("%v; attempts and log (-want +got):\n%s", err, diff)
		}
	})
}

// everyHook returns hooks that call one function, with their name and a Walk, Call or Attempt. A start returns the context of it.
func everyHook(called func(ctx context.Context, name string, about any) context.Context) reservations.Option {
	var hooks reservations.Hooks
	for field, hook := range reflect.ValueOf(&hooks).Elem().Fields() {
		hook.Set(reflect.MakeFunc(field.Type, func(in []reflect.Value) []reflect.Value {
			ctx := called(in[0].Interface().(context.Context), field.Name, in[1].Interface())
			return []reflect.Value{reflect.ValueOf(&ctx).Elem()}[:field.Type.NumOut()]
		}))
	}
	return reservations.WithHooks(hooks)
}

// TestTheFirstHooksStartFirstAndEndLast: each end gets the context of its own start. The hooks of another client from With are not called.
func TestTheFirstHooksStartFirstAndEndLast(t *testing.T) {
	type key struct{}
	got := ""
	hooks := func(name string) reservations.Option {
		return everyHook(func(ctx context.Context, hook string, _ any) context.Context {
			within := fmt.Sprint(ctx.Value(key{}))
			got += hook + " " + name + " in " + within + ", "
			return context.WithValue(ctx, key{}, within+name)
		})
	}
	forbidden := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		got += fmt.Sprint("request in ", r.Context().Value(key{}), ", ")
		return testclient.Responds(403, "", "")(r)
	})
	none := reservations.WithHooks(reservations.Hooks{})
	parent := testclient.Over(t, forbidden, hooks("a"), none, none)
	c, _ := testkit.Must(parent.With(hooks("b"))), testkit.Must(parent.With(hooks("c")))
	_, err := testclient.CallOf("Supplements.All").Do(context.WithValue(t.Context(), key{}, "-"), c)
	const starts = "WalkStart a in -, WalkStart b in -a, CallStart a in -ab, CallStart b in -aba, AttemptStart a in -abab, AttemptStart b in -ababa, "
	const ends = "AttemptEnd b in -ababab, AttemptEnd a in -ababa, CallEnd b in -abab, CallEnd a in -aba, WalkEnd b in -ab, WalkEnd a in -a, "
	if want := starts + "request in -ababab, " + ends; got != want || !errors.Is(err, reservations.ErrForbidden) {
		t.Errorf("%v; called were\n%s\nwant\n%s", err, got, want)
	}
}

// TestEveryStartHasOneEndAlsoAfterAPanic: of a later hook, the Transport, or the handler of the logger. The last end then has an error.
func TestEveryStartHasOneEndAlsoAfterAPanic(t *testing.T) {
	const failed = "reservations call failed"
	ofCall := []string{"CallStart", "AttemptStart", "Transport", "reservations request", "AttemptEnd", "reservations warning", "Warnings", "CallEnd", failed}
	for method, places := range map[string][]string{"Guests.Get": ofCall, "Supplements.All": append(ofCall, "WalkStart", "WalkEnd")} {
		for _, place := range places {
			t.Run(method+"/"+place, func(t *testing.T) {
				call, count, last := testclient.CallOf(method), map[string]int{}, ""
				panics := func(at string) {
					if at == place {
						panic("boom")
					}
				}
				first := everyHook(func(_ context.Context, name string, about any) context.Context {
					count[name]++
					last = fmt.Sprint(about)
					return nil
				})
				second := everyHook(func(_ context.Context, name string, _ any) context.Context { panics(name); return nil })
				log := &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { panics(a.Value.String()); return a }}
				unreadable := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
					panics("Transport")
					return testclient.Responds(200, "application/json", `[{"id":"x"}]`)(r)
				})
				c := testclient.Over(t, unreadable, first, second, reservations.WithLogger(slog.New(slog.NewTextHandler(new(bytes.Buffer), log))))
				defer func() {
					recovered, saysSo := recover(), strings.Contains(last, "ended by a panic or runtime.Goexit")
					isKnown := place == failed || place == "WalkEnd" || place == "CallEnd" && !call.Walk
					if recovered != "boom" || saysSo == isKnown {
						t.Errorf("recovered %v; the last end is %s", recovered, last)
					}
					for _, of := range []string{"Walk", "Call", "Attempt"} {
						if starts := count[of+"Start"]; starts > 1 || starts != count[of+"End"] {
							t.Errorf("calls of the first hooks: %v", count)
						}
					}
				}()
				_, _ = call.Do(t.Context(), c)
			})
		}
	}
}

// TestFailuresAreLoggedOnce: the log has the kind and the path of the error. A call or a walk that succeeds is not logged.
func TestFailuresAreLoggedOnce(t *testing.T) {
	type args = testclient.Args
	beyond := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if len(r.URL.Query().Get("offset")) > 1 { // from 10 on
			next = http.NotFoundHandler()
		}
		next.ServeHTTP(w, r)
	}
	const guest, list, register = "Guests.Get", "Supplements.All", "Reports.Presence"
	const invalid, refused, at = `kind="invalid parameter"`, `kind="error response" url_path=`, "/api/guests/7"
	for _, test := range []struct {
		name, method string
		args         testclient.Args
		fault        reservationstest.Fault
		want         string
	}{
		{"a page of HTML", guest, args{ID: 7}, reservationstest.HTML(200), `kind="unreadable response" url_path=` + at},
		{"a failure that is retried", guest, args{ID: 7}, reservationstest.Status(503), refused + at},
		{"an id that is none", guest, args{}, nil, invalid},
		{"a list that the caller leaves", list, args{Limit: 2, Most: 2}, nil, ""},
		{"a list that ends where offsets are refused", list, args{Limit: 2}, beyond, ""},
		{"a list that is refused", list, args{}, reservationstest.Status(403), refused + "/api/supplements/"},
		{"a register that is not proven", register, args{}, reservationstest.Header("X-Total-Count", ""), `kind="incomplete pages" url_path=/api/reports/presence`},
		{"a register from an offset", register, args{Offset: 1}, nil, invalid},
	} {
		testkit.InBubble(t, test.name, func(t *testing.T) {
			srv, call := pagedServer(), testclient.CallOf(test.method)
			if test.fault != nil {
				srv.Inject(call.Operation.Name, reservationstest.Always(), test.fault)
			}
			var log bytes.Buffer
			handler := slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn})
			call.Args = test.args
			_, err := call.Do(t.Context(), testclient.Over(t, srv, reservations.WithLogger(slog.New(handler))))
			time.Sleep(time.Minute) // for what a walk has read ahead
			fields := regexp.MustCompile(`kind="[^"]*"|url_path=\S+`).FindAllString(log.String(), -1)
			if got := strings.Join(fields, " "); got != test.want || (err != nil) != (test.want != "") {
				t.Errorf("got %q and %v, want %q", got, err, test.want)
			}
		})
	}
}

// TestWarningsAreCountedByFieldAndProblem: the place and the value make no difference. The warnings of a failure end with the
// value that makes the call fail. Package lenient has every problem.
func TestWarningsAreCountedByFieldAndProblem(t *testing.T) {
	const text = `problem="a string where a whole number is documented"`
	const summaries, members = "Reservations.SummariesPage", "Tasks.StaffMembers"
	for name, test := range map[string]struct {
		method, body string
		failed       string   // where the value that makes the call fail is
		want         []string // the counts, and where the first is
	}{
		"in every record": {summaries, `[{"id":"1"},{"id":"x"},{"id":"3"},{"id":4.0}]`, "", []string{
			"[].id " + text + " read=true count=2 first=[0].id", "[].id " + text + " read=false count=1 first=[1].id",
			`[].id problem="a whole number written with a decimal point" read=true count=1 first=[3].id`}},
		"the whole document": {summaries, `"Jansen"`, "the document", []string{
			`"" problem="a string where an array is documented" read=false count=1 first=""`}},
		"a required field": {members, `[{"id":1,"name":"x","email":7,"created":"2026-11-20T00:00:00Z"},{"id":"Jansen"}]`, "[1].id", []string{
			`[].email problem="a number where a string is documented" read=true count=1 first=[0].email`,
			"[].id " + text + " read=false count=1 first=[1].id"}},
		"a missing field": {members, `[{"id":1,"email":"x","created":"2026-11-20T00:00:00Z"}]`, "", []string{
			`[].name problem="required and missing" read=false count=1 first=[0].name`}},
	} {
		t.Run(name, func(t *testing.T) {
			var seen observed
			var log bytes.Buffer
			var resp reservations.Response
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body), seen.hooks(), logTo(&log))
			_, err := testclient.CallOf(test.method).Do(t.Context(), c, reservations.WithResponseInto(&resp))
			wantError(t, err, test.failed)
			var counted, logged []string
			for _, w := range seen.warnings {
				counted = append(counted, fmt.Sprintf("%s problem=%q read=%t count=%d ", cmp.Or(w.Field, `""`), w.Problem, w.Read, w.Count))
			}
			for _, record := range regexp.MustCompile(`warning" .* field=(.*)`).FindAllStringSubmatch(log.String(), -1) {
				logged = append(logged, record[1])
			}
			diff := gocmp.Diff(test.want, logged)
			if diff != "" || !slices.EqualFunc(test.want, counted, strings.HasPrefix) || strings.Contains(log.String(), "Jansen") {
				t.Errorf("the hook gets %q, or the log holds what was sent, or (-want +logged):\n%s", counted, diff)
			}
			last := resp.Warnings[len(resp.Warnings)-1]
			if bad, ok := errors.AsType[*reservations.DecodeError](err); ok && last.Path != bad.Field {
				t.Errorf("the last warning is about %s, the error about %s", last.Path, bad.Field)
			}
		})
	}
}

// TestWarningsOfAListAreCountedOnce: pages overlap, and each of the records has one price that cannot be read.
func TestWarningsOfAListAreCountedOnce(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer()
	srv.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Replace(`"totalPrice":700.00,"balance"`, `"totalPrice":"much","balance"`))
	all := testclient.CallOf("Reservations.AllSummaries")
	for records := range 8 {
		for all.Limit = 1; all.Limit <= 4; all.Limit++ {
			var seen observed
			list, err := all.Do(t.Context(), testclient.Over(t, srv, seen.hooks()))
			counted := 0
			for _, w := range seen.warnings {
				counted += w.Count
			}
			if err != nil || reflect.ValueOf(list).Len() != records || counted != records {
				t.Errorf("%d records in pages of %d: got %v, %v and %d warnings", records, all.Limit, list, err, counted)
			}
		}
		srv.Put(reservationstest.NewSummary(int64(records + 1)))
	}
}
