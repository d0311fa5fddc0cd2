// SPDX-License-Identifier: MIT

package faults_test

import (
	"os"
	"regexp"
	"time"
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
	again, wait, isAPIError := row.reads && !c.call.Writes() || row.writes, c.leastWait(f), f.error == apiError
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

// happens returns the fault as it is for the call. Among requests that are accepted, the
// throttle takes a 503 and a reset for a 429; and net/http sends a read again itself when a
// connection that it has used before is reset.
func (c cell) happens() fault {
	f := c.fault.on(c.call)
	switch accepted := c.used || c.call.Walk && !c.always; {
	case c.used && f.resent && !c.always && !c.call.Writes():
		f.happened = nothing
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
	switch c.timing {
	case "deadline":
		return deadline
	case "cancelled":
		return cancelled
	}
	return never
}

// latest is the last moment at which a call can end, whatever happens to it.
func (c cell) latest() time.Duration { return min(c.end(), maxElapsed+timeout) }
