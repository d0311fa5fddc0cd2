// SPDX-License-Identifier: MIT

package secrets_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync"

	"github.com/reservationkit/reservations-go"
)

// watch collects what is printed, and looks for secrets in it. It is safe for concurrent use.
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

// all returns options that print whatever the log and hooks are given.
func (w *watch) all() reservations.Option {
	return reservations.Options(reservations.WithLogger(w.logger()), reservations.WithHooks(reservations.Hooks{
		WalkStart: func(_ context.Context, about reservations.Walk) context.Context {
			w.printDeep(about)
			return nil
		},
		WalkEnd: func(_ context.Context, about reservations.Walk) { w.printEnd(about, about.Err) },
		CallStart: func(_ context.Context, about reservations.Call) context.Context {
			w.printDeep(about)
			return nil
		},
		Warnings: func(_ context.Context, about reservations.Call, found []reservations.WarningCount) {
			w.printDeep(about, found)
		},
		CallEnd: func(_ context.Context, about reservations.Call) { w.printEnd(about, about.Err) },
		AttemptStart: func(_ context.Context, about reservations.Attempt) context.Context {
			w.printDeep(about)
			return nil
		},
		AttemptEnd: func(_ context.Context, about reservations.Attempt) { w.printEnd(about, about.Err) },
	}))
}

func (w *watch) printEnd(about any, err error) {
	w.print(about)
	w.printDeep(about)
	w.printError(err)
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
	for _, target := range []any{
		new(*reservations.APIError), new(*reservations.TransportError), new(*reservations.DecodeError),
		new(*reservations.IncompleteError), new(*url.Error), new(*net.OpError), new(net.Error),
		new(interface{ Timeout() bool }), new(quotingError),
	} {
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

// quotingError is no pointer, so that package fmt shows all of it.
type quotingError struct{ Header http.Header }

func (e quotingError) Error() string { return fmt.Sprint(e.Header) }

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
	if !v.IsValid() || v.Type().PkgPath() == "log/slog" ||
		strings.HasPrefix(v.Type().PkgPath(), "net/http") && v.Kind() == reflect.Struct {
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
		for _, field := range v.Fields() {
			w.printParts(field, seen)
		}
	}
}
