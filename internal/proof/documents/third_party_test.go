// SPDX-License-Identifier: MIT

package documents

import (
	"go/version"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestTheSDKLinksNothingElse holds what a program gets that imports the SDK.
func TestTheSDKLinksNothingElse(t *testing.T) {
	t.Parallel()
	allowed := []string{
		"github.com/google/go-querystring",
		"github.com/hashicorp/go-cleanhttp",
		"github.com/hashicorp/go-retryablehttp",
		"github.com/shopspring/decimal",
	}
	if diff := cmp.Diff(allowed, slices.Sorted(maps.Keys(linked(t, ".", public(".")...)))); diff != "" {
		t.Errorf("linked modules (-allowed +linked):\n%s", diff)
	}
}

// TestThirdParty holds THIRD_PARTY.md to what the modules of this repository link, and to the
// licences in the folders of those modules. Versions with known faults are not linked.
func TestThirdParty(t *testing.T) {
	t.Parallel()
	sections := map[string][]string{}
	for section := range strings.SplitSeq(read(t, "docs/THIRD_PARTY.md"), "\n## ") {
		heading, text, _ := strings.Cut(section, "\n")
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| module ") {
				sections[heading] = append(sections[heading], strings.TrimSpace(line))
			}
		}
	}
	for _, folder := range testkit.Cases(5, modules(t)) {
		name := filepath.ToSlash(folder)
		if folder == "." {
			name = "reservations-go"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want []string
			inPrograms, all := linked(t, folder, public(folder)...), linked(t, folder, "-test", "./...")
			for _, path := range slices.Sorted(maps.Keys(all)) {
				if least := fixed[path]; least != "" && version.Compare(asGo(all[path].version), asGo(least)) < 0 {
					t.Errorf("%s %s, want at least %s", path, all[path].version, least)
				}
				neededBy := "tests"
				if _, program := inPrograms[path]; program {
					neededBy = "programs"
				}
				want = append(want, "| "+path+" | "+licence(t, all[path])+" | "+neededBy+" |")
			}
			if diff := cmp.Diff(want, sections[name]); diff != "" {
				t.Errorf("the section %q of docs/THIRD_PARTY.md (-want +there):\n%s", name, diff)
			}
		})
	}
}

// fixed are the versions that mended what would reach the programs of an integrator.
var fixed = map[string]string{
	"github.com/hashicorp/go-retryablehttp": "v0.7.8", // 0.7.7 keeps passwords of URLs out of logs
	"github.com/shopspring/decimal":         "v1.5.0", // bounds the exponents that it reads
}

// asGo writes a version as the go command writes its own, which package version compares.
func asGo(v string) string { return "go" + strings.TrimPrefix(v, "v") }

// modules returns the folders of the modules in this repository.
func modules(t *testing.T) (folders []string) {
	t.Helper()
	for _, file := range slices.Concat([]string{"go.mod"}, glob(t, "*/go.mod"), glob(t, "cmd/*/go.mod")) {
		read(t, file) // so that no result of another go.mod is taken from the cache
		folders = append(folders, filepath.Dir(file))
	}
	return folders
}

// public returns the packages of a module that programs link: in the root those that can be
// imported, because what the proofs share is internal.
func public(folder string) []string {
	if folder == "." {
		return []string{".", "./types", "./reservationstest"}
	}
	return []string{"./..."}
}

type module struct{ version, folder string }

// linked returns the modules of others that the packages of a module link, by their paths.
func linked(t *testing.T, folder string, args ...string) map[string]module {
	t.Helper()
	const format = `{{with .Module}}{{if not (or .Main .Replace)}}{{.Path}}	{{.Version}}	{{.Dir}}{{end}}{{end}}`
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-deps", "-tags=peers", "-f", format}, args...)...)
	cmd.Dir, cmd.Stderr = inRoot(folder), os.Stderr
	workspace := "off"
	if filepath.Dir(folder) != "." { // a program has no replace, so that it needs the workspace
		var err error
		if workspace, err = filepath.Abs(inRoot("go.work")); err != nil {
			t.Fatal(err)
		}
	}
	cmd.Env = append(os.Environ(), "GOWORK="+workspace)
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]module{}
	for line := range strings.Lines(string(output)) {
		if fields := strings.Split(strings.TrimSpace(line), "\t"); len(fields) == 3 {
			found[fields[0]] = module{fields[1], fields[2]}
		}
	}
	return found
}

// licence returns the kinds of the licences in the folder of a module.
func licence(t *testing.T, m module) string {
	t.Helper()
	kinds := map[string]string{ // by words that no other licence has
		"Apache License":                               "Apache-2.0",
		"Neither the name of":                          "BSD-3-Clause",
		"Neither the names of the authors":             "BSD-3-Clause",
		"Mozilla Public License":                       "MPL-2.0",
		"Permission is hereby granted, free of charge": "MIT",
	}
	files, err := filepath.Glob(filepath.Join(m.folder, "LICENSE*"))
	if len(files) == 0 {
		files, err = filepath.Glob(filepath.Join(m.folder, "COPYING*"))
	}
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no licence: %v", m.folder, err)
	}
	found := map[string]bool{}
	for _, file := range files {
		written, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(written)), " ")
		for words, kind := range kinds {
			if strings.Contains(text, words) {
				found[kind] = true
			}
		}
		if len(found) == 0 && strings.Contains(text, "Redistribution and use in source and binary forms") {
			found["BSD-2-Clause"] = true // whose words BSD-3-Clause has all
		}
	}
	if len(found) == 0 {
		t.Errorf("the licence of %s is none of those that are known here", m.folder)
	}
	return strings.Join(slices.Sorted(maps.Keys(found)), " and ")
}
