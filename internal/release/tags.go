package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"
	"time"
)

// tagsOf returns the tags of a release, such as v0.1.0 and otel/v0.1.0.
func tagsOf(modules []string, version string) []string {
	var tags []string
	for _, folder := range modules {
		tags = append(tags, path.Join(folder, version))
	}
	return tags
}

// checkTagsAtHead fails when HEAD has a tag of another version, or when the tags of this version
// are at another commit: what has been released cannot change any more.
func (r repository) checkTagsAtHead(want []string) error {
	here, err := r.lines("tag", "--points-at", "HEAD")
	if err != nil {
		return err
	}
	all, err := r.lines("tag", "--list")
	if err != nil {
		return err
	}
	var problems []error
	for _, tag := range here {
		if strings.HasPrefix(path.Base(tag), "v") && !slices.Contains(want, tag) {
			problems = append(problems, fmt.Errorf("HEAD has the tag %s, want no other than %s", tag, strings.Join(want, " ")))
		}
	}
	for _, tag := range want {
		if slices.Contains(all, tag) && !slices.Contains(here, tag) {
			problems = append(problems, fmt.Errorf("%s is released at another commit: raise Version, the requirements of the modules, and add a heading to CHANGELOG.md", tag))
		}
	}
	return errors.Join(problems...)
}

// checkRelease fails when the tree is not ready for tags: it has changes that are not
// committed, its version has no day in CHANGELOG.md, or the tags exist.
func (r repository) checkRelease(version string, tags []string) error {
	changes, err := r.git("status", "--porcelain")
	if err != nil {
		return err
	}
	var problems []error
	if changes != "" {
		problems = append(problems, errors.New("these files are not committed:\n"+strings.TrimRight(changes, "\n")))
	}
	_, day, err := r.newestHeading()
	if err != nil {
		return err
	}
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		problems = append(problems, fmt.Errorf("CHANGELOG.md has %q and not the day of the release after %s", day, version))
	}
	existing, err := r.lines(append([]string{"tag", "--list"}, tags...)...)
	if err != nil {
		return err
	}
	if len(existing) > 0 {
		problems = append(problems, fmt.Errorf("there is a tag %s already", existing[0]))
	}
	return errors.Join(problems...)
}

// makeTags makes annotated tags at HEAD in their order.
func (r repository) makeTags(tags []string) error {
	for _, tag := range tags {
		if _, err := r.git("tag", "--annotate", "--message", tag, tag); err != nil {
			return err
		}
	}
	return nil
}

// lines returns what git prints, one element for each line.
func (r repository) lines(args ...string) ([]string, error) {
	output, err := r.git(args...)
	return strings.Fields(output), err
}

func (r repository) git(args ...string) (string, error) {
	var output, problem bytes.Buffer
	cmd := exec.Command("git", append([]string{"-C", string(r)}, args...)...)
	cmd.Stdout, cmd.Stderr = &output, &problem
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(problem.String()))
	}
	return output.String(), nil
}
