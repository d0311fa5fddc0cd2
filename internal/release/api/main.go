// Command api keeps a listing of what each package of this repository exports in the folder
// api, one line for each name, so that a change of the surface shows in a review. Run it in
// the root of the repository:
//
//	go run ./internal/release/api          write the listings
//	go run ./internal/release/api -check   fail where they differ from the code
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	check := flag.Bool("check", false, "write nothing, and fail where a listing differs from the code")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// modules are the folders of the modules whose packages are listed.
var modules = []string{".", "otel", "sharedlimit", "mirror"}

func run(check bool) error {
	var problems []error
	stale := map[string]bool{}
	files, err := filepath.Glob(filepath.Join("api", "*.txt"))
	if err != nil {
		return err
	}
	for _, file := range files {
		stale[file] = true
	}
	for _, module := range modules {
		packages, err := load(module)
		if err != nil {
			return err
		}
		for _, pkg := range packages {
			file := filepath.Join("api", strings.ReplaceAll(pkg.folder, "/", "_")+".txt")
			delete(stale, file)
			problems = append(problems, put(file, []byte(strings.Join(listing(pkg.types), "\n")+"\n"), check))
		}
	}
	for file := range stale {
		problems = append(problems, fmt.Errorf("%s lists a package that is gone: remove it", file))
	}
	return errors.Join(problems...)
}

// put writes a listing, or compares it with the one that is there.
func put(file string, text []byte, check bool) error {
	if !check {
		return os.WriteFile(file, text, 0o644)
	}
	there, err := os.ReadFile(file)
	if err == nil && !bytes.Equal(there, text) {
		err = fmt.Errorf("%s differs from the code at %s", file, firstDifference(there, text))
	}
	if err != nil {
		return fmt.Errorf("%w: run go run ./internal/release/api", err)
	}
	return nil
}

// firstDifference quotes the first line that is not the same in both.
func firstDifference(there, text []byte) string {
	a, b := strings.Split(string(there), "\n"), strings.Split(string(text), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: %q is listed, and %q in the code", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("line %d", min(len(a), len(b)))
}
