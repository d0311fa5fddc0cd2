// SPDX-License-Identifier: MIT

package testclient_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestEveryOperationIsInTheChangelog looks for its number.
func TestEveryOperationIsInTheChangelog(t *testing.T) {
	t.Parallel()
	text := read(t, "../../../CHANGELOG.md")
	if !strings.Contains(text, "operations 1 to 23") { // those of the first version
		t.Error("CHANGELOG.md does not say that there are methods for the operations 1 to 23")
	}
	for i, op := range reservations.Operations() {
		if number := fmt.Sprintf("(operation %d)", i+1); i >= 23 && !strings.Contains(text, number) {
			t.Errorf("CHANGELOG.md does not name %s: add a line with its methods and %s", op.Name, number)
		}
	}
}

// TestTheReadmeCountsTheOperations in its first sentence.
func TestTheReadmeCountsTheOperations(t *testing.T) {
	t.Parallel()
	want := fmt.Sprintf("%d operations", len(reservations.Operations()))
	if text := read(t, "../../../README.md"); !strings.Contains(text, want) {
		t.Errorf("README.md does not say that there are %s", want)
	}
}

// TestEveryOperationHasAnExample looks for one of any of its methods.
func TestEveryOperationHasAnExample(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../../../example*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, name := range names {
		code.WriteString(read(t, name))
	}
	examples := map[string][]string{}
	for _, call := range testclient.Calls() {
		example := fmt.Sprintf("Example%s_%s", call.Method.Type.In(0).Elem().Name(), call.Method.Name)
		examples[call.Operation.Name] = append(examples[call.Operation.Name], example)
	}
	for _, op := range reservations.Operations() {
		wanted := examples[op.Name]
		if len(wanted) > 0 && !regexp.MustCompile(`(?m)^func (`+strings.Join(wanted, "|")+`)(_\w+)?\(\)`).MatchString(code.String()) {
			t.Errorf("%s has no example: add %s to example_operations_test.go", op.Name, strings.Join(wanted, " or "))
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
