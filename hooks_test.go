package reservations_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// tracer records spans as a tracing library would: a start puts its span into the context,
// and an end finds it there.
type tracer struct {
	mu    sync.Mutex
	spans []*span
}

type span struct {
	Name   string // such as "call guests.get"
	Parent string
	Ends   int
}

type spanKey struct{ *tracer }

func (tr *tracer) start(ctx context.Context, name string) context.Context {
	s := &span{Name: name}
	if parent, ok := ctx.Value(spanKey{tr}).(*span); ok {
		s.Parent = parent.Name
	}
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.spans = append(tr.spans, s)
	return context.WithValue(ctx, spanKey{tr}, s)
}

func (tr *tracer) end(ctx context.Context, name string) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if s, ok := ctx.Value(spanKey{tr}).(*span); ok && s.Name == name {
		s.Ends++
		return
	}
	tr.spans = append(tr.spans, &span{Name: "the end of " + name + " found another span"})
}

func callName(c reservations.Call) string {
	if c.Page != nil {
		return fmt.Sprintf("call %s page %d at %d of %d", c.Name, c.Page.Number, c.Page.Offset, c.Page.Limit)
	}
	return "call " + c.Name
}

func attemptName(a reservations.Attempt) string {
	return fmt.Sprintf("attempt %d of %s", a.Number, a.URLPath)
}

func (tr *tracer) hooks() reservations.Hooks {
	return reservations.Hooks{
		WalkStart: func(ctx context.Context, w reservations.Walk) context.Context { return tr.start(ctx, "walk "+w.Name) },
		WalkEnd:   func(ctx context.Context, w reservations.Walk) { tr.end(ctx, "walk "+w.Name) },
		CallStart: func(ctx context.Context, c reservations.Call) context.Context { return tr.start(ctx, callName(c)) },
		CallEnd:   func(ctx context.Context, c reservations.Call) { tr.end(ctx, callName(c)) },
		AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context {
			return tr.start(ctx, attemptName(a))
		},
		AttemptEnd: func(ctx context.Context, a reservations.Attempt) { tr.end(ctx, attemptName(a)) },
	}
}

// sorted are the spans by name, since pages are read in parallel.
func (tr *tracer) sorted() []span {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	var all []span
	for _, s := range tr.spans {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b span) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// TestSpans: each walk, call and attempt is a span below the one around it, and ends once.
func TestSpans(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var tr tracer
		srv := reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
		srv.Inject(reservationstest.OpPresence, reservationstest.Nth(2), reservationstest.TooManyRequests("3"))
		c := over(t, srv, reservations.WithHooks(tr.hooks()), reservations.WithMaxConcurrency(1))
		p, _ := days(2)
		p.Limit = 40
		if _, err := c.Reports.Presence(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Reports.PresencePage(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		got := tr.sorted()
		for i := range got {
			if got[i].Ends != 1 {
				t.Errorf("%+v, want one end", got[i])
			}
		}
		count := func(name, parent string) (n int) {
			for _, s := range got {
				if strings.HasPrefix(s.Name, name) && strings.HasPrefix(s.Parent, parent) {
					n++
				}
			}
			return n
		}
		pages := count("call reports.presence page ", "walk reports.presence")
		if pages < 2 || count("walk", "") != 1 || count("attempt 1", "call reports.presence") != pages+1 ||
			count("attempt 2", "call reports.presence page 2 ") != 1 || count("call reports.presence page 1 at 0 of 40", "walk") != 1 || len(got) != 1+2*(pages+1)+1 {
			t.Errorf("got %+v", got)
		}
	})
}

// TestWalkSpans: the pages of a list belong to its walk, which knows how many there were.
func TestWalkSpans(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		records, take int
		wantPages     func(int) bool
	}{
		"to the end": {250, 1000, func(n int) bool { return n >= 3 }},
		"left early": {1000, 1, func(n int) bool { return n == 1 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var tr tracer
			var ended []reservations.Walk
			calls := 0
			hooks := tr.hooks()
			c := over(t, &offsetList{n: test.records}, reservations.WithHooks(hooks), reservations.WithMaxConcurrency(1), reservations.WithHooks(reservations.Hooks{
				WalkEnd: func(_ context.Context, w reservations.Walk) { ended = append(ended, w) },
				CallEnd: func(context.Context, reservations.Call) { calls++ },
			}))
			took := 0
			for _, err := range c.Reservations.AllRegistrationNumberEntries(t.Context(), reservations.RegistrationNumberEntriesParams{}) {
				if err != nil {
					t.Fatal(err)
				}
				if took++; took == test.take {
					break
				}
			}
			if len(ended) != 1 || ended[0].Err != nil || ended[0].Pages != calls || !test.wantPages(calls) || ended[0].Name != "reservations.registrationNumberEntries" || ended[0].Server != "https://api.example.com" || ended[0].URLPath != "/api/registration_number_entries/" {
				t.Errorf("got %+v after %d calls", ended, calls)
			}
			for _, s := range tr.sorted() {
				if s.Ends != 1 || strings.HasPrefix(s.Name, "call") && s.Parent != "walk reservations.registrationNumberEntries" {
					t.Errorf("got %+v", s)
				}
			}
		})
	}
}

// TestOneCallForEachPage, also for the pages that fail, and the attempts are the requests
// that were sent: those of the hooks and that of the error. A 503 may ask for fewer requests at
// first, so there are more than MaxAttempts then.
func TestOneCallForEachPage(t *testing.T) {
	t.Parallel()
	for i, workers := range []int{1, 2, 8, 1, 2, 8} {
		status := []int{500, 503}[i/3]
		t.Run(fmt.Sprintf("%d, %d at a time", status, workers), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				type sentKey struct{}
				var mu sync.Mutex
				var pages []int // by the start of their calls
				var ended []reservations.Call
				var walk reservations.Walk
				hooks := reservations.Hooks{
					WalkEnd: func(_ context.Context, w reservations.Walk) { walk = w },
					CallStart: func(ctx context.Context, c reservations.Call) context.Context {
						mu.Lock()
						defer mu.Unlock()
						pages = append(pages, c.Page.Number)
						return context.WithValue(ctx, sentKey{}, new(int)) // a call has one request at a time
					},
					CallEnd: func(ctx context.Context, c reservations.Call) {
						mu.Lock()
						defer mu.Unlock()
						ended = append(ended, c)
						if sent := *ctx.Value(sentKey{}).(*int); c.Attempts != sent {
							t.Errorf("the call for page %d ends after %d attempts, and %d requests were sent", c.Page.Number, c.Attempts, sent)
						}
					},
				}
				srv := reservationstest.NewServer(reservationstest.WithBookings(present(300)...))
				srv.Inject(reservationstest.OpPresence, reservationstest.From(3), reservationstest.Status(status))
				rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
					*r.Context().Value(sentKey{}).(*int)++
					return srv.RoundTrip(r)
				})
				c := over(t, rt, reservations.WithMaxConcurrency(workers), reservations.WithHooks(hooks), reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 3}))
				p, _ := days(2)
				p.Limit = 25
				_, err := c.Reports.Presence(t.Context(), p)
				var refused *reservations.APIError
				if !errors.As(err, &refused) || walk.Err != err {
					t.Fatalf("got %v, and %v at the end of the walk", err, walk.Err)
				}
				slices.Sort(pages)
				if len(slices.Compact(slices.Clone(pages))) != len(pages) || len(pages) != walk.Pages || len(ended) != walk.Pages {
					t.Errorf("a walk of %d pages has the calls %v, of which %d ended", walk.Pages, pages, len(ended))
				}
				of := slices.IndexFunc(ended, func(c reservations.Call) bool { return c.Err == err })
				if of < 0 || ended[of].Attempts != refused.Attempts || refused.Attempts < 3 || status == 500 && refused.Attempts > 3 {
					t.Errorf("the error of %d attempts is that of the call %d of %+v", refused.Attempts, of, ended)
				}
			})
		})
	}
}

// TestHooksShowTheWholePath: that of the base URL is part of it.
func TestHooksShowTheWholePath(t *testing.T) {
	t.Parallel()
	paths := map[string]string{}
	hooks := reservations.WithHooks(reservations.Hooks{
		WalkEnd:    func(_ context.Context, w reservations.Walk) { paths["walk"] = w.URLPath },
		CallEnd:    func(_ context.Context, c reservations.Call) { paths["call"] = c.URLPath },
		AttemptEnd: func(_ context.Context, a reservations.Attempt) { paths["attempt"] = a.URLPath },
	})
	hc := &http.Client{Transport: answers(200, "application/json", "[]")}
	c, err := reservations.NewClient("https://example.com/backend/", reservationstest.Key, reservations.WithHTTPClient(hc), hooks)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reservations.Collect(c.Reservations.AllRegistrationNumberEntries(t.Context(), reservations.RegistrationNumberEntriesParams{})); err != nil {
		t.Fatal(err)
	}
	const path = "/backend/api/registration_number_entries/"
	if diff := gocmp.Diff(map[string]string{"walk": path, "call": path, "attempt": path}, paths); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
}

// TestWalkEndTellsTheFailure, of its pages as of the walk itself.
func TestWalkEndTellsTheFailure(t *testing.T) {
	t.Parallel()
	var walks []reservations.Walk
	hooks := reservations.WithHooks(reservations.Hooks{WalkEnd: func(_ context.Context, w reservations.Walk) { walks = append(walks, w) }})
	c := over(t, answers(404, "application/json", "{}"), hooks)
	for range c.Reservations.AllRegistrationNumberEntries(t.Context(), reservations.RegistrationNumberEntriesParams{}) {
	}
	p, _ := days(1)
	_, presenceErr := c.Reports.Presence(t.Context(), p)
	_, incompleteErr := over(t, answers(200, "application/json", "[]"), hooks).Reports.Presence(t.Context(), p)
	if len(walks) != 3 || !errors.Is(walks[0].Err, reservations.ErrNotFound) || walks[1].Err != presenceErr || walks[2].Err != incompleteErr || incompleteErr == nil {
		t.Errorf("got %+v", walks)
	}
}

// TestRequestsCarryTheirContext: a RoundTripper finds what the start of its attempt put
// there, and the operation.
func TestRequestsCarryTheirContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type number struct{}
		var seen []any
		rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
			op, ok := reservations.OperationFromContext(r.Context())
			seen = append(seen, r.Context().Value(number{}), ok, op)
			return answers(503, "", "")(r)
		})
		c := over(t, rt, reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2}), reservations.WithHooks(reservations.Hooks{
			AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context {
				return context.WithValue(ctx, number{}, a.Number)
			},
		}))
		if _, err := c.Guests.Get(t.Context(), 77); !errors.Is(err, reservations.ErrServer) {
			t.Fatal(err)
		}
		if diff := gocmp.Diff([]any{1, true, guestOperation, 2, true, guestOperation}, seen); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if op, ok := reservations.OperationFromContext(t.Context()); ok {
			t.Errorf("a context of no call has %+v", op)
		}
	})
}

// TestTheContextOfAnAttemptEndsWithIt: a tracer may cancel it at the end, and the call is
// retried all the same.
func TestTheContextOfAnAttemptEndsWithIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type cancelKey struct{}
		c := over(t, answers(503, "", ""), reservations.WithHooks(reservations.Hooks{
			AttemptStart: func(ctx context.Context, _ reservations.Attempt) context.Context {
				ctx, cancel := context.WithCancel(ctx)
				return context.WithValue(ctx, cancelKey{}, cancel)
			},
			AttemptEnd: func(ctx context.Context, _ reservations.Attempt) { ctx.Value(cancelKey{}).(context.CancelFunc)() },
		}))
		var refused *reservations.APIError
		if _, err := c.Guests.Get(t.Context(), 77); !errors.As(err, &refused) || refused.Attempts != 5 {
			t.Errorf("got %v, want a 503 after 5 attempts", err)
		}
	})
}

// waitFunc is a limiter.
type waitFunc func(context.Context) error

func (f waitFunc) Wait(ctx context.Context) error { return f(ctx) }

// TestOperationFromContextOfALimiter and of a source of keys.
func TestOperationFromContextOfALimiter(t *testing.T) {
	t.Parallel()
	var seen []reservations.Operation
	look := func(ctx context.Context) { op, _ := reservations.OperationFromContext(ctx); seen = append(seen, op) }
	c := over(t, answers(404, "", ""), reservations.WithLimiter(waitFunc(func(ctx context.Context) error { look(ctx); return nil })),
		reservations.WithAPIKeySource(func(ctx context.Context) (string, error) { look(ctx); return "the-key", nil }),
		reservations.WithHooks(reservations.Hooks{CallEnd: func(ctx context.Context, _ reservations.Call) { look(ctx) }}))
	_, _ = c.Guests.Get(t.Context(), 77)
	if diff := gocmp.Diff([]reservations.Operation{guestOperation, guestOperation, guestOperation}, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestEveryStartHasOneEnd, however the call ends: with two tracers, around the hooks and the
// logger that panic. The panic reaches the caller.
func TestEveryStartHasOneEnd(t *testing.T) {
	t.Parallel()
	stop := errors.New("stop")
	good := answers(200, "application/json", `[]`)
	type test struct {
		rt      roundTripFunc
		options []reservations.Option
		body    func() bool // of the loop over the walk; false leaves it
		ends    int         // so many of the three calls panic, or end with Goexit
	}
	tests := map[string]test{
		"success":       {rt: good},
		"left early":    {rt: offsetListOf(300), body: func() bool { return false }},
		"refused":       {rt: answers(404, "", "")},
		"retried":       {rt: answers(503, "", "")},
		"undecodable":   {rt: answers(200, "", "<html>")},
		"broken off":    {rt: brokenOff()},
		"limiter fails": {rt: good, options: []reservations.Option{reservations.WithLimiter(waitFunc(func(context.Context) error { return stop }))}},
		"key fails":     {rt: good, options: []reservations.Option{reservations.WithAPIKeySource(func(context.Context) (string, error) { return "", stop })}},
	}
	for how, end := range map[string]func(){"panic": func() { panic(stop) }, "Goexit": runtime.Goexit} {
		hooks := func(h reservations.Hooks) []reservations.Option {
			return []reservations.Option{reservations.WithHooks(h)}
		}
		logger := func(h slog.Handler) []reservations.Option {
			return []reservations.Option{reservations.WithLogger(slog.New(h))}
		}
		for place, test := range map[string]test{
			"loop":                {rt: offsetListOf(300), body: func() bool { end(); return true }, ends: 1},
			"RoundTripper":        {rt: func(*http.Request) (*http.Response, error) { end(); return nil, nil }, ends: 3},
			"body":                {rt: bodyOf(func([]byte) (int, error) { end(); return 0, nil }), ends: 3},
			"error":               {rt: bodyOf(func([]byte) (int, error) { return 0, endingError(end) }), ends: 3},
			"limiter":             {rt: good, options: []reservations.Option{reservations.WithLimiter(waitFunc(func(context.Context) error { end(); return nil }))}, ends: 3},
			"key":                 {rt: good, options: []reservations.Option{reservations.WithAPIKeySource(func(context.Context) (string, error) { end(); return "", nil })}, ends: 3},
			"level":               {rt: good, options: logger(endingHandler{enabled: end}), ends: 3},
			"log of an attempt":   {rt: good, options: logger(endingHandler{debug: end}), ends: 3},
			"log of a retry":      {rt: answers(503, "", ""), options: logger(endingHandler{info: end}), ends: 3},
			"log of an oddity":    {rt: answers(200, "application/json", `[{"id":"1"}]`), options: logger(endingHandler{warn: end}), ends: 1},
			"WalkStart":           {rt: good, options: hooks(reservations.Hooks{WalkStart: func(context.Context, reservations.Walk) context.Context { end(); return nil }}), ends: 2},
			"WalkEnd":             {rt: good, options: hooks(reservations.Hooks{WalkEnd: func(context.Context, reservations.Walk) { end() }}), ends: 2},
			"CallStart":           {rt: good, options: hooks(reservations.Hooks{CallStart: func(context.Context, reservations.Call) context.Context { end(); return nil }}), ends: 3},
			"CallEnd":             {rt: good, options: hooks(reservations.Hooks{CallEnd: func(context.Context, reservations.Call) { end() }}), ends: 3},
			"AttemptStart":        {rt: good, options: hooks(reservations.Hooks{AttemptStart: func(context.Context, reservations.Attempt) context.Context { end(); return nil }}), ends: 3},
			"AttemptEnd":          {rt: good, options: hooks(reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) { end() }}), ends: 3},
			"AttemptEnd, retried": {rt: answers(503, "", ""), options: hooks(reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) { end() }}), ends: 3},
		} {
			tests[how+" in "+place] = test
		}
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var before, after tracer // hooks before those of the test, and after them
				c := over(t, test.rt, slices.Concat([]reservations.Option{reservations.WithHooks(before.hooks())}, test.options, []reservations.Option{reservations.WithHooks(after.hooks())})...)
				ends := 0
				var wg sync.WaitGroup
				for _, run := range []func(context.Context){
					func(ctx context.Context) { _, _ = c.Guests.Get(ctx, 77) },
					func(ctx context.Context) {
						p, _ := days(1)
						_, _ = c.Reports.Presence(ctx, p)
					},
					func(ctx context.Context) {
						for range c.Reservations.AllRegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{}) {
							if test.body != nil && !test.body() {
								break
							}
						}
					},
				} {
					wg.Go(func() {
						returned := false
						defer func() {
							got := recover()
							if !returned {
								ends++
							}
							if want := strings.HasPrefix(name, "panic") && !returned; want != (got != nil) || got != nil && got != any(stop) {
								t.Errorf("panic: %v, want one: %v", got, want)
							}
						}()
						run(t.Context())
						returned = true
					})
					wg.Wait()
				}
				if ends != test.ends {
					t.Errorf("%d of the calls did not return, want %d", ends, test.ends)
				}
				if len(before.sorted()) < 3 {
					t.Errorf("got %+v", before.sorted())
				}
				for _, s := range slices.Concat(before.sorted(), after.sorted()) {
					if s.Ends != 1 {
						t.Errorf("%+v, want one end", s)
					}
				}
			})
		})
	}
}

// endingHandler is a handler of log records that ends the call.
type endingHandler struct {
	slog.Handler
	enabled, debug, info, warn func()
}

func (h endingHandler) Enabled(context.Context, slog.Level) bool {
	if h.enabled != nil {
		h.enabled()
	}
	return true
}

func (h endingHandler) Handle(_ context.Context, r slog.Record) error {
	if end := map[slog.Level]func(){slog.LevelDebug: h.debug, slog.LevelInfo: h.info, slog.LevelWarn: h.warn}[r.Level]; end != nil {
		end()
	}
	return nil
}

// endingError is an error whose text ends the call.
type endingError func()

func (f endingError) Error() string { f(); return "" }

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// bodyOf answers with a body that read reads.
func bodyOf(read readerFunc) roundTripFunc {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(read), Request: r}, nil
	}
}

func offsetListOf(n int) roundTripFunc { return (&offsetList{n: n}).RoundTrip }

// TestACancelledCallEndsOnce, while it waits and while it is under way.
func TestACancelledCallEndsOnce(t *testing.T) {
	t.Parallel()
	for name, rt := range map[string]roundTripFunc{
		"waiting":   answers(503, "", "", "Retry-After", "30"),
		"under way": func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var tr tracer
				var ended []reservations.Call
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Second, cancel)
				c := over(t, rt, reservations.WithHooks(tr.hooks()), reservations.WithHooks(reservations.Hooks{CallEnd: func(_ context.Context, c reservations.Call) { ended = append(ended, c) }}))
				_, err := c.Guests.Get(ctx, 77)
				if len(ended) != 1 || ended[0].Err != err || !errors.Is(err, context.Canceled) || ended[0].Attempts != 1 || ended[0].Duration != time.Second {
					t.Errorf("got %+v and %v", ended, err)
				}
				if diff := gocmp.Diff([]span{{"attempt 1 of /api/guests/77", "call guests.get", 1}, {"call guests.get", "", 1}}, tr.sorted()); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestNothingBeginsWithBadParameters: no hook is told of a call that is not made.
func TestNothingBeginsWithBadParameters(t *testing.T) {
	t.Parallel()
	var tr tracer
	c := over(t, answers(200, "", ""), reservations.WithHooks(tr.hooks()))
	_, _ = c.Guests.Get(t.Context(), -1)
	_ = c.Do(t.Context(), reservations.Request{}, nil)
	_, _ = c.Reports.PresencePage(t.Context(), reservations.PresenceParams{})
	_, _ = c.Reports.Presence(t.Context(), reservations.PresenceParams{})
	for range c.Reservations.AllRegistrationNumberEntries(t.Context(), reservations.RegistrationNumberEntriesParams{Limit: -1}) {
	}
	for range c.Supplements.All(t.Context(), reservations.SupplementsParams{}) {
	}
	if spans := tr.sorted(); len(spans) != 0 {
		t.Errorf("got %+v", spans)
	}
}

// TestTheEndOfACall tells what came of it.
func TestTheEndOfACall(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rt   roundTripFunc
		want reservations.Call
	}{
		"success":        {answers(200, "application/json", `{"id":77}`, "X-Request-Id", "r"), reservations.Call{StatusCode: 200, RequestID: "r", Attempts: 1}},
		"refused":        {answers(404, "", "", "X-Request-Id", "r"), reservations.Call{StatusCode: 404, RequestID: "r", Attempts: 1}},
		"error document": {answers(200, "", `{"statusCode":404,"description":"x"}`), reservations.Call{StatusCode: 200, Attempts: 1}},
		"undecodable":    {answers(200, "", "<html>"), reservations.Call{StatusCode: 200, Attempts: 1}},
		"retried":        {answers(503, "", ""), reservations.Call{StatusCode: 503, Attempts: 3, Duration: 3 * time.Second}},
		"broken off":     {brokenOff("X-Request-Id", "r"), reservations.Call{RequestID: "r", Attempts: 3, Duration: 3 * time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var ended []reservations.Call
				c := over(t, test.rt, reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 3, MinWait: time.Second}),
					reservations.WithHooks(reservations.Hooks{CallEnd: func(_ context.Context, c reservations.Call) { ended = append(ended, c) }}))
				_, err := c.Guests.Get(t.Context(), 77)
				if len(ended) != 1 || ended[0].Err != err {
					t.Fatalf("got %+v and %v", ended, err)
				}
				got := ended[0]
				if waits := test.want.Duration; (got.Duration - waits).Abs() > waits/4 { // jitter
					t.Errorf("got %v, want %v give or take a quarter", got.Duration, waits)
				}
				got.Err, got.Duration = nil, test.want.Duration
				test.want.Operation, test.want.Server, test.want.URLPath = guestOperation, "https://api.example.com", "/api/guests/77"
				if diff := gocmp.Diff(test.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestWaitedTellsTheWaits before each attempt: the limiter, the backoff and the rate limit.
// The limiter is asked during the pause after a 429.
func TestWaitedTellsTheWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var waited []time.Duration
		sent := 0
		rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
			time.Sleep(10 * time.Second)
			sent++
			return answers([]int{429, 503, 404}[sent-1], "", "", "Retry-After", []string{"7", "20", ""}[sent-1])(r)
		})
		c := over(t, rt, reservations.WithLimiter(waitFunc(func(context.Context) error { time.Sleep(2 * time.Second); return nil })),
			reservations.WithHooks(reservations.Hooks{AttemptStart: func(_ context.Context, a reservations.Attempt) context.Context {
				waited = append(waited, a.Waited)
				return nil
			}}))
		if _, err := c.Guests.Get(t.Context(), 77); !errors.Is(err, reservations.ErrNotFound) {
			t.Fatal(err)
		}
		if diff := gocmp.Diff([]time.Duration{2 * time.Second, 9 * time.Second, 22 * time.Second}, waited); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestSeveralHooks: all of them are invoked, each end with the context of its own start.
func TestSeveralHooks(t *testing.T) {
	t.Parallel()
	type mark struct{}
	var order []string
	hooks := func(name string) reservations.Option {
		note := func(what string, ctx context.Context) {
			order = append(order, fmt.Sprint(what, " ", name, " ", ctx.Value(mark{})))
		}
		return reservations.WithHooks(reservations.Hooks{
			CallStart: func(ctx context.Context, _ reservations.Call) context.Context {
				note("start", ctx)
				return context.WithValue(ctx, mark{}, name)
			},
			CallEnd: func(ctx context.Context, _ reservations.Call) { note("end", ctx) },
		})
	}
	c := over(t, answers(404, "", ""), hooks("a"), reservations.WithHooks(reservations.Hooks{}), hooks("b"))
	derived, err := c.With(hooks("c"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.With(hooks("of another client")); err != nil {
		t.Fatal(err)
	}
	_, _ = c.Guests.Get(t.Context(), 77)
	if diff := gocmp.Diff([]string{"start a <nil>", "start b a", "end b b", "end a a"}, order); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	order = nil
	_, _ = derived.Guests.Get(t.Context(), 77)
	if diff := gocmp.Diff([]string{"start a <nil>", "start b a", "start c b", "end c c", "end b b", "end a a"}, order); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestHooksOfDerivedClients: a client has those of its parent and its own, and not those of
// another client of the same parent.
func TestHooksOfDerivedClients(t *testing.T) {
	t.Parallel()
	var told []string
	hooks := func(name string) reservations.Option {
		return reservations.WithHooks(reservations.Hooks{
			WalkEnd:    func(context.Context, reservations.Walk) { told = append(told, "walk "+name) },
			CallEnd:    func(context.Context, reservations.Call) { told = append(told, "call "+name) },
			AttemptEnd: func(context.Context, reservations.Attempt) { told = append(told, "attempt "+name) },
		})
	}
	parent := over(t, answers(200, "application/json", "[]"), hooks("a"), hooks("b"), hooks("c"))
	first, _ := with(t, parent, hooks("first")), with(t, parent, hooks("second"))
	if err := last(first.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1})); err != nil {
		t.Fatal(err)
	}
	call := []string{"attempt first", "attempt c", "attempt b", "attempt a", "call first", "call c", "call b", "call a"}
	want := slices.Concat(call, call, []string{"walk first", "walk c", "walk b", "walk a"}) // an empty list takes two
	if diff := gocmp.Diff(want, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWalkHooks tell the operation, the time that the loop took, and of a panic in it.
func TestWalkHooks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body   func() bool // of the loop; false leaves it
		failed bool
	}{
		"the end": {func() bool { return true }, false},
		"is left": {func() bool { return false }, false},
		"panics":  {func() bool { panic("stop") }, true},
		"Goexit":  {func() bool { runtime.Goexit(); return true }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var ended []reservations.Walk
				c := over(t, offsetListOf(1), reservations.WithHooks(reservations.Hooks{
					WalkStart: func(ctx context.Context, w reservations.Walk) context.Context {
						if op, ok := reservations.OperationFromContext(ctx); !ok || op != w.Operation || op.Name != "reservations.registrationNumberEntries" {
							t.Errorf("the context is of the operation %+v, %v; the walk of %+v", op, ok, w.Operation)
						}
						return ctx
					},
					WalkEnd: func(_ context.Context, w reservations.Walk) { ended = append(ended, w) },
				}))
				var wg sync.WaitGroup
				wg.Go(func() {
					defer func() { _ = recover() }()
					for range c.Reservations.AllRegistrationNumberEntries(t.Context(), reservations.RegistrationNumberEntriesParams{}) {
						time.Sleep(3 * time.Second) // virtual
						if !test.body() {
							return
						}
					}
				})
				wg.Wait()
				if len(ended) != 1 || ended[0].Duration != 3*time.Second || (ended[0].Err != nil) != test.failed {
					t.Errorf("the hook was told of %+v", ended)
				}
			})
		})
	}
}

// TestCallHooksTellOfAPanic: a call that ends with one has an error for its hook.
func TestCallHooksTellOfAPanic(t *testing.T) {
	t.Parallel()
	var ended []reservations.Call
	c := over(t, roundTripFunc(func(*http.Request) (*http.Response, error) { panic("stop") }),
		reservations.WithHooks(reservations.Hooks{CallEnd: func(_ context.Context, c reservations.Call) { ended = append(ended, c) }}))
	func() {
		defer func() { _ = recover() }()
		_, _ = c.Guests.Get(t.Context(), 77)
	}()
	if len(ended) != 1 || ended[0].Err == nil {
		t.Errorf("the hook was told of %+v", ended)
	}
}
