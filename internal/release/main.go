// Command release holds the versions of the modules in this repository together, tags them,
// and lays them out as a module proxy. Run it in the root of the repository:
//
//	go run ./internal/release              check the versions and print the tags of a release
//	go run ./internal/release -tag         make these tags at HEAD
//	go run ./internal/release -proxy DIR   write the modules for GOPROXY=file://DIR
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

// published are the folders of the modules that integrators import, in the order of their
// tags. The root is the first, because the others require it.
var published = []string{".", "otel", "sharedlimit", "mirror"}

func main() {
	tag := flag.Bool("tag", false, "make the tags at HEAD; the tree has to be clean and the version dated in CHANGELOG.md")
	proxy := flag.String("proxy", "", "write the modules, as they are in this tree, to this `folder` as a module proxy")
	flag.Parse()
	if err := run(*tag, *proxy); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(tag bool, proxy string) error {
	r := repository(".")
	version, err := r.checkVersions(published)
	if err != nil {
		return err
	}
	if proxy != "" {
		return r.writeProxy(published, version, proxy)
	}
	tags := tagsOf(published, version)
	if tag {
		if err := r.checkRelease(version, tags); err != nil {
			return err
		}
		if err := r.makeTags(tags); err != nil {
			return err
		}
	}
	fmt.Println("git push origin " + strings.Join(tags, " "))
	return nil
}
