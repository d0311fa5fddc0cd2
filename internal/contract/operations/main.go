// SPDX-License-Identifier: MIT

// Command operations writes the rows of operations.go from openapi.yaml. After a change of the operations in openapi.yaml,
// run go generate in the root folder, which runs this command.
package main

import (
	"fmt"
	"go/format"
	"log"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

func main() {
	const file = "operations.go"
	source, err := generate("internal/contract/openapi.yaml", file)
	if err == nil {
		err = os.WriteFile(file, source, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// rows matches the part of operations.go that has a row for each operation.
var rows = regexp.MustCompile(`(?s)\nvar \(\n.*?\n\)\n`)

// generate returns the new content of operations.go, with a row for each operation in openapi.yaml. The arguments are the
// paths of the two files.
func generate(openapi, file string) ([]byte, error) {
	doc, err := openapi3.NewLoader().LoadFromFile(openapi)
	if err != nil {
		return nil, err
	}
	wanted, err := operationRows(doc)
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	at := rows.FindIndex(source)
	if at == nil {
		return nil, fmt.Errorf("%s has no rows, which stand in a var ( )", file)
	}
	return format.Source([]byte(string(source[:at[0]]) + "\nvar (\n" + strings.Join(wanted, "\n") + "\n)\n" + string(source[at[1]:])))
}

// operationRows returns a row for each operation, in the order of their x-operation numbers: the row of number 1 is first.
func operationRows(doc *openapi3.T) ([]string, error) {
	byNumber := map[int]string{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			number, _ := op.Extensions["x-operation"].(float64)
			family, name, found := strings.Cut(op.OperationID, ".")
			switch {
			case !found || name == "":
				return nil, fmt.Errorf("the operationId of %s %s has to be such as guests.get: the family, and the method with a small letter", method, path)
			case byNumber[int(number)] != "":
				return nil, fmt.Errorf("%s has the x-operation %v of another operation", op.OperationID, number)
			case strings.Count(path, "{") > 0 && !strings.HasPrefix(path[strings.LastIndex(path, "{"):], "{id}"):
				return nil, fmt.Errorf("call the last parameter in the path %s {id}, whatever the service calls it", path)
			}
			row := fmt.Sprintf("writeOp(%q, %q, %q)", op.OperationID, method, path)
			switch {
			case method == http.MethodGet:
				row = fmt.Sprintf("readOp(%q, %q)", op.OperationID, path)
			case op.Extensions["x-class"] == "read":
				row = fmt.Sprintf("Operation{%q, %q, %q, ClassRead}", op.OperationID, method, path)
			}
			byNumber[int(number)] = fmt.Sprintf("op%s%s = %s // %v", capitalize(family), capitalize(name), row, number)
		}
	}
	all := make([]string, len(byNumber))
	for i := range all {
		if all[i] = byNumber[i+1]; all[i] == "" {
			return nil, fmt.Errorf("no operation has the x-operation %d: they are numbered from 1 on", i+1)
		}
	}
	return append(all, "", listOf(all)), nil
}

// listOf returns the variable operations, which lists all of these rows.
func listOf(rows []string) string {
	lines := []string{"operations = []Operation{"}
	for some := range slices.Chunk(rows, 3) {
		var names []string
		for _, row := range some {
			name, _, _ := strings.Cut(row, " ")
			names = append(names, name)
		}
		lines = append(lines, strings.Join(names, ", ")+",")
	}
	return strings.Join(append(lines, "}"), "\n")
}

func capitalize(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
