// SPDX-License-Identifier: MIT

package secrets_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"

	"github.com/reservationkit/reservations-go"
)

// watch collects what is printed, and looks for secrets in it. It is safe for concurrent use.
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

// all returns options that print whatever the log and hooks are given.
func (w *watch) all() reservations.Option {
	lowest := &slog.HandlerOptions{Level: slog.LevelDebug}
	return reservations.Options(reservations.WithLogger(slog.New(slog.NewJSONHandler(w, lowest))), reservations.WithHooks(reservations.Hooks{
		WalkStart: func(_ context.Context, walk reservations.Walk) context.Context { w.printDeep(walk); return nil },
		WalkEnd:   func(_ context.Context, walk reservations.Walk) { w.printEnd(walk, walk.Err) },
		CallStart: func(_ context.Context, call reservations.Call) context.Context { w.printDeep(call); return nil },
		CallEnd:   func(_ context.Context, call reservations.Call) { w.printEnd(call, call.Err) },
		AttemptStart: func(_ context.Context, attempt reservations.Attempt) context.Context {
			w.printDeep(attempt)
			return nil
		},
		AttemptEnd: func(_ context.Context, attempt reservations.Attempt) { w.printEnd(attempt, attempt.Err) },
		Warnings: func(_ context.Context, call reservations.Call, found []reservations.WarningCount) {
			w.printDeep(call, found)
		},
	}))
}

func (w *watch) printEnd(about any, err error) {
	w.print(about)
	w.printDeep(about)
	w.printError(err)
}

// print writes values with all verbs and into both kinds of log, alone and inside others.
func (w *watch) print(values ...any) {
	for _, v := range values {
		fmt.Fprintf(w, "%v\n%+[1]v\n%#[1]v\n%[1]s\n%[1]q\n%[1]x\n%[1]X\n%[1]t\n%[1]d\n%[1]T\n%10.3[1]s\n", v)
		inside := struct {
			A any
			L []any
			M map[string]any
		}{v, []any{v}, map[string]any{"v": v}}
		fmt.Fprintf(w, "%v\n%+[1]v\n%#[1]v\n%[1]x\n", inside)
		slog.New(slog.NewTextHandler(w, nil)).Info("x", "value", v, "inside", inside)
		slog.New(slog.NewJSONHandler(w, nil)).Info("x", "value", v, "group", slog.GroupValue(slog.Any("value", v)))
	}
}

// printError prints err and everything that it wraps. Package redact proves that errors.As finds nothing else.
func (w *watch) printError(err error) {
	if err == nil {
		return
	}
	w.print(err)
	w.printDeep(err)
	switch err := err.(type) {
	case interface{ Unwrap() error }:
		w.printError(err.Unwrap())
	case interface{ Unwrap() []error }:
		for _, inner := range err.Unwrap() {
			w.printError(inner)
		}
	}
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
