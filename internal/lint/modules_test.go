// SPDX-License-Identifier: MIT

package lint

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
		// A package of the standard library has no module, and one of this module lists its files too.
		for i, word := range strings.FieldsFunc(line, func(r rune) bool { return r == '\t' || r == '\n' }) {
			if i == 0 {
				modules[word] = true
			} else if data, err := os.ReadFile(word); err != nil {
				t.Fatal(err)
			} else {
				lines += strings.Count(string(data), "\n")
			}
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
