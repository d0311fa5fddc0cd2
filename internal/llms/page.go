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

// folders are those of the packages around single calls. The rules name the pages of mirror and fleet, which are used without
// most of the others.
var folders = []string{".", "types", "reservationstest", "reservationstest/recording", "otel", "sharedlimit"}

// write returns the page for the repository in the folder root.
func write(root string) ([]byte, error) {
	var page bytes.Buffer
	page.WriteString(rules)
	used := map[string]bool{} // types that methods take or return
	for _, folder := range folders {
		pkg, err := parse(filepath.Join(root, folder))
		if err != nil {
			return nil, err
		}
		if folder == "." {
			pkg.writeOperations(&page, used)
			pkg.writeParams(&page)
		}
		pkg.write(&page, strings.TrimSuffix(module+"/"+filepath.ToSlash(folder), "/."), used)
	}
	return page.Bytes(), nil
}

// writeOperations lists the operations with the methods whose comments name their numbers, and
// notes the types that these take and return.
func (p *parsed) writeOperations(page *bytes.Buffer, used map[string]bool) {
	methods := map[string][]*doc.Func{} // by number
	families := map[*doc.Func]string{}
	for _, typ := range p.doc.Types {
		family, _ := strings.CutSuffix(typ.Name, "Service")
		for _, method := range typ.Methods {
			if number := operationNumber.FindStringSubmatch(method.Doc); number != nil {
				methods[number[1]] = append(methods[number[1]], method)
				families[method] = family
			}
		}
	}
	page.WriteString("\n## Operations\n\n" +
		"Methods of the client. Left out are the context, which comes first, and the call options, which come last: " +
		"`client.Guests.Get(ctx, id, opts...)`.\n\n")
	for i, op := range reservations.Operations() {
		fmt.Fprintf(page, "%d. %s %s, %s\n", i+1, op.Method, op.Path, op.Class)
		called := methods[fmt.Sprint(i+1)]
		slices.SortFunc(called, func(a, b *doc.Func) int {
			return cmp.Or(len(a.Name)-len(b.Name), strings.Compare(a.Name, b.Name))
		})
		for _, method := range called {
			signature := strings.TrimPrefix(p.source(method.Decl.Type), "func")
			signature = everyCall.Replace(signature)
			for _, name := range ofTypes.FindAllStringSubmatch(signature, -1) {
				used[name[1]] = true
			}
			fmt.Fprintf(page, "  - %s.%s%s\n", families[method], method.Name, signature)
		}
	}
}

// everyCall removes the parameters that all methods of services have.
var everyCall = strings.NewReplacer("ctx context.Context, ", "", "ctx context.Context", "", ", opts ...CallOption", "", "opts ...CallOption", "")

var (
	operationNumber = regexp.MustCompile(`\(operation\s+(\d+)\)`)
	ofTypes         = regexp.MustCompile(`types\.(\w+)`)
)

// writeParams lists the fields of all params.
func (p *parsed) writeParams(page *bytes.Buffer) {
	page.WriteString("\n## Params\n\nA field with `!` is required.\n\n")
	for _, typ := range p.doc.Types {
		if isParams(typ.Name) {
			fmt.Fprintf(page, "- %s: %s\n", typ.Name, strings.Join(p.fields(structOf(typ.Decl)), "; "))
		}
	}
}

func isParams(name string) bool  { return strings.HasSuffix(name, "Params") }
func isService(name string) bool { return strings.HasSuffix(name, "Service") }
