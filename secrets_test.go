package reservations_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// The canaries hold characters that are written differently in URLs, JSON and HTML.
const (
	keyCanary   = `k3y/c&nary"<1>+%`
	tokenCanary = `t0ken/c&nary'<2>+%`
)

// echo answers with everything it was sent, as an unhelpful proxy might.
func echo(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	w.Header().Set("X-Request-Id", r.Header.Get("X-Api-Key")+" "+r.URL.Query().Get("token"))
	w.Header().Set("X-Echo", r.Header.Get("X-Api-Key")+r.URL.Query().Get("token"))
	w.WriteHeader(http.StatusBadRequest)
	fmt.Fprintf(w, `{"description":%q,"errors":[%q,"%s"]}`, r.Header.Get("X-Api-Key"), r.URL, strings.Join(r.URL.Query()["token"], " "))
}

// TestNoSecretIsShown sends a canary key and a canary token through every fault and
// looks for them in everything that comes out.
func TestNoSecretIsShown(t *testing.T) {
	t.Parallel()
	var elsewhere atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(func() { // after the parallel subtests
		other.Close()
		if n := elsewhere.Load(); n != 0 {
			t.Errorf("another host got %d requests", n)
		}
	})
	redirect := func(location string) reservationstest.Fault {
		return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			w.Header().Set("Location", location+"?"+r.URL.RawQuery+"&key="+url.QueryEscape(r.Header.Get("X-Api-Key")))
			w.WriteHeader(http.StatusTemporaryRedirect)
		}
	}
	faults := map[string]reservationstest.Fault{
		"none": reservationstest.Before(func() {}),
		"echo": echo,
		"echo as success": reservationstest.Fault(func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			io.WriteString(w, r.URL.String()+r.Header.Get("X-Api-Key"))
		}),
		"echo as an error document": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			fmt.Fprintf(w, `{"statusCode":400,"description":%q,"errors":[%q]}`, r.Header.Get("X-Api-Key"), r.URL)
		},
		"echo as a page of HTML": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			w.WriteHeader(http.StatusBadGateway)
			fmt.Fprintf(w, "<title>%s %s</title>", html.EscapeString(r.Header.Get("X-Api-Key")), html.EscapeString(r.URL.Query().Get("token")))
		},
		"429":          reservationstest.TooManyRequests("86400"),
		"503":          reservationstest.Status(503),
		"html":         reservationstest.HTML(502),
		"html success": reservationstest.HTML(200),
		"empty":        reservationstest.EmptyBody(),
		"reset":        reservationstest.Reset(),
		"truncated":    reservationstest.Truncate(20),
		"endless":      reservationstest.Endless(),
		"bomb":         reservationstest.GzipBomb(64 << 20),
		"no total":     reservationstest.NoTotalCount(),
		"odd total":    reservationstest.TotalCount("many"),
		"echo as a total": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			w.Header().Set("X-Total-Count", r.Header.Get("X-Api-Key"))
			io.WriteString(w, "[]")
		},
		"echo as a date": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			w.Header().Set("X-Total-Count", "1")
			json.NewEncoder(w).Encode([]any{map[string]any{"date": strings.Repeat("x", 20) + r.Header.Get("X-Api-Key")}})
		},
		"echo as a number": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			w.Header().Set("X-Total-Count", "1")
			json.NewEncoder(w).Encode([]any{map[string]any{"items": []any{map[string]any{"numOfPersons": strings.Repeat("x", 92) + r.Header.Get("X-Api-Key")}}}})
		},
		"echo at the cut": func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, strings.Repeat("x", 64<<10-4)+r.Header.Get("X-Api-Key")+r.URL.Query().Get("token"))
		},
		"redirect":        redirect(other.URL),
		"broken redirect": redirect("http://%zz/"),
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out watch
			logger := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
			srv := reservationstest.NewServer(reservationstest.WithKey(keyCanary), reservationstest.WithBookings(present(30)...))
			defer srv.Close()
			srv.Inject(reservationstest.OpPresence, reservationstest.Always(), fault)
			c, err := reservations.NewClient(srv.URL(), keyCanary,
				reservations.WithLogger(logger),
				reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1}),
				reservations.WithMaxResponseBytes(1<<20),
				reservations.WithHooks(printingHooks(&out)))
			if err != nil {
				t.Fatal(err)
			}
			p, _ := days(2)
			var resp reservations.Response
			days, err := c.Reports.Presence(t.Context(), p, reservations.WithResponseInto(&resp))
			out.print(c, resp, &resp, days)
			out.printError(err)
			if !strings.HasPrefix(name, "echo as") { // a success is handed out as it came
				out.print(resp.Header, string(resp.Body))
			}
			query := url.Values{"token": {"another", tokenCanary}, "dateFrom": {"2026-07-06T00:00:00Z"}}
			err = c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/reports/presence", Query: query}, nil)
			out.printError(err)
			err = c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/elsewhere", Query: url.Values{"reservationToken": {tokenCanary}}}, nil)
			out.printError(err)
			out.check(t)
		})
	}
}

// printingHooks print all that hooks are told.
func printingHooks(out *watch) reservations.Hooks {
	return reservations.Hooks{
		WalkStart:    func(ctx context.Context, w reservations.Walk) context.Context { out.print(w); return nil },
		WalkEnd:      func(_ context.Context, w reservations.Walk) { out.print(w); out.printError(w.Err) },
		CallStart:    func(ctx context.Context, c reservations.Call) context.Context { out.print(c); return nil },
		CallEnd:      func(_ context.Context, c reservations.Call) { out.print(c); out.printError(c.Err) },
		AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context { out.print(a); return nil },
		AttemptEnd:   func(_ context.Context, a reservations.Attempt) { out.print(a); out.printError(a.Err) },
	}
}

// TestNothingIsWrittenToTheGlobalLog is not parallel: it redirects the log and stderr.
func TestNothingIsWrittenToTheGlobalLog(t *testing.T) {
	var out watch
	log.SetOutput(&out)
	defer log.SetOutput(os.Stderr)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = w
	srv := reservationstest.NewServer()
	srv.Inject(reservationstest.OpPresence, reservationstest.Always(), reservationstest.Status(503))
	p, _ := days(1)
	c := over(t, srv, reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1}))
	_, callErr := c.Reports.Presence(t.Context(), p)
	os.Stderr = stderr
	w.Close()
	written, _ := io.ReadAll(r)
	if !errors.Is(callErr, reservations.ErrServer) || out.String()+string(written) != "" {
		t.Errorf("got %v and output %q%q", callErr, out.String(), written)
	}
}

// watch collects output. It is safe for concurrent use.
type watch struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (w *watch) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.Write(p)
}

func (w *watch) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.String()
}

func (w *watch) print(values ...any) {
	for _, v := range values {
		fmt.Fprintf(w, "%v\n%+v\n%#v\n%q\n", v, v, v, v)
	}
}

// printError prints err, everything it wraps, and the structs behind the pointers.
func (w *watch) printError(err error) {
	if err == nil {
		return
	}
	w.print(err)
	slog.New(slog.NewJSONHandler(w, nil)).Info("failed", "err", err)
	slog.New(slog.NewTextHandler(w, nil)).Info("failed", "err", err)
	var (
		api        *reservations.APIError
		transport  *reservations.TransportError
		decode     *reservations.DecodeError
		incomplete *reservations.IncompleteError
		outer      *url.Error
	)
	if errors.As(err, &api) {
		w.print(*api, api.Header, string(api.Body), api.Errors, api.RequestID, api.URLPath)
	}
	if errors.As(err, &transport) {
		w.print(*transport)
	}
	if errors.As(err, &decode) {
		w.print(*decode, decode.Snippet)
	}
	if errors.As(err, &incomplete) {
		w.print(*incomplete)
	}
	if errors.As(err, &outer) {
		w.print(outer)
	}
	switch err := err.(type) {
	case interface{ Unwrap() error }:
		w.printError(err.Unwrap())
	case interface{ Unwrap() []error }:
		for _, inner := range err.Unwrap() {
			w.printError(inner)
		}
	}
}

// check looks for the canaries, however they are written.
func (w *watch) check(t *testing.T) {
	t.Helper()
	text := w.String()
	if text == "" {
		t.Error("nothing was printed")
	}
	for _, part := range []string{"k3y", "t0ken", "c&nary", "c%26nary", `c\u0026nary`, "c&amp;nary"} {
		if i := strings.Index(text, part); i >= 0 {
			t.Errorf("a secret is shown: ...%s...", text[max(0, i-200):min(len(text), i+100)])
			return
		}
	}
}
