package contract

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
)

// TestREADMEListsEveryMethod holds the table of the README to the operations and their
// methods, both ways.
func TestREADMEListsEveryMethod(t *testing.T) {
	t.Parallel()
	_, table, _ := strings.Cut(read(t, "../README.md"), "\n| no. | operation | method |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	all := methodsOf(t)
	for i, op := range reservations.Operations() {
		t.Run(op.Name, func(t *testing.T) {
			t.Parallel()
			row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %d \| .*$`, i+1)).FindString(table)
			if row == "" {
				t.Fatalf("README.md has no row %d in its table of operations: add one with the methods of %s: %v", i+1, op.Name, all[op.Name])
			}
			if !strings.Contains(row, "/reservations-go#") {
				t.Errorf("row %d in README.md links no method", i+1)
			}
			for _, m := range all[op.Name] {
				if !strings.Contains(row, "`"+m.Name+"`") && !strings.Contains(row, fmt.Sprintf("[`%v`](https://pkg.go.dev/github.com/reservationkit/reservations-go#%s.%s)", m, m.Type.In(0).Elem().Name(), m.Name)) {
					t.Errorf("row %d in README.md does not name %v; it reads %s", i+1, m, row)
				}
			}
		})
	}
	if rows := len(regexp.MustCompile(`(?m)^\| \d+ \| `).FindAllString(table, -1)); rows != len(reservations.Operations()) {
		t.Errorf("README.md lists %d operations, and operations.go %d", rows, len(reservations.Operations()))
	}
}

// TestEveryOperationHasAnExample looks for one of any of its methods.
func TestEveryOperationHasAnExample(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../example*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, name := range names {
		code.WriteString(read(t, name))
	}
	for operation, all := range methodsOf(t) {
		var wanted []string
		for _, m := range all {
			wanted = append(wanted, fmt.Sprintf("Example%s_%s", m.Type.In(0).Elem().Name(), m.Name))
		}
		if !regexp.MustCompile(`(?m)^func (` + strings.Join(wanted, "|") + `)(_\w+)?\(\)`).MatchString(code.String()) {
			t.Errorf("%s has no example: add %s to example_operations_test.go", operation, strings.Join(wanted, " or "))
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
