package reservations_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/reservationkit/reservations-go"
)

// watch collects output, and looks for secrets in it. It is safe for concurrent use.
type watch struct {
	mu      sync.Mutex
	buf     bytes.Buffer
	printed map[error]bool
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

// logger writes every record as text and as JSON, whatever its level.
func (w *watch) logger() *slog.Logger {
	lowest := &slog.HandlerOptions{Level: slog.LevelDebug}
	return slog.New(bothHandlers{slog.NewTextHandler(w, lowest), slog.NewJSONHandler(w, lowest)})
}

type bothHandlers struct {
	slog.Handler
	other slog.Handler
}

func (b bothHandlers) Handle(ctx context.Context, r slog.Record) error {
	return errors.Join(b.Handler.Handle(ctx, r.Clone()), b.other.Handle(ctx, r))
}

// print writes values with all verbs and into both kinds of log, alone and inside others.
func (w *watch) print(values ...any) {
	logger := w.logger()
	for _, v := range values {
		fmt.Fprintf(w, "%v\n%+v\n%#v\n%s\n%q\n%x\n%X\n%t\n%d\n%T\n%10.3s\n", v, v, v, v, v, v, v, v, v, v, v)
		inside := struct {
			A any
			L []any
			M map[string]any
		}{v, []any{v}, map[string]any{"v": v}}
		fmt.Fprintf(w, "%v\n%+v\n%#v\n%x\n", inside, inside, inside, inside)
		logger.Info("x", "value", v, "group", slog.GroupValue(slog.Any("value", v)))
		slog.New(slog.NewTextHandler(w, nil)).Info("x", "inside", inside)
	}
}

// printJSON writes values as JSON, which packages other than log/slog may do.
func (w *watch) printJSON(values ...any) {
	for _, v := range values {
		data, err := json.Marshal(map[string]any{"v": v})
		fmt.Fprintf(w, "%s %v\n", data, err)
		w.logger().Info("x", "list", []any{v})
	}
}

// printError prints err and everything that it wraps or that errors.As finds in it.
func (w *watch) printError(err error) {
	if err == nil || w.hasPrinted(err) {
		return
	}
	w.print(err)
	w.printJSON(err)
	w.printDeep(err)
	var (
		api        *reservations.APIError
		transport  *reservations.TransportError
		decode     *reservations.DecodeError
		incomplete *reservations.IncompleteError
		outer      *url.Error
		op         *net.OpError
		network    net.Error
		timeout    interface{ Timeout() bool }
		quoting    quotingError
	)
	for _, target := range []any{&api, &transport, &decode, &incomplete, &outer, &op, &network, &timeout, &quoting} {
		if !errors.As(err, target) {
			continue
		}
		found := reflect.ValueOf(target).Elem().Interface()
		if err, is := found.(error); !is || !w.hasPrinted(err) {
			w.print(found)
		}
		if v := reflect.ValueOf(found); v.Kind() == reflect.Pointer { // the struct has no method Error
			w.print(v.Elem().Interface())
		}
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

// hasPrinted reports whether it has been asked for err before.
func (w *watch) hasPrinted(err error) bool {
	if reflect.TypeOf(err).Kind() != reflect.Pointer {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.printed == nil {
		w.printed = map[error]bool{}
	}
	defer func() { w.printed[err] = true }()
	return w.printed[err]
}

// printDeep writes all texts that reflection leads to, private ones as well. What net/http
// holds is left out: its buffers are the requests themselves.
func (w *watch) printDeep(values ...any) {
	seen := map[any]bool{}
	for _, v := range values {
		w.printParts(reflect.ValueOf(v), seen)
	}
}

func (w *watch) printParts(v reflect.Value, seen map[any]bool) {
	if !v.IsValid() || strings.HasPrefix(v.Type().PkgPath(), "net/http") && v.Kind() == reflect.Struct || v.Type().PkgPath() == "log/slog" {
		return
	}
	switch v.Kind() {
	case reflect.String:
		fmt.Fprintln(w, v.String())
	case reflect.Pointer:
		if key := [2]any{v.Pointer(), v.Type()}; !seen[key] {
			seen[key] = true
			w.printParts(v.Elem(), seen)
		}
	case reflect.Interface:
		w.printParts(v.Elem(), seen)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			fmt.Fprintf(w, "%s\n", v.Bytes())
			return
		}
		for i := range v.Len() {
			w.printParts(v.Index(i), seen)
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			w.printParts(key, seen)
			w.printParts(value, seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.printParts(v.Field(i), seen)
		}
	}
}

// fragments are in all secrets of the tests, near the beginning and at the end.
var fragments = []string{"Q7x9Zw2p", "V5t2Lm8R"}

// secretSpellings are the fragments in all the ways in which a text may hold them, in small
// letters.
var secretSpellings = sync.OnceValue(func() (all []string) {
	for _, fragment := range fragments {
		bytes := fmt.Sprint([]byte(fragment))
		all = append(all, fragment, hex.EncodeToString([]byte(fragment)), bytes[1:len(bytes)-1])
		for _, format := range []string{"%%%02x", `\x%02x`, `\u%04x`, "&#%d;", "&#x%x;", "%02x ", "0x%x, ", "u+%04x "} {
			all = append(all, strings.TrimSpace(each(format, fragment)))
		}
		for before, shared := range []int{0, 2, 3} {
			raw := append(make([]byte, before), fragment...)
			all = append(all, base64.RawStdEncoding.EncodeToString(raw)[shared:len(raw)*8/6])
		}
	}
	for i := range all {
		all[i] = strings.ToLower(all[i])
	}
	return all
})

// each writes every byte of a text as format says.
func each(format, text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, format, c)
	}
	return b.String()
}

// leak returns the surroundings of a secret in a text, or "".
func leak(text string) string {
	small := strings.ToLower(text)
	for _, spelling := range secretSpellings() {
		if i := strings.Index(small, spelling); i >= 0 {
			return fmt.Sprintf("%q in %q", spelling, small[max(0, i-200):min(len(small), i+100)])
		}
	}
	return ""
}

// check looks for secrets, however they are written.
func (w *watch) check(t *testing.T) {
	t.Helper()
	text := w.String()
	if text == "" {
		t.Error("nothing was printed")
	}
	if found := leak(text); found != "" {
		t.Errorf("a secret is shown: %s", found)
	}
}

// TestWatchFindsSecrets: a test that finds none proves nothing otherwise.
func TestWatchFindsSecrets(t *testing.T) {
	t.Parallel()
	for name, show := range map[string]func(*watch){
		"text":          func(w *watch) { w.print(keyCanary) },
		"bytes":         func(w *watch) { w.print([]byte(keyCanary)) },
		"escaped":       func(w *watch) { fmt.Fprint(w, each("%%%02X", keyCanary)) },
		"JSON":          func(w *watch) { w.printJSON(keyCanary) },
		"base64":        func(w *watch) { w.printJSON([]byte("ab" + tokenCanary)) },
		"private field": func(w *watch) { w.printDeep(&struct{ in *struct{ text string } }{&struct{ text string }{queryCanary}}) },
		"private value": func(w *watch) { w.print(struct{ text string }{recordCanary}) },
		"a cause": func(w *watch) {
			w.printError(fmt.Errorf("%w", &url.Error{Op: "a", URL: headerCanary, Err: errors.New("b")}))
		},
		"the first 15": func(w *watch) { fmt.Fprint(w, recordCanary[:23]) },
	} {
		t.Run(name, func(t *testing.T) {
			var out watch
			show(&out)
			if leak(out.String()) == "" {
				t.Errorf("nothing is found in %.300q", out.String())
			}
		})
	}
}
