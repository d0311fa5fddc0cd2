// SPDX-License-Identifier: MIT

package faults_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// result is what came of a call, and what was counted meanwhile.
type result struct {
	service *service
	value   any
	err     error
	took    time.Duration
}

// changedNow is the time at which a record was changed, in a bubble.
var changedNow = regexp.MustCompile(`2000-01-01T[0-9:]+Z`)

// asJSON returns a value as JSON, without the time at which a write has changed it.
func asJSON(value any) string {
	text, err := json.Marshal(value)
	return fmt.Sprint(changedNow.ReplaceAllString(string(text), "now"), err)
}

// check compares a result with what the documentation promises of its cell.
func (r result) check(t *testing.T, c cell, value string) {
	t.Helper()
	want := c.expect()
	switch want.outcome {
	case aValue:
		if r.err != nil {
			t.Errorf("got %v, want a value", r.err)
		} else if got := asJSON(r.value); got != value {
			t.Errorf("got the value %.300s\nwant %.300s", got, value)
		}
	case theError:
		r.checkFault(t, c.fault)
		if errors.Is(r.err, context.Canceled) || errors.Is(r.err, context.DeadlineExceeded) && c.fault.pending == 0 {
			t.Errorf("got %v, which is the end of a context", r.err)
		}
	case theContext:
		r.checkContext(t, c, want.refusal)
	}
	if r.err != nil {
		r.checkNames(t, c.call, want)
		r.checkPredicates(t, c)
	}
	if executed := int(r.service.executed.Load()); c.call.Writes() && (executed > 1 || executed != want.executed) {
		t.Errorf("the service carried the operation out %d times, want %d", executed, want.executed)
	}
	if latest := min(c.end(), maxElapsed+timeout); r.took < want.least || r.took > latest {
		t.Errorf("took %v, want %v to %v", r.took, want.least, latest)
	}
}

// field returns a field of an error of the module, or the zero value.
func field[T any](err error, name string) (value T) {
	if f := reflect.Indirect(reflect.ValueOf(err)).FieldByName(name); f.IsValid() {
		value = f.Interface().(T)
	}
	return value
}

// checkFault checks the type of the error, and what it says of the fault.
func (r result) checkFault(t *testing.T, f fault) {
	t.Helper()
	status, typeName := field[int](r.err, "StatusCode"), fmt.Sprintf("%T", r.err)
	if typeName != "*reservations."+cmp.Or(f.error, "TransportError") || status != f.status || f.tooLarge != errors.As(r.err, new(*http.MaxBytesError)) {
		t.Errorf("got a %s: %v\nwant a %s with status %d", typeName, r.err, f.error, f.status)
	}
}

// checkContext checks the error of a call that the end of its context has ended.
func (r result) checkContext(t *testing.T, c cell, refusal bool) {
	t.Helper()
	cause := context.Canceled
	if c.timing == "deadline" {
		cause = context.DeadlineExceeded
	}
	if _, ok := r.err.(*reservations.TransportError); !ok || !errors.Is(r.err, cause) {
		t.Errorf("got a %T: %v\nwant a TransportError by %v", r.err, r.err, cause)
	}
	var last *reservations.APIError
	if errors.As(r.err, &last) != refusal || refusal && last.StatusCode != c.fault.status {
		t.Errorf("got %v, which holds a refusal: %v, want %v", r.err, !refusal, refusal)
	}
	if r.took != c.end() {
		t.Errorf("took %v, want %v", r.took, c.end())
	}
}

// checkPredicates checks what the error says of a write that was carried out, or that never
// reached the service, and that what is retried is temporary.
func (r result) checkPredicates(t *testing.T, c cell) {
	t.Helper()
	f := c.happens()
	wrote, reached := r.service.executed.Load() > 0, r.service.arrived.Load() > 0
	switch got := reservations.MayHaveWritten(r.err); {
	case !c.call.Writes() && got:
		t.Errorf("%v may have written, and the call reads", r.err)
	case c.call.Writes() && wrote && !got:
		t.Errorf("%v has not written, and the service has carried the operation out", r.err)
	case got && (!reached || f.happened == tooManyRequests):
		t.Errorf("%v may have written, and the service has carried nothing out", r.err)
	}
	ended := errors.Is(r.err, context.Canceled) || errors.Is(r.err, context.DeadlineExceeded)
	if temporary := retryTable[f.happened].reads || ended; temporary && !reservations.IsTemporary(r.err) {
		t.Errorf("%v is not temporary", r.err)
	}
}

// checkNames checks what every error has to carry: operation, record and attempts.
func (r result) checkNames(t *testing.T, call testclient.Call, want expectation) {
	t.Helper()
	op, urlPath := field[reservations.Operation](r.err, "Operation"), field[string](r.err, "URLPath")
	if op != call.Operation || urlPath != call.Path() || !strings.HasPrefix(r.err.Error(), op.Method+" "+urlPath+": ") {
		t.Errorf("%v names %v and %q, want %v and %q", r.err, op, urlPath, call.Operation, call.Path())
	}
	attempts, sent := field[int](r.err, "Attempts"), int(r.service.attempts.Load())
	if attempts < 1 || want.attempts != 0 && attempts != want.attempts || !call.Walk && attempts != sent {
		t.Errorf("%v counts %d attempts, want %d (0: any); the client made %d", r.err, attempts, want.attempts, sent)
	}
	if notRetried := field[string](r.err, "NotRetried"); want.early != (notRetried != "") {
		t.Errorf("%v says why it was not retried: %q, want that: %v", r.err, notRetried, want.early)
	}
}

// The times of the matrix. They are virtual.
const (
	latency    = time.Millisecond       // from the arrival of a request to its response
	timeout    = 2 * time.Second        // of an attempt
	maxElapsed = 20 * time.Second       // from the start of a call to its last retry
	deadline   = 260 * time.Millisecond // before a retry, and before the second one after a 429 that names no time
	cancelled  = 60 * time.Millisecond
)

// retried says of a row of the table in doc.go what is retried.
type retried struct{ reads, writes bool }

// retryTable is the table of retries in doc.go, by its rows.
var retryTable = func() map[string]retried {
	text, err := os.ReadFile("../../../doc.go")
	if err != nil {
		panic(err)
	}
	table := map[string]retried{}
	rows := regexp.MustCompile(`(?m)^//\t(\S.*?)  +(retried|not retried)  +(retried|not retried)$`)
	for _, row := range rows.FindAllStringSubmatch(string(text), -1) {
		table[row[1]] = retried{row[2] == "retried", row[3] == "retried"}
	}
	return table
}()

// outcome is what a cell ends in.
type outcome string

const (
	aValue     outcome = "a value"
	theError   outcome = "the error"
	theContext outcome = "the context" // its error, at the moment in which it ends
)

// expectation is what the documentation promises of a cell.
type expectation struct {
	outcome  outcome
	attempts int  // 0 where the number is not fixed
	executed int  // by the service, where the method writes
	early    bool // the error says why the call was not retried
	refusal  bool // the error of the context holds the refusal after which the call waited
	least    time.Duration
}

// expect derives the expectation from the table of retries, and from the rule that a wait
// beyond the deadline is skipped.
func (c cell) expect() expectation {
	f, row := c.happens(), retryTable[c.happens().happened]
	acted := 0
	if f.acts {
		acted = 1
	}
	again, wait, isAPIError := row.reads && !c.call.Writes() || row.writes, c.leastWait(f), f.error == "APIError"
	switch seen := min(latency+f.pending, timeout); {
	case seen > c.end():
		return expectation{outcome: theContext, attempts: 1, executed: acted}
	case f.happened == nothing:
		return expectation{outcome: aValue, executed: acted, least: seen}
	case !again || f.tooLong:
		return expectation{outcome: theError, attempts: 1, executed: acted, early: again, least: seen}
	case wait > c.end() && c.timing == "deadline":
		return expectation{outcome: theError, attempts: 1, executed: acted, early: true}
	case wait > c.end():
		return expectation{outcome: theContext, attempts: 1, executed: acted, refusal: isAPIError}
	case !c.always:
		return expectation{outcome: aValue, executed: 1, least: seen + wait}
	case c.timing == "cancelled":
		return expectation{outcome: theContext, refusal: isAPIError}
	case f.happened == tooManyRequests:
		return expectation{outcome: theError, early: true, least: wait}
	}
	return expectation{outcome: theError, attempts: 5, executed: acted, least: 4 * wait}
}

// happens returns the fault as it is for the call. A page that is too large is read again in smaller ones. Among requests
// that are accepted, the throttle takes a 503 and a reset for a 429, but not the first reset of a connection that was used
// before, of which net/http does not tell.
func (c cell) happens() fault {
	f := c.fault.on(c.call)
	switch accepted := c.used || c.call.Walk && !c.always; {
	case c.call.Walk && f.tooLarge && !c.always:
		f.happened = nothing
	case c.used && f.resent && !c.call.Writes() && (!c.always || c.timing != "none"):
	case accepted && f.refusal() && !c.call.Writes():
		f.happened = tooManyRequests
	}
	return f
}

// leastWait is the shortest wait before the first retry: half a second less a quarter, or an
// eighth of a second less a quarter after a refusal that names no time.
func (c cell) leastWait(f fault) time.Duration {
	switch {
	case f.happened != tooManyRequests:
		return max(f.retryAfter, 375*time.Millisecond)
	case f.named:
		return f.retryAfter
	}
	return 93 * time.Millisecond
}

// end is when the context of the call ends.
func (c cell) end() time.Duration {
	return cmp.Or(map[string]time.Duration{"deadline": deadline, "cancelled": cancelled}[c.timing], never)
}
