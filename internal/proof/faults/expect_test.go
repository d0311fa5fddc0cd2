// SPDX-License-Identifier: MIT

package faults_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/proof/faults"
)

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

// retryTable is the table of retries in doc.go.
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

// TestRetryTable: what happens to a request is what a row of doc.go says.
func TestRetryTable(t *testing.T) {
	t.Parallel()
	want := map[string]retried{
		faults.TooManyRequests: {reads: true, writes: true},
		faults.NoConnection:    {reads: true, writes: true},
		faults.Broken:          {reads: true},
		faults.Damaged:         {reads: true},
		faults.Unavailable:     {reads: true},
		faults.AnythingElse:    {},
	}
	if !maps.Equal(retryTable, want) {
		t.Errorf("the table of retries in doc.go is %+v, want %+v", retryTable, want)
	}
}

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
	f, row := c.happens(), retryTable[c.happens().Happened]
	acted := 0
	if f.Acts {
		acted = 1
	}
	again, wait, isAPIError := row.reads && !c.call.Writes() || row.writes, c.leastWait(f), f.Error == faults.APIError
	switch seen := min(latency+f.Pending, timeout); {
	case seen > c.end():
		return expectation{outcome: theContext, attempts: 1, executed: acted}
	case f.Happened == faults.Nothing:
		return expectation{outcome: aValue, executed: acted, least: seen}
	case !again || f.TooLong:
		return expectation{outcome: theError, attempts: 1, executed: acted, early: again, least: seen}
	case wait > c.end() && c.timing == "deadline":
		return expectation{outcome: theError, attempts: 1, executed: acted, early: true}
	case wait > c.end():
		return expectation{outcome: theContext, attempts: 1, executed: acted, refusal: isAPIError}
	case !c.always:
		return expectation{outcome: aValue, executed: 1, least: seen + wait}
	case c.timing == "cancelled":
		return expectation{outcome: theContext, refusal: isAPIError}
	case f.Happened == faults.TooManyRequests:
		return expectation{outcome: theError, early: true, least: wait}
	}
	return expectation{outcome: theError, attempts: 5, executed: acted, least: 4 * wait}
}

// happens returns the fault as it is for the call. Among requests that are accepted, the
// throttle takes a 503 and a reset for a 429; and net/http sends a read again itself when a
// connection that it has used before is reset.
func (c cell) happens() faults.Fault {
	f := c.fault.On(c.call)
	switch accepted := c.used || c.call.Walk && !c.always; {
	case c.used && f.Resent && !c.always && !c.call.Writes():
		f.Happened = faults.Nothing
	case accepted && f.Refusal() && !c.call.Writes():
		f.Happened = faults.TooManyRequests
	}
	return f
}

// leastWait is the shortest wait before the first retry: half a second less a quarter, or an
// eighth of a second less a quarter after a refusal that names no time.
func (c cell) leastWait(f faults.Fault) time.Duration {
	switch {
	case f.Happened != faults.TooManyRequests:
		return max(f.RetryAfter, 375*time.Millisecond)
	case f.Named:
		return f.RetryAfter
	}
	return 93 * time.Millisecond
}

// end is when the context of the call ends.
func (c cell) end() time.Duration {
	switch c.timing {
	case "deadline":
		return deadline
	case "cancelled":
		return cancelled
	}
	return faults.Never
}

// latest is the last moment at which a call can end, whatever happens to it.
func (c cell) latest() time.Duration { return min(c.end(), maxElapsed+timeout) }

// TestExpectations holds what is derived to rows that are written down.
func TestExpectations(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	tests := []struct {
		name string
		want expectation
	}{
		{"Guests.Get/429_retry_after_1/once/none", expectation{aValue, 0, 1, false, false, 1001 * ms}},
		{"Guests.Get/429_retry_after_1/always/none", expectation{theError, 0, 0, true, false, time.Second}},
		{"Guests.Get/503/once/none", expectation{aValue, 0, 1, false, false, 376 * ms}},
		{"Guests.Get/503/always/none", expectation{theError, 5, 0, false, false, 1500 * ms}},
		{"Guests.Get/503/once/deadline", expectation{theError, 1, 0, true, false, 0}},
		{"Guests.Get/503/once/cancelled", expectation{theContext, 1, 0, false, true, 0}},
		{"Guests.Get/404/once/none", expectation{theError, 1, 0, false, false, ms}},
		{"Guests.Get/hang/once/deadline", expectation{theContext, 1, 0, false, false, 0}},
		{"Reservations.AdditionalGuest/reset_after/once_on_a_used_connection/none",
			expectation{aValue, 0, 1, false, false, ms}},
		{"Tasks.Reset/reset_after/once_on_a_used_connection/none", expectation{theError, 1, 1, false, false, ms}},
		{"Reservations.Update/429_retry_after_1/once/none", expectation{aValue, 0, 1, false, false, 1001 * ms}},
		{"Reservations.Update/no_connection/once/none", expectation{aValue, 0, 1, false, false, 376 * ms}},
		{"Reservations.Update/503/once/none", expectation{theError, 1, 0, false, false, ms}},
		{"Reservations.Update/reset_after/always/none", expectation{theError, 1, 1, false, false, ms}},
		{"Webhooks.Delete/truncated/once/none", expectation{aValue, 0, 1, false, false, ms}},
		{"Reports.Presence/200_html/always/none", expectation{theError, 1, 0, false, false, ms}},
	}
	cells := allCells()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			i := slices.IndexFunc(cells, func(c cell) bool { return c.name() == test.name })
			if i < 0 {
				t.Fatal("there is no such cell")
			}
			if got := cells[i].expect(); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}
