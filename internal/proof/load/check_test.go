// SPDX-License-Identifier: MIT

package load_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go"
)

// check compares every call with what the server has seen of it.
func (l *load) check(t *testing.T) {
	t.Helper()
	failed, requests := 0, 0
	for _, call := range l.made {
		seen := l.fates.get(call.key)
		requests += seen.requests
		if call.err != nil {
			failed++
		}
		problem := l.problem(call, seen)
		if problem == "" {
			problem = l.untrue(call, seen, truthOf(t, call.Call, l.store))
		}
		if problem != "" {
			t.Errorf("seed %d: call %s, %s: %s; error %v, %d requests, %d executed, faults %v",
				l.seed, call.key, call.Name, problem, call.err, seen.requests, seen.executed, seen.names())
		}
	}
	t.Logf("seed %d: %d calls, of which %d failed as they had to, and %d requests", l.seed, len(l.made), failed, requests)
}

// problem says what is wrong with how a call has ended.
func (l *load) problem(call made, seen fate) string {
	writes, limited := call.Writes(), call.limit < unlimited
	switch {
	case call.took > call.limit:
		return fmt.Sprintf("took %v, although it may take %v", call.took, call.limit)
	case call.err != nil && !isDocumented(call.err):
		return "the error is of no documented type"
	case call.err != nil && !seen.mayEnd(writes, l.attempts) && !limited && !l.neverArrived(call, seen):
		return "nothing that happened explains the error"
	case call.err == nil && seen.ends(writes, l.attempts) && !call.Walk && !l.sockets:
		return "it succeeded against what happened"
	case writes && seen.executed > 1:
		return "the write was executed more than once"
	case writes && call.err == nil && seen.executed != 1 && !seen.pretended():
		return "it succeeded without being executed"
	}
	return ""
}

// neverArrived reports whether a write failed on a connection that was gone: the server has seen
// at most requests that had to be sent again, and the client cannot know that it has not seen this one.
func (l *load) neverArrived(call made, seen fate) bool {
	return l.sockets && call.Writes() && seen.requests == seen.count(delays) &&
		errors.As(call.err, new(*reservations.TransportError)) && reservations.MayHaveWritten(call.err)
}

// untrue says what is wrong with what a call has returned, and with the number of its requests.
func (l *load) untrue(call made, seen fate, want truth) string {
	most := want.requests + seen.again()
	if call.Walk {
		most += ahead
	}
	begins := bytes.HasPrefix(want.value, bytes.TrimSuffix(call.value, []byte("]")))
	switch {
	case call.err == nil && !bytes.Equal(want.value, call.value):
		return fmt.Sprintf("returned %.300s, want %.300s", call.value, want.value)
	case call.err != nil && call.Walk && string(call.value) != "null" && !begins:
		return fmt.Sprintf("returned %.300s and then an error, want the first of %.300s", call.value, want.value)
	case seen.requests > most:
		return fmt.Sprintf("there are too many requests, at most %d are needed", most)
	}
	return ""
}

// isDocumented reports whether an error is of one of the types that calls return.
func isDocumented(err error) bool {
	return errors.As(err, new(*reservations.APIError)) || errors.As(err, new(*reservations.TransportError)) ||
		errors.As(err, new(*reservations.DecodeError)) || errors.As(err, new(*reservations.IncompleteError))
}
