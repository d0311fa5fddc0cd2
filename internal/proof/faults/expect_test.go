// SPDX-License-Identifier: MIT

package faults_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
)

// retryTable is the table in doc.go of what is retried, by its rows.
var retryTable = func() map[string]struct{ reads, writes bool } {
	text, _ := os.ReadFile("../../../doc.go")
	table := map[string]struct{ reads, writes bool }{}
	rows := regexp.MustCompile(`(?m)^//\t(\S.*?)  +(retried|not retried)  +(retried|not retried)$`)
	for _, row := range rows.FindAllStringSubmatch(string(text), -1) {
		table[row[1]] = struct{ reads, writes bool }{row[2] == "retried", row[3] == "retried"}
	}
	return table
}()

// expectation is what the documentation promises of a cell.
type expectation struct {
	outcome  string // one of these
	attempts int    // in an error; 0 where the number is not fixed
	executed int    // by the service, where the method writes
	early    bool   // the error says why the call was not retried
	refusal  bool   // the error of the context holds the refusal after which the call waited
}

const aValue, theError, theContext = "a value", "the error", "the error of the context, at the moment in which it ends"

// expect derives the expectation from the table of retries, and from the rule that a wait beyond the deadline is skipped.
func (c cell) expect() expectation {
	f, e := c.happens(), expectation{outcome: theError, attempts: 1}
	if f.acts {
		e.executed = 1
	}
	row, end, isAPIError := retryTable[f.happened], ends[c.timing], f.error == "APIError"
	again := row.reads && !c.call.Writes() || row.writes
	wait := 375 * time.Millisecond // half a second less a quarter
	if f.named {
		wait = f.retryAfter
	} else if f.happened == tooManyRequests {
		wait = 93 * time.Millisecond // an eighth of a second less a quarter
	}
	switch seen := min(latency+f.pending, timeout); {
	case seen > end:
		e.outcome = theContext
	case f.happened == nothing:
		e.outcome = aValue
	case !again, wait > time.Hour, wait > end && c.timing == "deadline": // a client waits an hour at most
		e.early = again
	case wait > end:
		e.outcome, e.refusal = theContext, isAPIError
	case !c.always:
		e.outcome, e.executed = aValue, 1
	case c.timing == "cancelled":
		e.outcome, e.attempts, e.refusal = theContext, 0, isAPIError
	case f.happened == tooManyRequests:
		e.attempts, e.early = 0, true
	default:
		e.attempts = 5
	}
	return e
}

// happens returns the fault as it is for the call. Where no body is expected, nothing is read of it but a page of HTML, which a
// proxy sends, and what says of itself that it is a part, or packed in a way that cannot be read. A page that is too large is read
// again in smaller ones. After a page that was accepted, the throttle takes a 503 and a reset for a 429.
func (c cell) happens() fault {
	f := c.fault
	read := slices.Contains([]string{"html", "206_with_a_part", "brotli"}, f.name)
	switch accepted := c.call.Walk && !c.always; {
	case c.call.ReturnsNothing() && (f.ofBody || f.error == "DecodeError") && !read:
		f.happened, f.pending = nothing, 0
	case accepted && f.tooLarge:
		f.happened = nothing
	case accepted && (f.status == 503 && f.happened == unavailable || f.reset):
		f.happened = tooManyRequests
	}
	return f
}

// field returns a field of an error of the module, or the zero value.
func field[T any](err error, name string) (value T) {
	if f := reflect.Indirect(reflect.ValueOf(err)).FieldByName(name); f.IsValid() {
		value = f.Interface().(T)
	}
	return value
}

// check compares what came of the call with what the documentation promises of its cell.
func (s *service) check(t *testing.T) {
	want := s.expect()
	ended := errors.Is(s.err, context.Canceled) || errors.Is(s.err, context.DeadlineExceeded)
	switch want.outcome {
	case aValue:
		plain := cell{call: s.call, fault: fault{respond: asUsual}, timing: "none"}.run(t).value
		if s.err != nil || !s.call.Writes() && !reflect.DeepEqual(s.value, plain) {
			t.Errorf("got %v and the value %.300v\nwant %.300v", s.err, s.value, plain)
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
	}
	if s.err != nil {
		s.checkError(t, want, ended)
	}
	if !s.call.Walk {
		s.checkHook(t)
	}
	if executed := int(s.executed.Load()); s.call.Writes() && executed != want.executed {
		t.Errorf("the service carried the operation out %d times, want %d", executed, want.executed)
	}
	if latest := min(ends[s.timing], maxElapsed+timeout); s.took > latest {
		t.Errorf("took %v, want at most %v", s.took, latest)
	}
}

// checkError checks what every error has to carry: operation, record and attempts, whether a write may have been carried out, and
// that what is retried is temporary.
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
		t.Errorf("%v says why it was not retried: %q, want that: %v", s.err, why, want.early)
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
	got, want := fmt.Sprint(s.calls), fmt.Sprint([]reservations.Call{{
		Operation: s.call.Operation, Server: "https://" + host, URLPath: s.call.Path(), StatusCode: status,
		Attempts: int(s.attempts.Load()), Duration: s.took, Err: s.err,
	}})
	if got != want {
		t.Errorf("the hook got\n%s\nwant\n%s", got, want)
	}
}
