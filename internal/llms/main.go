// SPDX-License-Identifier: MIT

// Command llms writes llms.txt, which tells coding assistants in 40 KB what they need to use this
// repository: recipes and rules written by hand, and the exported names in brief. Run it in the
// top folder, with go run ./internal/llms, after a change of the surface.
package main

import (
	_ "embed"
	"log"
	"os"
)

//go:embed rules.txt
var rules string

func main() {
	page, err := write(".")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("llms.txt", page, 0o644); err != nil {
		log.Fatal(err)
	}
}
