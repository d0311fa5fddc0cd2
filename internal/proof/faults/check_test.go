// SPDX-License-Identifier: MIT

package faults_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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
	if r.took < want.least || r.took > c.latest() {
		t.Errorf("took %v, want %v to %v", r.took, want.least, c.latest())
	}
}

// checkFault checks the type of the error, and what it says of the fault.
func (r result) checkFault(t *testing.T, f fault) {
	t.Helper()
	status, right := 0, false
	switch e := r.err.(type) {
	case *reservations.APIError:
		status, right = e.StatusCode, f.error == apiError
	case *reservations.TransportError:
		right = f.error == transportError && e.Err != nil && f.tooLarge == errors.As(e, new(*http.MaxBytesError))
	case *reservations.DecodeError:
		status, right = e.StatusCode, f.error == decodeError && e.Err != nil
	}
	if !right || status != f.status {
		t.Errorf("got a %T: %v\nwant the form %d with status %d", r.err, r.err, f.error, f.status)
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
	var op reservations.Operation
	var urlPath, notRetried string
	attempts := 0
	switch e := r.err.(type) {
	case *reservations.APIError:
		op, urlPath, attempts, notRetried = e.Operation, e.URLPath, e.Attempts, e.NotRetried
	case *reservations.TransportError:
		op, urlPath, attempts, notRetried = e.Operation, e.URLPath, e.Attempts, e.NotRetried
	case *reservations.DecodeError:
		op, urlPath, attempts = e.Operation, e.URLPath, e.Attempts
	}
	if op != call.Operation || urlPath != call.Path() || !strings.HasPrefix(r.err.Error(), op.Method+" "+urlPath+": ") {
		t.Errorf("%v names %v and %q, want %v and %q", r.err, op, urlPath, call.Operation, call.Path())
	}
	sent := int(r.service.attempts.Load())
	if attempts < 1 || want.attempts != 0 && attempts != want.attempts || !call.Walk && attempts != sent {
		t.Errorf("%v counts %d attempts, want %d (0: any); the client made %d", r.err, attempts, want.attempts, sent)
	}
	if want.early != (notRetried != "") {
		t.Errorf("%v says why it was not retried: %q, want that: %v", r.err, notRetried, want.early)
	}
}
