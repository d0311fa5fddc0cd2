package main

import (
	"archive/zip"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	rootModule = "module example.com/sdk\n\ngo 1.25\n"
	subModule  = "module example.com/sdk/sub\n\ngo 1.25\n\nrequire example.com/sdk v0.3.0\n\nreplace example.com/sdk => ../\n"
)

var modules = []string{".", "sub"}

// made is a repository of two modules and a third that is not published, whose first commit
// could be released. The changes replace files; a file without text is removed.
func made(t *testing.T, changes map[string]string) repository {
	t.Helper()
	files := map[string]string{
		"go.mod":             rootModule,
		"client.go":          "package sdk\n\n// Version is the version.\nconst Version = \"0.3.0\"\n",
		"LICENSE":            "a licence\n",
		"CHANGELOG.md":       "# Changelog\n\n## 0.3.0 - 2026-11-20\n\n## 0.2.0 - 2026-10-01\n",
		"inner/inner.go":     "package inner\n",
		"sub/go.mod":         subModule,
		"sub/sub.go":         "package sub\n",
		"sub/testdata/x.txt": "x\n",
		"tool/go.mod":        "module example.com/sdk/tool\n",
		"tool/tool.go":       "package tool\n",
	}
	maps.Copy(files, changes)
	r := repository(t.TempDir())
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_AUTHOR_NAME", "n")
	t.Setenv("GIT_AUTHOR_EMAIL", "e@example.com")
	t.Setenv("GIT_COMMITTER_NAME", "n")
	t.Setenv("GIT_COMMITTER_EMAIL", "e@example.com")
	git(t, r, "init", "--quiet")
	for name, text := range files {
		if text != "" {
			write(t, r, name, text)
		}
	}
	git(t, r, "add", ".")
	git(t, r, "commit", "--quiet", "--message", "all of it")
	return r
}

func write(t *testing.T, r repository, name, text string) {
	t.Helper()
	name = filepath.Join(string(r), name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, r repository, args ...string) string {
	t.Helper()
	output, err := r.git(args...)
	if err != nil {
		t.Fatal(err)
	}
	return output
}

func TestVersionsAgree(t *testing.T) {
	tests := map[string]struct {
		changes map[string]string
		tag     string
		problem string // "" when there is none
	}{
		"as they should be":     {},
		"tagged":                {tag: "v0.3.0"},
		"not released yet":      {changes: map[string]string{"CHANGELOG.md": "# Changelog\n\n## 0.3.0 - unreleased\n"}},
		"an older constant":     {changes: map[string]string{"client.go": "const Version = \"0.2.0\"\n"}, problem: "client.go has the version v0.2.0, and the newest heading of CHANGELOG.md is of v0.3.0"},
		"no constant":           {changes: map[string]string{"client.go": "package sdk\n"}, problem: "no constant Version"},
		"no version":            {changes: map[string]string{"client.go": "const Version = \"next\"\n"}, problem: "no constant Version"},
		"no client.go":          {changes: map[string]string{"client.go": ""}, problem: "client.go"},
		"no heading":            {changes: map[string]string{"CHANGELOG.md": "## Unreleased\n"}, problem: "CHANGELOG.md has no heading"},
		"no changelog":          {changes: map[string]string{"CHANGELOG.md": ""}, problem: "CHANGELOG.md"},
		"an older requirement":  {changes: map[string]string{"sub/go.mod": strings.Replace(subModule, "v0.3.0", "v0.2.0", 1)}, problem: "sub/go.mod requires v0.2.0 of the root, want v0.3.0"},
		"no requirement":        {changes: map[string]string{"sub/go.mod": "module example.com/sdk/sub\n"}, problem: "sub/go.mod does not require example.com/sdk"},
		"no nested module":      {changes: map[string]string{"sub/go.mod": ""}, problem: "go.mod"},
		"a go.mod that is none": {changes: map[string]string{"sub/go.mod": "modul x\n"}, problem: "sub/go.mod:1"},
		"another tag":           {tag: "v0.2.9", problem: "HEAD has the tag v0.2.9"},
		"another nested tag":    {tag: "sub/v0.2.9", problem: "HEAD has the tag sub/v0.2.9"},
		"a tag of no version":   {tag: "nightly"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := made(t, test.changes)
			if test.tag != "" {
				git(t, r, "tag", test.tag)
			}
			version, err := r.checkVersions(modules)
			if test.problem == "" && (err != nil || version != "v0.3.0") {
				t.Errorf("the version is %q, error %v, want v0.3.0", version, err)
			}
			if test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)) {
				t.Errorf("error %v, want %q in it", err, test.problem)
			}
		})
	}
}

// TestReleasedVersionsStay: a commit behind the release must not have its version.
func TestReleasedVersionsStay(t *testing.T) {
	r := made(t, nil)
	git(t, r, "tag", "sub/v0.3.0")
	write(t, r, "inner/inner.go", "package inner // changed\n")
	git(t, r, "commit", "--quiet", "--all", "--message", "change")
	if _, err := r.checkVersions(modules); err == nil || !strings.Contains(err.Error(), "sub/v0.3.0 is released at another commit") {
		t.Errorf("error %v, want one that names the tag at another commit", err)
	}
}

func TestRelease(t *testing.T) {
	r := made(t, nil)
	tags := tagsOf(modules, "v0.3.0")
	if err := r.checkRelease("v0.3.0", tags); err != nil {
		t.Fatal(err)
	}
	if err := r.makeTags(tags); err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(git(t, r, "tag", "--points-at", "HEAD", "--sort=creatordate"))
	slices.Sort(got)
	if diff := cmp.Diff([]string{"sub/v0.3.0", "v0.3.0"}, got); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if err := r.checkRelease("v0.3.0", tags); err == nil || !strings.Contains(err.Error(), "there is a tag") {
		t.Errorf("a second time: error %v, want one that names a tag", err)
	}
}

func TestReleaseIsRefused(t *testing.T) {
	tests := map[string]struct{ file, text, problem string }{
		"a change":     {"inner/inner.go", "package other\n", "inner/inner.go"},
		"a new file":   {"new.go", "package sdk\n", "new.go"},
		"no day":       {"CHANGELOG.md", "## 0.3.0 - unreleased\n", `"unreleased" and not the day`},
		"an odd day":   {"CHANGELOG.md", "## 0.3.0 - 2026-13-01\n", `"2026-13-01" and not the day`},
		"no changelog": {"CHANGELOG.md", "\n", "has no heading"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := made(t, nil)
			write(t, r, test.file, test.text)
			err := r.checkRelease("v0.3.0", tagsOf(modules, "v0.3.0"))
			if err == nil || !strings.Contains(err.Error(), test.problem) {
				t.Errorf("error %v, want %q in it", err, test.problem)
			}
		})
	}
}

func TestProxy(t *testing.T) {
	r, out := made(t, nil), t.TempDir()
	write(t, r, "sub/forgotten.go", "package sub // git does not track it\n")
	if err := r.writeProxy(modules, "v0.3.0", out); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		mod   string
		files []string
	}{
		"example.com/sdk":     {rootModule, []string{"CHANGELOG.md", "LICENSE", "client.go", "go.mod", "inner/inner.go"}},
		"example.com/sdk/sub": {subModule, []string{"LICENSE", "go.mod", "sub.go", "testdata/x.txt"}},
	}
	for path, test := range tests {
		t.Run(path, func(t *testing.T) {
			folder := filepath.Join(out, filepath.FromSlash(path), "@v")
			if mod := read(t, filepath.Join(folder, "v0.3.0.mod")); mod != test.mod {
				t.Errorf("go.mod is\n%s", mod)
			}
			if list := read(t, filepath.Join(folder, "list")); list != "v0.3.0\n" {
				t.Errorf("the list of versions is %q", list)
			}
			var info struct {
				Version string
				Time    time.Time
			}
			if err := json.Unmarshal([]byte(read(t, filepath.Join(folder, "v0.3.0.info"))), &info); err != nil || info.Version != "v0.3.0" || info.Time.IsZero() {
				t.Errorf("the info is %+v, error %v", info, err)
			}
			archive, err := zip.OpenReader(filepath.Join(folder, "v0.3.0.zip"))
			if err != nil {
				t.Fatal(err)
			}
			defer archive.Close()
			var names []string
			for _, f := range archive.File {
				names = append(names, strings.TrimPrefix(f.Name, path+"@v0.3.0/"))
			}
			slices.Sort(names)
			if diff := cmp.Diff(test.files, names); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
	if folders, err := filepath.Glob(filepath.Join(out, "example.com", "sdk", "*")); err != nil || len(folders) != 2 {
		t.Errorf("the proxy has %q, want no module but the published ones", folders)
	}
}

// TestProxyFails: what cannot be a module is not laid out.
func TestProxyFails(t *testing.T) {
	t.Run("a file is gone", func(t *testing.T) {
		r := made(t, nil)
		if err := os.Remove(filepath.Join(string(r), "inner", "inner.go")); err != nil {
			t.Fatal(err)
		}
		if err := r.writeProxy(modules, "v0.3.0", t.TempDir()); err == nil || !strings.Contains(err.Error(), "inner.go") {
			t.Errorf("error %v, want one that names inner.go", err)
		}
	})
	t.Run("two names that differ in case alone", func(t *testing.T) {
		r := made(t, map[string]string{"inner/Inner.go": "package inner\n"})
		if err := r.writeProxy(modules, "v0.3.0", t.TempDir()); err == nil || !strings.Contains(err.Error(), "case-insensitive") {
			t.Errorf("error %v, want one about the two names", err)
		}
	})
	t.Run("no commit", func(t *testing.T) {
		r := repository(t.TempDir())
		git(t, r, "init", "--quiet")
		if err := r.writeProxy(modules, "v0.3.0", t.TempDir()); err == nil {
			t.Error("no error")
		}
	})
}

// TestThisRepository holds the versions of this repository to each other, and its modules to
// the list of those that are published.
func TestThisRepository(t *testing.T) {
	r := repository("../..")
	if _, err := r.checkVersions(published); err != nil {
		t.Error(err)
	}
	found, err := filepath.Glob("../../*/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"."}
	for _, name := range found {
		folder := filepath.Base(filepath.Dir(name))
		if slices.Contains([]string{"bench", "contract", "examples"}, folder) {
			continue // which nobody imports
		}
		file, err := r.module(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, requirement := range file.Require {
			if requirement.Mod.Path == "github.com/reservationkit/reservations-go" {
				want = append(want, folder)
			}
		}
	}
	got := slices.Sorted(slices.Values(published))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("published (-modules that require the root +published):\n%s", diff)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
