package reservations_test

import (
	"strings"
	"time"
)

// The times of the matrix. They are virtual.
const (
	matrixLatency    = time.Millisecond       // from the arrival of a request to its response
	matrixTimeout    = 2 * time.Second        // of an attempt
	matrixMaxElapsed = 20 * time.Second       // from the start of a call to its last retry
	matrixDeadline   = 260 * time.Millisecond // before a retry, and before the second one after a 429 that names no time
	matrixCancel     = 60 * time.Millisecond
)

// matrixCell is one method under one fault.
type matrixCell struct {
	method faultedMethod
	fault  matrixFault
	always bool
	timing string // "none", "deadline" or "cancelled"
	used   bool   // the connection has served another request before
}

func (c matrixCell) name() string {
	frequency := "once"
	if c.always {
		frequency = "always"
	}
	if c.used {
		frequency += "_on_a_used_connection"
	}
	return c.method.name + "/" + c.fault.name + "/" + frequency + "/" + c.timing
}

// end is when the context of the call ends.
func (c matrixCell) end() time.Duration {
	switch c.timing {
	case "deadline":
		return matrixDeadline
	case "cancelled":
		return matrixCancel
	}
	return never
}

// outcome is what a cell ends in.
type outcome int

const (
	aValue outcome = iota
	theError
	theContext // the error of the context, at the moment in which it ends
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
func (c matrixCell) expect() expectation {
	m, f := c.method, c.asRefusal()
	if m.bodyless && (f.ofBody || f.form == asDecodeError) && f.name != "200_html" { // a page of a proxy
		f.kind, f.pending = harmless, 0
	}
	acted := 0
	if f.acts {
		acted = 1
	}
	if c.used && f.resent && !c.always && !m.writes() {
		f.kind = harmless
	}
	retried := f.kind == limited || f.kind == unsent || f.kind == transient && !m.writes()
	switch shows := min(matrixLatency+f.pending, matrixTimeout); {
	case shows > c.end():
		return expectation{outcome: theContext, attempts: 1, executed: acted}
	case f.kind == harmless:
		return expectation{outcome: aValue, executed: acted, least: shows}
	case !retried || f.tooLong:
		return expectation{outcome: theError, attempts: 1, executed: acted, early: retried, least: shows}
	case c.leastWait() > c.end() && c.timing == "deadline":
		return expectation{outcome: theError, attempts: 1, executed: acted, early: true}
	case c.leastWait() > c.end():
		return expectation{outcome: theContext, attempts: 1, executed: acted, refusal: f.form == asAPIError}
	case !c.always:
		return expectation{outcome: aValue, executed: 1, least: shows + c.leastWait()}
	case c.timing == "cancelled":
		return expectation{outcome: theContext, refusal: f.form == asAPIError}
	case f.kind == limited:
		return expectation{outcome: theError, early: true, least: c.leastWait()}
	}
	return expectation{outcome: theError, attempts: 5, executed: acted, least: 4 * c.leastWait()}
}

// asRefusal is the fault as the throttle takes it for a read: among successes a 503 and a reset
// are handled like a 429.
func (c matrixCell) asRefusal() matrixFault {
	f := c.fault
	succeeded := c.used || c.method.walk && !c.always
	switch {
	case c.method.writes() || f.kind != transient:
	case succeeded && (f.status == 503 || strings.HasPrefix(f.name, "reset_")):
		f.kind, f.named = limited, f.after > 0
	}
	return f
}

// leastWait is the shortest wait before the first retry: half a second less a quarter, or
// an eighth of a second less a quarter after a 429 that names no time.
func (c matrixCell) leastWait() time.Duration {
	f := c.asRefusal()
	switch {
	case f.kind != limited:
		return max(f.after, 375*time.Millisecond)
	case f.named:
		return f.after
	}
	return 93 * time.Millisecond
}

// latest is the last moment at which a call can end, whatever happens to it.
func (c matrixCell) latest() time.Duration {
	return min(c.end(), matrixMaxElapsed+matrixTimeout)
}
