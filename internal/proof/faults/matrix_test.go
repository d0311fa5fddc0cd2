// SPDX-License-Identifier: MIT

package faults_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/pipe"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	double "github.com/reservationkit/reservations-go/reservationstest"
)

// cell is one method under one fault.
type cell struct {
	call   testclient.Call
	fault  fault
	always bool
	timing string // of ends
}

// TestEveryMethodKeepsItsPromisesUnderEveryFault: expect has the promises, with the sentences of the documentation.
func TestEveryMethodKeepsItsPromisesUnderEveryFault(t *testing.T) {
	t.Parallel()
	reads() // outside of all bubbles
	var all []cell
	for _, call := range testclient.Calls() {
		for _, fault := range allFaults {
			for timing := range ends {
				all = append(all, cell{call, fault, false, timing}, cell{call, fault, true, timing})
			}
		}
	}
	for _, c := range testkit.Cases(10, all) {
		t.Run(fmt.Sprintf("%s/%s/always=%t/%s", c.call.Name, c.fault.name, c.always, c.timing), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { c.run(t).check(t) })
		})
	}
}

// reads has the records of all cells that read.
var reads = sync.OnceValue(func() *double.Server {
	srv := testclient.Server(7, 8, 9, 10, 11, 12, 13, 14)
	srv.SetBookings(testclient.Present(8)...)
	return srv
})

// service is the service of one cell, and what came of the call. Its network is in memory.
type service struct {
	cell
	store             http.Handler
	arrived, executed atomic.Int64                      // requests, and those of them that were carried out
	dialled, attempts atomic.Int64                      // connections, and attempts that the client made
	bodies            testclient.UnderWay               // that the client has not closed
	contexts          atomic.Int64                      // of requests, that have not ended
	ended             atomic.Pointer[reservations.Call] // what the hook for the end of a call got
	value             any                               // of the call
	err               error
	took              time.Duration
}

// run makes the call of a cell. The fault applies to the first request, or to the second one of a walk.
func (c cell) run(t *testing.T) *service {
	s := &service{cell: c, store: reads()}
	if c.call.Writes() {
		s.store = testclient.Server(c.call.ID)
	}
	ctx, cancel := context.WithTimeout(t.Context(), ends[c.timing])
	if c.timing == "cancelled" {
		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(ends[c.timing], cancel)
	}
	defer cancel()
	client, start := s.client(t), time.Now()
	s.value, s.err = c.call.Do(ctx, client)
	s.took = time.Since(start)
	synctest.Wait()
	if bodies, contexts := s.bodies.Load(), s.contexts.Load(); bodies != 0 || contexts != 0 {
		t.Errorf("after the call %d bodies are open, and %d contexts have not ended", bodies, contexts)
	}
	time.Sleep(2 * timeout) // what the service does late counts; a goroutine that goes on makes the bubble panic
	return s
}

func (s *service) client(t *testing.T) *reservations.Client {
	network := pipe.NewTransport(s, func() error {
		if s.fault.happened == noConnection && (s.always || s.dialled.Add(1) == 1) {
			return syscall.ECONNREFUSED
		}
		return nil
	})
	network.MaxResponseHeaderBytes = maxBytes
	send := func(r *http.Request) (*http.Response, error) {
		s.contexts.Add(1)
		context.AfterFunc(r.Context(), func() { s.contexts.Add(-1) })
		return s.bodies.Count(network).RoundTrip(r)
	}
	return testclient.Over(t, testkit.RoundTripper(send), reservations.WithAttemptTimeout(timeout),
		reservations.WithRetry(reservations.RetryPolicy{MaxElapsed: maxElapsed}), reservations.WithMaxResponseBytes(maxBytes),
		reservations.WithHooks(reservations.Hooks{
			AttemptEnd: func(context.Context, reservations.Attempt) { s.attempts.Add(1) },
			CallEnd:    func(_ context.Context, call reservations.Call) { s.ended.Store(&call) },
		}))
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request := s.arrived.Add(1)
	body, _ := io.ReadAll(r.Body) // net/http tells a handler only then that the client has left
	r.Body = io.NopCloser(bytes.NewReader(body))
	time.Sleep(latency)
	respond := asUsual
	if s.always || request == 1 && !s.call.Walk || request == 2 && s.call.Walk {
		respond = s.fault.respond
	}
	respond(w, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.executed.Add(1)
		s.store.ServeHTTP(w, r)
	}))
}

// check compares what came of the call with what the documentation promises of its cell.
func (s *service) check(t *testing.T) {
	want := s.expect()
	if executed := int(s.executed.Load()); s.call.Writes() && executed != want.executed {
		t.Errorf("the service carried the operation out %d times, want %d", executed, want.executed)
	}
	ended := errors.Is(s.err, context.Canceled) || errors.Is(s.err, context.DeadlineExceeded)
	switch want.outcome {
	case aValue:
		plain := cell{call: s.call, fault: fault{respond: asUsual}, timing: "none"}
		if s.err != nil || !s.call.Writes() && !reflect.DeepEqual(s.value, plain.run(t).value) {
			t.Errorf("got %v, the value (-without a fault +got):\n%s", s.err, gocmp.Diff(plain.run(t).value, s.value))
		}
	case theError:
		name := "*reservations." + cmp.Or(s.fault.error, "TransportError")
		if fmt.Sprintf("%T", s.err) != name || field[int](s.err, "StatusCode") != s.fault.status ||
			errors.As(s.err, new(*http.MaxBytesError)) != s.fault.tooLarge || ended && s.fault.pending == 0 {
			t.Errorf("got a %T: %v\nwant a %s with status %d", s.err, s.err, name, s.fault.status)
		}
	case theContext:
		cause := map[string]error{"deadline": context.DeadlineExceeded, "cancelled": context.Canceled}[s.timing]
		last, refused := errors.AsType[*reservations.APIError](s.err)
		if _, ok := s.err.(*reservations.TransportError); !ok || !errors.Is(s.err, cause) ||
			refused != want.refusal || refused && last.StatusCode != s.fault.status || s.took != ends[s.timing] {
			t.Errorf("got a %T after %v: %v\nwant a TransportError by %v after %v, which holds a refusal: %t",
				s.err, s.took, s.err, cause, ends[s.timing], want.refusal)
		}
		while := fmt.Sprint(cause, ", while waiting to retry: ", last)
		if refused && !strings.HasSuffix(s.err.Error(), while) {
			t.Errorf("got  %v\nwant %s", s.err, while)
		}
	}
	if s.err != nil {
		s.checkError(t, want, ended)
	}
	if !s.call.Walk {
		s.checkHook(t)
	}
	if latest := min(ends[s.timing], maxElapsed+timeout); s.took > latest {
		t.Errorf("took %v, want at most %v", s.took, latest)
	}
}

// checkError checks what every error says, also whether a write may have been carried out, and whether it is temporary.
func (s *service) checkError(t *testing.T, want expectation, ended bool) {
	op, urlPath := field[reservations.Operation](s.err, "Operation"), field[string](s.err, "URLPath")
	if op != s.call.Operation || urlPath != s.call.Path() || !strings.HasPrefix(s.err.Error(), op.Method+" "+urlPath+": ") {
		t.Errorf("%v names %v and %q, want %v and %q", s.err, op, urlPath, s.call.Operation, s.call.Path())
	}
	attempts, sent := field[int](s.err, "Attempts"), int(s.attempts.Load())
	if attempts < 1 || want.attempts != 0 && attempts != want.attempts || !s.call.Walk && attempts != sent {
		t.Errorf("%v counts %d attempts, want %d (0: any); the client made %d", s.err, attempts, want.attempts, sent)
	}
	if why := field[string](s.err, "NotRetried"); want.early != (why != "") {
		t.Errorf("NotRetried of %v is %q; want a reason: %t", s.err, why, want.early)
	}
	happened, says := s.happens().happened, reservations.MayHaveWritten(s.err)
	must := s.call.Writes() && s.executed.Load() > 0
	may := s.call.Writes() && s.arrived.Load() > 0 && happened != tooManyRequests
	if says && !may || !says && must {
		t.Errorf("%v may have written: %t; the service got a write: %t, and carried it out: %t", s.err, says, may, must)
	}
	if (retryTable[happened].reads || ended) && !reservations.IsTemporary(s.err) {
		t.Errorf("%v is not temporary", s.err)
	}
}

// checkHook checks what the hook for the end of the call got.
func (s *service) checkHook(t *testing.T) {
	status := 200
	if s.err != nil {
		status = cmp.Or(field[int](s.err, "HTTPStatus"), field[int](s.err, "StatusCode"))
	}
	got, want := fmt.Sprint(*s.ended.Load()), fmt.Sprint(reservations.Call{
		Operation: s.call.Operation, Server: "https://" + host, URLPath: s.call.Path(), StatusCode: status,
		Attempts: int(s.attempts.Load()), Duration: s.took, Err: s.err,
	})
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("what the hook got (-want +got):\n%s", diff)
	}
}

// field returns a field of an error of the module, or the zero value.
func field[T any](err error, name string) (value T) {
	if f := reflect.Indirect(reflect.ValueOf(err)).FieldByName(name); f.IsValid() {
		value = f.Interface().(T)
	}
	return value
}
