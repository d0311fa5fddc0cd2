// SPDX-License-Identifier: MIT

package testclient_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestOperationsAreDocumented: README.md counts them in its first sentence, CHANGELOG.md has the number of each, and
// one of its methods has an example.
func TestOperationsAreDocumented(t *testing.T) {
	t.Parallel()
	operations := reservations.Operations()
	changelog, examples := read(t, "CHANGELOG.md"), read(t, "example_test.go")+read(t, "example_operations_test.go")
	if want := fmt.Sprintf("%d operations", len(operations)); !strings.Contains(read(t, "README.md"), want) {
		t.Errorf("README.md does not say that there are %s", want)
	}
	if !strings.Contains(changelog, "operations 1 to 23") { // those of the first version
		t.Error("CHANGELOG.md does not say that there are methods for the operations 1 to 23")
	}
	for i, op := range operations {
		if number := fmt.Sprintf("(operation %d)", i+1); i >= 23 && !strings.Contains(changelog, number) {
			t.Errorf("CHANGELOG.md does not name %s: add a line with its methods and %s", op.Name, number)
		}
		var wanted []string
		for _, call := range testclient.Calls() {
			if call.Operation == op {
				wanted = append(wanted, fmt.Sprintf("Example%s_%s", call.Method.Type.In(0).Elem().Name(), call.Method.Name))
			}
		}
		if !regexp.MustCompile(`(?m)^func (` + strings.Join(wanted, "|") + `)(_\w+)?\(\)`).MatchString(examples) {
			t.Errorf("%s has no example: add %s to example_operations_test.go", op.Name, strings.Join(wanted, " or "))
		}
	}
}

// read reads a file of the root of the repository.
func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
