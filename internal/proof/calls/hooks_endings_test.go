// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"reflect"
	"runtime"
	"sync"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// An ending makes a call, a register and a list end in its way.
type ending struct {
	rt   testkit.RoundTripper
	opt  reservations.Option // nil for none
	loop func() (goOn bool)  // the body of the loop over the list; nil for one that reads to the end
	ends int                 // how many of the three do not return, but panic or end their goroutine
}

var (
	errStop = errors.New("stop")
	empty   = testclient.Responds(200, "application/json", `[]`)
	refused = testclient.Responds(503, "", "")
)

// endings return by themselves.
var endings = map[string]ending{
	"success":       {rt: empty},
	"left early":    {rt: entries(300), loop: func() bool { return false }},
	"refused":       {rt: testclient.Responds(404, "", "")},
	"retried":       {rt: refused},
	"undecodable":   {rt: testclient.Responds(200, "", "<html>")},
	"broken off":    {rt: begins(breaks)},
	"limiter fails": {rt: empty, opt: reservations.WithLimiter(limiter(func(context.Context) error { return errStop }))},
	"key fails": {rt: empty, opt: reservations.WithAPIKeySource(
		func(context.Context) (string, error) { return "", errStop })},
}

// endingsAt end the goroutine in each place that calls what a program has given to the client.
func endingsAt(end func()) map[string]ending {
	logs := func(h handler) reservations.Option { return reservations.WithLogger(slog.New(h)) }
	unexpected := testclient.Responds(200, "application/json", `[{"id":"1"}]`) // not in the register, which has no id
	all := map[string]ending{
		"loop":         {rt: entries(300), loop: func() bool { end(); return true }, ends: 1},
		"RoundTripper": {rt: func(*http.Request) (*http.Response, error) { end(); return nil, nil }, ends: 3},
		"body":         {rt: begins(func(*http.Request) error { end(); return nil }), ends: 3},
		"error":        {rt: begins(func(*http.Request) error { return endingError(end) }), ends: 3},
		"limiter": {rt: empty, ends: 3,
			opt: reservations.WithLimiter(limiter(func(context.Context) error { end(); return nil }))},
		"key": {rt: empty, ends: 3,
			opt: reservations.WithAPIKeySource(func(context.Context) (string, error) { end(); return "", nil })},
		"level":             {rt: empty, opt: logs(handler{enabled: end}), ends: 3},
		"log of an attempt": {rt: empty, opt: logs(handler{debug: end}), ends: 3},
		"log of a retry":    {rt: refused, opt: logs(handler{info: end}), ends: 3},
		"log of a warning":  {rt: unexpected, opt: logs(handler{warn: end}), ends: 2},
	}
	for i, field := range reflect.VisibleFields(reflect.TypeFor[reservations.Hooks]()) {
		var hooks reservations.Hooks
		ends := reflect.MakeFunc(field.Type, func([]reflect.Value) []reflect.Value { end(); return nil })
		reflect.ValueOf(&hooks).Elem().Field(i).Set(ends)
		ending := ending{rt: empty, opt: reservations.WithHooks(hooks), ends: 3}
		switch field.Name {
		case "WalkStart", "WalkEnd":
			ending.ends = 2
		case "Warnings":
			ending.rt, ending.ends = unexpected, 2
		case "AttemptEnd":
			retried := ending
			retried.rt = refused
			all["AttemptEnd, retried"] = retried
		}
		all[field.Name] = ending
	}
	return all
}

// TestEveryStartHasOneEnd, however the call ends: with two tracers, around the hooks and the logger
// that panic. The panic reaches the caller.
func TestEveryStartHasOneEnd(t *testing.T) {
	t.Parallel()
	check := func(name string, ending ending, panics any) {
		inBubble(t, name, func(t *testing.T) { startsHaveEnds(t, ending, panics) })
	}
	for name, ending := range endings {
		check(name, ending, nil)
	}
	for name, ending := range endingsAt(func() { panic(errStop) }) {
		check("panic in "+name, ending, errStop)
	}
	for name, ending := range endingsAt(runtime.Goexit) {
		check("Goexit in "+name, ending, nil)
	}
}

// startsHaveEnds makes three calls, and wants those that do not return to panic with a value.
func startsHaveEnds(t *testing.T, ending ending, panics any) {
	var before, after tracer // hooks before those of the test, and after them
	opts := []reservations.Option{before.hooks()}
	if ending.opt != nil {
		opts = append(opts, ending.opt)
	}
	c := testclient.Over(t, ending.rt, append(opts, after.hooks())...)
	loop := ending.loop
	if loop == nil {
		loop = always
	}
	ends := 0
	for _, call := range []func(){
		func() { _, _ = c.Guests.Get(t.Context(), 77) },
		func() { _, _ = testclient.CallOf("Reports.Presence").Do(t.Context(), c) },
		func() { _ = readEntries(t.Context(), c, loop) },
	} {
		var caller sync.WaitGroup
		caller.Go(func() {
			returned := false
			defer func() {
				got := recover()
				if returned {
					return
				}
				ends++
				if got != panics {
					t.Errorf("the call ended with the panic %v, want %v", got, panics)
				}
			}()
			call()
			returned = true
		})
		caller.Wait()
	}
	if ends != ending.ends {
		t.Errorf("%d of the calls did not return, want %d", ends, ending.ends)
	}
	if spans := before.ended(t); len(spans) < 3 {
		t.Errorf("got %+v", spans)
	}
	after.ended(t)
}

// handler is a handler of log records that calls a function for a level.
type handler struct {
	slog.Handler
	enabled, debug, info, warn func()
}

func (h handler) Enabled(context.Context, slog.Level) bool {
	if h.enabled != nil {
		h.enabled()
	}
	return true
}

func (h handler) Handle(_ context.Context, r slog.Record) error {
	levels := map[slog.Level]func(){slog.LevelDebug: h.debug, slog.LevelInfo: h.info, slog.LevelWarn: h.warn}
	if f := levels[r.Level]; f != nil {
		f()
	}
	return nil
}

// endingError is an error whose text ends the goroutine.
type endingError func()

func (f endingError) Error() string { f(); return "" }
