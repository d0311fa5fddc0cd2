// SPDX-License-Identifier: MIT

// Package secrets_test proves that no secret is shown: the API key, tokens of records, and what a caller sends in headers and queries.
package secrets_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// The canaries hold characters that are written differently in URLs, JSON and HTML, and what watch looks for.
const (
	keyCanary    = `k3y/c&nary"<1>'+%-Q7x9Zw2p-V5t2Lm8R`
	tokenCanary  = `t0ken/c&nary'<2>"+%-Q7x9Zw2p-V5t2Lm8R`
	headerCanary = `h3ader/c&nary-Q7x9Zw2p-V5t2Lm8R`
	queryCanary  = `qu3ry/c&nary'<3>"+%-Q7x9Zw2p-V5t2Lm8R`
	recordCanary = `rec0rd/c&nary-Q7x9Zw2p-V5t2Lm8R`
)

// watch collects what is printed, and looks for secrets in it. Several goroutines can write.
type watch struct {
	mu sync.Mutex
	bytes.Buffer
}

func (w *watch) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Buffer.Write(p)
}

// all returns options that show whatever the log and hooks are given.
func (w *watch) all() reservations.Option {
	hooks := new(reservations.Hooks)
	for _, hook := range reflect.ValueOf(hooks).Elem().Fields() {
		hook.Set(reflect.MakeFunc(hook.Type(), func(args []reflect.Value) []reflect.Value {
			for _, arg := range args[1:] {
				w.show(arg.Interface())
			}
			return args[:hook.Type().NumOut()] // the context
		}))
	}
	lowest := slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return reservations.Options(reservations.WithLogger(lowest), reservations.WithHooks(*hooks))
}

// print writes values with all verbs and into both kinds of log, alone and inside others.
func (w *watch) print(values ...any) {
	for _, v := range values {
		fmt.Fprintf(w, "%v\n%+[1]v\n%#[1]v\n%[1]s\n%[1]q\n%[1]x\n%[1]X\n%[1]t\n%[1]d\n%[1]T\n%10.3[1]s\n", v)
		inside := []any{struct{ A any }{v}, map[string]any{"v": v}}
		fmt.Fprintf(w, "%v\n%+[1]v\n%#[1]v\n%[1]x\n", inside)
		group := slog.GroupValue(slog.Any("v", v))
		for _, handler := range []slog.Handler{slog.NewTextHandler(w, nil), slog.NewJSONHandler(w, nil)} {
			slog.New(handler).Info("x", "value", v, "group", group, "inside", inside)
		}
	}
}

// show prints values, errors in them with all that these wrap, and all texts that reflection leads to, private ones
// too. Left out is net/http, whose buffers are the requests. Package redact proves that errors.As finds nothing else.
func (w *watch) show(values ...any) {
	w.print(values...)
	seen := map[any]bool{}
	for _, v := range values {
		w.showParts(reflect.ValueOf(v), seen)
	}
}

func (w *watch) showParts(v reflect.Value, seen map[any]bool) {
	if !v.IsValid() || v.Type().PkgPath() == "log/slog" ||
		strings.HasPrefix(v.Type().PkgPath(), "net/http") && v.Kind() == reflect.Struct {
		return
	}
	if v.CanInterface() && v.Kind() != reflect.Interface && v.Type().Implements(reflect.TypeFor[error]()) {
		w.print(v.Interface())
		switch err := v.Interface().(type) {
		case interface{ Unwrap() error }:
			w.showParts(reflect.ValueOf(err.Unwrap()), seen)
		case interface{ Unwrap() []error }:
			w.showParts(reflect.ValueOf(err.Unwrap()), seen)
		}
	}
	switch v.Kind() {
	case reflect.String:
		fmt.Fprintln(w, v.String())
	case reflect.Pointer:
		if key := [2]any{v.Pointer(), v.Type()}; !seen[key] {
			seen[key] = true
			w.showParts(v.Elem(), seen)
		}
	case reflect.Interface:
		w.showParts(v.Elem(), seen)
	case reflect.Slice, reflect.Array, reflect.Map:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			fmt.Fprintf(w, "%s\n", v.Bytes())
			return
		}
		for key, value := range v.Seq2() {
			w.showParts(key, seen)
			w.showParts(value, seen)
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			w.showParts(field, seen)
		}
	}
}

// check fails the test if a secret has been printed, however it is written.
func (w *watch) check(t *testing.T) {
	if found := leak(w.String()); found != "" || w.Len() == 0 {
		t.Errorf("nothing was printed, or a secret is shown: %s", found)
	}
}

// fragments are in all secrets of the tests, near the beginning and at the end.
var fragments = []string{"Q7x9Zw2p", "V5t2Lm8R"}

// spelledFragments are the fragments in all the ways in which a text may hold them, in small letters.
var spelledFragments = sync.OnceValue(func() (all []string) {
	for _, fragment := range fragments {
		numbers := fmt.Sprint([]byte(fragment))
		all = append(all, fragment, hex.EncodeToString([]byte(fragment)), numbers[1:len(numbers)-1])
		for _, format := range []string{"%%%02x", `\x%02x`, `\u%04x`, "&#%d;", "&#x%x;", "%02x ", "0x%x, ", "u+%04x "} {
			all = append(all, strings.TrimSpace(testkit.Each(format, fragment)))
		}
		for before, shared := range []int{0, 2, 3} {
			raw := append(make([]byte, before), fragment...)
			all = append(all, base64.RawStdEncoding.EncodeToString(raw)[shared:len(raw)*8/6])
		}
	}
	return strings.Split(strings.ToLower(strings.Join(all, "|")), "|")
})

// leak returns the surroundings of a secret in a text, or "".
func leak(text string) string {
	small := strings.ToLower(text)
	for _, spelled := range spelledFragments() {
		if i := strings.Index(small, spelled); i >= 0 {
			return fmt.Sprintf("%q in %q", spelled, small[max(0, i-200):min(len(small), i+100)])
		}
	}
	return ""
}

// TestWatchFindsSecrets: the other tests look for secrets with watch. They would prove nothing if it found none.
func TestWatchFindsSecrets(t *testing.T) {
	escaped, encoded := testkit.Each("%%%02X", keyCanary), base64.StdEncoding.EncodeToString([]byte("ab"+tokenCanary))
	private := struct{ in *struct{ text string } }{&struct{ text string }{queryCanary}}
	wrapped := fmt.Errorf("a%.0w", errors.New(headerCanary))
	for _, shown := range []any{keyCanary, escaped, encoded, recordCanary[:23], &private, wrapped} {
		var out watch
		if out.show(shown); leak(out.String()) == "" {
			t.Errorf("nothing is found in %.300q", out.String())
		}
	}
}

var retriedOnce = reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2, MinWait: 1, MaxWait: 1})

// TestQueriesAreNotShown: names and values of parameters may be secret.
func TestQueriesAreNotShown(t *testing.T) {
	breaks := func(r *http.Request) (*http.Response, error) {
		return nil, &url.Error{Op: "Get", URL: r.URL.String(), Err: io.EOF}
	}
	for _, rt := range []testkit.RoundTripper{testclient.Responds(503, "", ""), testclient.Responds(200, "text/html", "<p>"), breaks} {
		var out watch
		c := testclient.Over(t, rt, out.all(), retriedOnce)
		_, err := c.TaxProfiles.Get(t.Context(), "1", reservations.WithQuery("canary-key", "canary-value"))
		out.show(err)
		if text := out.String(); err == nil || strings.Contains(text, "canary") {
			t.Errorf("got %v, or the query is shown: %.600s", err, text)
		}
	}
}

// numberedKeys is a source whose every key is another one.
func numberedKeys() reservations.Option {
	var asked atomic.Int64
	next := func(context.Context) (string, error) { return fmt.Sprint(keyCanary, asked.Add(1)), nil }
	return reservations.WithAPIKeySource(next)
}

// TestNoKeyOfOthersIsShown: a service may send back all keys that it has got from clients that share the throttle. A client also
// hides its own key when others have used more keys since than all clients together remember.
func TestNoKeyOfOthersIsShown(t *testing.T) {
	var keys []string
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		keys = append(keys, r.Header.Get("X-Api-Key"))
		all := strings.Join(keys[max(0, len(keys)-10):], " ")
		return testclient.Responds(400, "application/json", `{"description":`+quoted(all)+`}`, "X-Echo", all)(r)
	}))
	others := slices.Repeat([]*reservations.Client{testkit.Must(c.With(numberedKeys()))}, 100)
	for i, client := range slices.Concat([]*reservations.Client{c}, others, []*reservations.Client{c}) {
		var out watch
		_, err := client.TaxProfiles.Get(t.Context(), "1")
		out.show(err)
		out.check(t)
		if text := out.String(); err == nil || strings.Contains(text, reservationstest.Key) {
			t.Fatalf("call %d: got %v, or the key is shown: %.600s", i, err, text)
		}
	}
}

// TestNoProxyPasswordIsShown: a password may make a URL unreadable. Package transport has more proxies.
func TestNoProxyPasswordIsShown(t *testing.T) {
	const password = "Q7x9Zw2p"
	plain := serve(t, func(r *http.Request) string {
		sent := r.Header.Get("Proxy-Authorization")
		return response("407 "+sent, "", "you sent "+sent)
	})
	address, _ := url.Parse(strings.Replace(plain.URL, "://", "://user:"+password+"@", 1))
	_, noHost := url.Parse(fmt.Sprint("http://user:", password))
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"refuses":              {nil, "407 Proxy Authentication Required"},
		"no host":              {noHost, ""},
		"an error that quotes": {fmt.Errorf("invalid %q", "user:"+password+" x@proxy"), `invalid "REDACTED@proxy"`},
	} {
		t.Run(name, func(t *testing.T) {
			var out watch
			next := &http.Transport{Proxy: func(*http.Request) (*url.URL, error) { return address, test.err }}
			hc := &http.Client{Transport: testkit.RoundTripper(next.RoundTrip)} // as a tracer does
			c := testkit.Must(reservations.NewClient("http://api.example.com", reservationstest.Key, reservations.WithPlainHTTP(),
				out.all(), reservations.WithRetry(reservations.NoRetry()), reservations.WithHTTPClient(hc)))
			_, err := c.Guests.Get(t.Context(), 7)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			out.show(err)
			out.check(t)
		})
	}
}

// TestNothingIsWrittenToTheGlobalLog: it is not parallel, because it redirects the log and stderr.
func TestNothingIsWrittenToTheGlobalLog(t *testing.T) {
	file, _ := os.CreateTemp(t.TempDir(), "")
	stderr := os.Stderr
	os.Stderr = file
	log.SetOutput(file)
	c := testclient.Over(t, testclient.Responds(503, "", ""), retriedOnce)
	_, err := c.Reports.Presence(t.Context(), testclient.Days(1))
	os.Stderr = stderr
	log.SetOutput(stderr)
	written, _ := os.ReadFile(file.Name())
	if !errors.Is(err, reservations.ErrServer) || len(written) > 0 {
		t.Errorf("got %v and output %q", err, written)
	}
}
