// SPDX-License-Identifier: MIT

package documents

import (
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocumentsAreShort: each can be read at once.
func TestDocumentsAreShort(t *testing.T) {
	for name, most := range map[string]int{"README.md": 140, "CONTRIBUTING.md": 90, "AGENTS.md": 25} {
		if lines := strings.Count(read(t, name), "\n"); lines > most {
			t.Errorf("%s has %d lines, want %d at most", name, lines, most)
		}
	}
	if size := len(read(t, "docs/llms.txt")); size > 8<<10 {
		t.Errorf("docs/llms.txt has %d bytes, want 8 KB at most", size)
	}
	if pages := glob(t, "docs/*.md"); len(pages) > 10 {
		t.Errorf("docs has %d pages, want ten at most: %v", len(pages), pages)
	}
}

// TestREADMELeadsToEveryPage of docs and to few others. A page leads to each program of the examples.
func TestREADMELeadsToEveryPage(t *testing.T) {
	shown := []string{"docs/night-register.png", "docs/one-call.svg"}
	linked, pages := slices.DeleteFunc(linkedFrom(t, "README.md"), func(target string) bool { return slices.Contains(shown, target) }), glob(t, "docs/*.md")
	if len(linked) > 12 {
		t.Errorf("the README has %d links, want 12 at most: %v", len(linked), linked)
	}
	var programs []string
	for _, page := range pages {
		if !slices.Contains(linked, page) {
			t.Errorf("the README does not lead to %s: add it to the table", page)
		}
		programs = append(programs, linkedFrom(t, page)...)
	}
	for _, program := range glob(t, "examples/*/main.go") {
		if folder := path.Dir(program); !slices.Contains(programs, "../"+folder) && !strings.Contains(read(t, "README.md"), "./"+folder) {
			t.Errorf("no page leads to %s", folder)
		}
	}
}

// TestWhatAProgramLinks holds the README to the modules and the lines that a program gets with the SDK.
func TestWhatAProgramLinks(t *testing.T) {
	modules, lines := map[string]bool{}, 0
	const format = `{{with .Module}}{{.Path}}{{if .Main}}{{range $.GoFiles}}	{{$.Dir}}/{{.}}{{end}}{{end}}{{end}}`
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", format, ".")
	cmd.Dir, cmd.Env, cmd.Stderr = root, append(os.Environ(), "GOWORK=off"), os.Stderr
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(output)) {
		module := strings.Split(strings.TrimSpace(line), "\t")
		for _, file := range module[1:] {
			data, err := os.ReadFile(filepath.FromSlash(file))
			if err != nil {
				t.Fatal(err)
			}
			lines += strings.Count(string(data), "\n")
		}
		if module[0] != "" {
			modules[module[0]] = true
		}
	}
	want := []string{
		"github.com/google/go-querystring",
		"github.com/hashicorp/go-cleanhttp",
		"github.com/hashicorp/go-retryablehttp",
		"github.com/reservationkit/reservations-go",
		"github.com/shopspring/decimal",
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(modules))); diff != "" {
		t.Errorf("linked modules (-want +linked):\n%s", diff)
	}
	found := regexp.MustCompile(`five modules[^.]*? about ([0-9]+),000\s+lines`).FindStringSubmatch(read(t, "README.md"))
	if found == nil {
		t.Fatal("the README does not say how many modules and lines a program links")
	}
	if said, _ := strconv.Atoi(found[1]); max(said*1000-lines, lines-said*1000) > 1000 {
		t.Errorf("the README says %d,000 lines, and a program links %d", said, lines)
	}
}
