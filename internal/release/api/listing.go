package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// pkg is a package that others can import.
type pkg struct {
	folder string // its import path below that of the root, which is "reservations"
	types  *types.Package
}

const root = "github.com/reservationkit/reservations-go"

// load returns the packages of the module in folder, from what the compiler wrote of them.
func load(folder string) ([]pkg, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,DepOnly,Name", "./...")
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	cmd.Env = append(os.Environ(), "GOWORK=off")
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list in %s: %w", folder, err)
	}
	exports := map[string]string{}
	var paths []string
	for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
		var found struct {
			ImportPath, Export, Name string
			DepOnly                  bool
		}
		if err := decoder.Decode(&found); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[found.ImportPath] = found.Export
		if !found.DepOnly && found.Name != "main" && !strings.Contains(found.ImportPath+"/", "/internal/") {
			paths = append(paths, found.ImportPath)
		}
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	var packages []pkg
	for _, path := range paths {
		loaded, err := imports.Import(path)
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(strings.TrimPrefix(path, root), "/")
		if name == "" {
			name = loaded.Name()
		}
		packages = append(packages, pkg{name, loaded})
	}
	return packages, nil
}

// listing returns a line for each exported name of a package, field and method, in order.
func listing(pkg *types.Package) []string {
	var lines []string
	local := func(other *types.Package) string {
		if other == pkg {
			return ""
		}
		return other.Name()
	}
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		switch object := object.(type) {
		case *types.Const:
			lines = append(lines, types.ObjectString(object, local)+" = "+object.Val().ExactString())
		case *types.TypeName:
			lines = append(lines, typeLines(object, local)...)
		default:
			lines = append(lines, types.ObjectString(object, local))
		}
	}
	for i := range lines {
		lines[i] = unnamed.ReplaceAllString(lines[i], "")
	}
	slices.Sort(lines)
	return lines
}

// unnamed is how the compiler calls a result without a name.
var unnamed = regexp.MustCompile(`#rv[0-9]+ `)

// typeLines lists a type with its exported fields and methods, those of what it embeds among
// them.
func typeLines(object *types.TypeName, local types.Qualifier) []string {
	named, isNamed := object.Type().(*types.Named)
	if !isNamed || object.IsAlias() {
		return []string{types.ObjectString(object, local)}
	}
	self := "type " + object.Name() + parameters(named, local)
	var lines []string
	if fields, isStruct := named.Underlying().(*types.Struct); isStruct {
		lines = append(lines, self+" struct")
		for field := range fields.Fields() {
			if field.Exported() {
				lines = append(lines, self+" struct, "+field.Name()+" "+types.TypeString(field.Type(), local))
			}
		}
	} else {
		lines = append(lines, self+" "+types.TypeString(named.Underlying(), local))
	}
	if types.IsInterface(named) {
		return lines // which holds the methods
	}
	values := types.NewMethodSet(named)
	for method := range types.NewMethodSet(types.NewPointer(named)).Methods() {
		if !method.Obj().Exported() {
			continue
		}
		receiver := "*" + object.Name()
		if values.Lookup(nil, method.Obj().Name()) != nil {
			receiver = object.Name()
		}
		signature := strings.TrimPrefix(types.TypeString(method.Type(), local), "func")
		lines = append(lines, "method ("+receiver+") "+method.Obj().Name()+signature)
	}
	return lines
}

// parameters returns the type parameters of a generic type, such as [T any].
func parameters(named *types.Named, local types.Qualifier) string {
	var all []string
	for parameter := range named.TypeParams().TypeParams() {
		all = append(all, parameter.Obj().Name()+" "+types.TypeString(parameter.Constraint(), local))
	}
	if all == nil {
		return ""
	}
	return "[" + strings.Join(all, ", ") + "]"
}
