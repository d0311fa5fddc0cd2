// SPDX-License-Identifier: MIT

package contract

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/generated"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

//go:generate go test -run TestTableOfOperations -update .

// TestTableOfOperations holds docs/reference.md to what openapi.yaml says of each operation, and to its
// methods.
func TestTableOfOperations(t *testing.T) {
	t.Parallel()
	const page, head, end = "../docs/reference.md", "\n| no. | operation | method | request |\n|---|---|---|---|\n", "\n\n"
	text := read(t, page)
	before, after, found := strings.Cut(text, head)
	_, after, ended := strings.Cut(after, end)
	if !found || !ended {
		t.Fatal("docs/reference.md has no table of operations")
	}
	summaries := map[string]string{}
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) { summaries[o.Name] = op.Summary })
	var rows []string
	for i, op := range reservations.Operations() {
		request := "`" + op.Method + " " + op.Path + "`"
		rows = append(rows, fmt.Sprintf("| %d | %s | %s | %s |", i+1, summaries[op.Name], methodsOf(op), request))
	}
	want := before + head + strings.Join(rows, "\n") + end + after
	generated.Check(t, page, want, "in contract")
}

// methodsOf returns the methods of an operation, the first with a link to the file that it is in.
func methodsOf(op reservations.Operation) string {
	var methods []string
	for _, call := range testclient.CallsOf(op) {
		if methods != nil {
			methods = append(methods, "`"+call.Method.Name+"`")
			continue
		}
		code := call.Method.Func.Pointer()
		file, _ := runtime.FuncForPC(code).FileLine(code)
		methods = append(methods, fmt.Sprintf("[`%s`](../%s)", call.Name, path.Base(filepath.ToSlash(file))))
	}
	return strings.Join(methods, ", ")
}

// TestEveryOperationIsInTheChangelog looks for its number.
func TestEveryOperationIsInTheChangelog(t *testing.T) {
	t.Parallel()
	text := read(t, "../CHANGELOG.md")
	if !strings.Contains(text, "operations 1 to 23") { // those of the first version
		t.Error("CHANGELOG.md does not say that there are methods for the operations 1 to 23")
	}
	for i, op := range reservations.Operations() {
		if number := fmt.Sprintf("(operation %d)", i+1); i >= 23 && !strings.Contains(text, number) {
			t.Errorf("CHANGELOG.md does not name %s: add a line with its methods and %s", op.Name, number)
		}
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
	for _, op := range reservations.Operations() {
		var wanted []string
		for _, call := range testclient.CallsOf(op) {
			wanted = append(wanted, fmt.Sprintf("Example%s_%s", call.Method.Type.In(0).Elem().Name(), call.Method.Name))
		}
		if wanted == nil {
			t.Errorf("%s has no method, and so no example", op.Name)
		} else if !regexp.MustCompile(`(?m)^func (` + strings.Join(wanted, "|") + `)(_\w+)?\(\)`).MatchString(code.String()) {
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
