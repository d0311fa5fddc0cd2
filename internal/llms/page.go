// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/doc"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go"
)

const module = "github.com/reservationkit/reservations-go"

// folders are those of the packages that an integrator imports.
var folders = []string{".", "types", "reservationstest", "otel", "sharedlimit", "mirror"}

// write returns the page for the repository in the folder root.
func write(root string) ([]byte, error) {
	var page bytes.Buffer
	page.WriteString(rules)
	for _, folder := range folders {
		pkg, err := parse(filepath.Join(root, folder))
		if err != nil {
			return nil, err
		}
		if folder == "." {
			writeOperations(&page, pkg.doc)
		}
		pkg.write(&page, strings.TrimSuffix(module+"/"+filepath.ToSlash(folder), "/."))
	}
	return page.Bytes(), nil
}

// writeOperations lists the operations with the methods whose comments name their numbers.
func writeOperations(page *bytes.Buffer, pkg *doc.Package) {
	methods := map[string][]string{} // by number
	for _, typ := range pkg.Types {
		family, isService := strings.CutSuffix(typ.Name, "Service")
		if !isService {
			continue
		}
		for _, method := range typ.Methods {
			if number := operationNumber.FindStringSubmatch(method.Doc); number != nil {
				methods[number[1]] = append(methods[number[1]], fmt.Sprintf("client.%s.%s", family, method.Name))
			}
		}
	}
	page.WriteString("\n## Operations\n\n")
	for i, op := range reservations.Operations() {
		number := fmt.Sprint(i + 1)
		slices.SortFunc(methods[number], func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
		fmt.Fprintf(page, "%s. %s %s (%s): %s\n", number, op.Method, op.Path, op.Class, strings.Join(methods[number], ", "))
	}
}

var operationNumber = regexp.MustCompile(`\(operation\s+(\d+)\)`)
