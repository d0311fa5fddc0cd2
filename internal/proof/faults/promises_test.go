// SPDX-License-Identifier: MIT

package faults_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/proof/faults"
	"github.com/reservationkit/reservations-go/internal/testkit/generated"
)

//go:generate go test -run TestPromises -update .

// promises are those of docs/promises.md, with the cells that each is checked in.
var promises = []struct {
	text  string
	holds func(cell, expectation) bool
}{
	{"A write is carried out at most once, whatever happens to its request or its response",
		func(c cell, _ expectation) bool { return c.call.Writes() }},
	{"After a write that the service has carried out, `MayHaveWritten` is true of its error, and false where nothing reached the service",
		func(c cell, want expectation) bool { return c.call.Writes() && want.outcome != aValue }},
	{"A read returns its value in spite of one transient failure or one 429", func(c cell, want expectation) bool {
		failed := c.happens().Happened != faults.Nothing
		return !c.call.Writes() && !c.always && c.timing == "none" && failed && want.outcome == aValue
	}},
	{"An error names the operation, the record, the status or the cause, and the attempts",
		func(_ cell, want expectation) bool { return want.outcome != aValue }},
	{"A call ends at its deadline or before, and no wait begins that would pass it",
		func(c cell, _ expectation) bool { return c.timing == "deadline" }},
	{"A call that is cancelled ends at that moment, also while it waits for a retry",
		func(c cell, _ expectation) bool { return c.timing == "cancelled" }},
	{"A redirect is not followed, and no other host is contacted",
		func(c cell, _ expectation) bool { return c.fault.Status >= 300 && c.fault.Status < 400 }},
	{"Every call ends, and leaves no goroutine and no connection in use", func(cell, expectation) bool { return true }},
	{"No more than twice `WithMaxResponseBytes` is read of one response", func(cell, expectation) bool { return true }},
}

const page = `<!-- SPDX-License-Identifier: MIT -->

# What is promised under faults

A test calls every method while the service fails in more than a hundred ways: refusals, redirects, broken connections, damaged, endless and
unreadable responses, once or always, without a deadline, with a short one, or with a context that is cancelled. That makes
%s cases: %s end in a value, %s in the error of the fault, and %s in the error of the context. The promises, and in how many cases
each is checked:

| promise | cases |
|---|---|
%s
The test is in [internal/proof/faults](../internal/proof/faults), and runs in virtual time; the faults are those of ` +
	"`reservationstest`" + `, and more.
` + "`go generate ./internal/proof/faults`" + ` writes this page.
`

// TestPromises holds docs/promises.md to the cells of TestFaultMatrix.
func TestPromises(t *testing.T) {
	t.Parallel()
	counts, outcomes := make([]int, len(promises)), map[outcome]int{}
	for _, c := range allCells() {
		want := c.expect()
		outcomes[want.outcome]++
		for i, promise := range promises {
			if promise.holds(c, want) {
				counts[i]++
			}
		}
	}
	var rows strings.Builder
	for i, promise := range promises {
		fmt.Fprintf(&rows, "| %s | %s |\n", promise.text, thousands(counts[i]))
	}
	want := fmt.Sprintf(page, thousands(len(allCells())), thousands(outcomes[aValue]), thousands(outcomes[theError]),
		thousands(outcomes[theContext]), rows.String())
	generated.Check(t, "../../../docs/promises.md", want, "./internal/proof/faults")
}

// thousands writes a number below a million as 1,234.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
