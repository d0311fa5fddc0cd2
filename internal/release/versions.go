package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// repository is the root folder of a repository.
type repository string

var (
	constant = regexp.MustCompile(`(?m)^const Version = "(.*)"$`)
	heading  = regexp.MustCompile(`(?m)^## (\S+) - (\S+)$`)
)

// checkVersions returns the version of this tree, such as v0.1.0. It fails unless the
// constant Version, the newest heading of CHANGELOG.md, what the modules require of the root,
// and the tags at HEAD all say the same.
func (r repository) checkVersions(modules []string) (string, error) {
	client, err := r.read("client.go")
	if err != nil {
		return "", err
	}
	found := constant.FindSubmatch(client)
	if found == nil || !semver.IsValid("v"+string(found[1])) {
		return "", errors.New("client.go has no constant Version such as 0.1.0")
	}
	version := "v" + string(found[1])
	newest, _, err := r.newestHeading()
	if err != nil {
		return "", err
	}
	var problems []error
	if newest != version {
		problems = append(problems, fmt.Errorf("client.go has the version %s, and the newest heading of CHANGELOG.md is of %s", version, newest))
	}
	root, err := r.module(".")
	if err != nil {
		return "", err
	}
	for _, folder := range modules[1:] {
		problems = append(problems, r.checkRequirement(folder, root.Module.Mod.Path, version))
	}
	problems = append(problems, r.checkTagsAtHead(tagsOf(modules, version)))
	return version, errors.Join(problems...)
}

// newestHeading returns the version of the first heading of CHANGELOG.md and the day after it,
// which is "unreleased" until the release.
func (r repository) newestHeading() (version, day string, err error) {
	changes, err := r.read("CHANGELOG.md")
	if err != nil {
		return "", "", err
	}
	found := heading.FindSubmatch(changes)
	if found == nil {
		return "", "", errors.New("CHANGELOG.md has no heading such as ## 0.1.0 - 2026-11-30 or ## 0.1.0 - unreleased")
	}
	return "v" + string(found[1]), string(found[2]), nil
}

// checkRequirement holds the module in folder to the version of the root.
func (r repository) checkRequirement(folder, root, version string) error {
	file, err := r.module(folder)
	if err != nil {
		return err
	}
	for _, requirement := range file.Require {
		if requirement.Mod.Path == root {
			if requirement.Mod.Version != version {
				return fmt.Errorf("%s/go.mod requires %s of the root, want %s", folder, requirement.Mod.Version, version)
			}
			return nil
		}
	}
	return fmt.Errorf("%s/go.mod does not require %s", folder, root)
}

// module reads the go.mod of a folder.
func (r repository) module(folder string) (*modfile.File, error) {
	name := filepath.Join(folder, "go.mod")
	text, err := r.read(name)
	if err != nil {
		return nil, err
	}
	return modfile.Parse(name, text, nil)
}

func (r repository) read(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(string(r), name))
}
