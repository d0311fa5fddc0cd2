package reservations_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// matrixPromises are the promises of docs/promises.md, with the cells that each is checked in.
var matrixPromises = []struct {
	text  string
	holds func(matrixCell, expectation) bool
}{
	{"A write is carried out at most once, whatever happens to its request or its response", func(c matrixCell, _ expectation) bool { return c.method.writes() }},
	{"A read returns its value in spite of one transient failure or one 429", func(c matrixCell, want expectation) bool {
		return !c.method.writes() && !c.always && c.timing == "none" && c.fault.kind != harmless && want.outcome == aValue
	}},
	{"An error names the operation, the record, the status or the cause, and the attempts", func(_ matrixCell, want expectation) bool { return want.outcome != aValue }},
	{"A call ends at its deadline or before, and no wait begins that would pass it", func(c matrixCell, _ expectation) bool { return c.timing == "deadline" }},
	{"A call that is cancelled ends at that moment, also while it waits for a retry", func(c matrixCell, _ expectation) bool { return c.timing == "cancelled" }},
	{"A redirect is not followed, and no other host is contacted", func(c matrixCell, _ expectation) bool { return c.fault.status >= 300 && c.fault.status < 400 }},
	{"Every call ends, and leaves no goroutine and no connection in use", func(matrixCell, expectation) bool { return true }},
	{"Of one response no more is read than twice `WithMaxResponseBytes`", func(matrixCell, expectation) bool { return true }},
}

// TestPromises holds the numbers of docs/promises.md to the cells of TestFaultMatrix. With -v
// it prints them as a table.
func TestPromises(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("docs/promises.md")
	if err != nil {
		t.Fatal(err)
	}
	cells := allMatrixCells()
	promises := make([]int, len(matrixPromises))
	outcomes := map[outcome]int{}
	for _, c := range cells {
		want := c.expect()
		outcomes[want.outcome]++
		for i, promise := range matrixPromises {
			if promise.holds(c, want) {
				promises[i]++
			}
		}
	}
	for i, promise := range matrixPromises {
		row := fmt.Sprintf("| %s | %s |", promise.text, thousands(promises[i]))
		t.Log(row)
		if !strings.Contains(string(page), row+"\n") {
			t.Errorf("docs/promises.md does not have the row %s", row)
		}
	}
	summary := fmt.Sprintf("%s cases: %s end in a value, %s in the error of the fault, and %s in the error of the context",
		thousands(len(cells)), thousands(outcomes[aValue]), thousands(outcomes[theError]), thousands(outcomes[theContext]))
	t.Log(summary)
	if !strings.Contains(whiteSpace.ReplaceAllString(string(page), " "), summary) {
		t.Errorf("docs/promises.md does not say %q", summary)
	}
	if len(cells) < 1500 {
		t.Errorf("the matrix has %d cells", len(cells))
	}
}

// thousands writes a number below a million as 1,234.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
