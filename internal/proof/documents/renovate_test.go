// SPDX-License-Identifier: MIT

package documents

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// renovateConfig is what the tests look at in renovate.json.
type renovateConfig struct {
	MinimumReleaseAge string
	PackageRules      []struct{ MinimumReleaseAge *string }
	CustomManagers    []struct{ ManagerFilePatterns, MatchStrings []string }
}

func readRenovateConfig(t *testing.T) renovateConfig {
	t.Helper()
	var config renovateConfig
	if err := json.Unmarshal([]byte(read(t, ".github/renovate.json")), &config); err != nil {
		t.Fatal(err)
	}
	return config
}

// TestRenovateWaits: a release that was tampered with is mostly found and withdrawn within
// days, so none is taken on the day on which it comes out.
func TestRenovateWaits(t *testing.T) {
	t.Parallel()
	config := readRenovateConfig(t)
	if !regexp.MustCompile(`^([7-9]|[1-9][0-9]) days$`).MatchString(config.MinimumReleaseAge) {
		t.Errorf("minimumReleaseAge is %q, want a week at least", config.MinimumReleaseAge)
	}
	for _, rule := range config.PackageRules {
		if rule.MinimumReleaseAge != nil {
			t.Errorf("a package rule has a minimumReleaseAge of its own: %q", *rule.MinimumReleaseAge)
		}
	}
}

// TestRenovateFindsWhatIsPinned holds the expressions in renovate.json to the versions in .ci.
// One that finds nothing would leave a tool at its version for ever.
func TestRenovateFindsWhatIsPinned(t *testing.T) {
	t.Parallel()
	config := readRenovateConfig(t)
	pinned := regexp.MustCompile(`(?m)(?:@v?|[( ]go)([0-9]+\.[0-9]+\.[0-9]+)`)
	files := glob(t, ".ci/*")
	versions := 0
	for _, file := range files {
		text := read(t, file)
		found := map[string]bool{}
		for _, manager := range config.CustomManagers {
			if !regexp.MustCompile(strings.Trim(manager.ManagerFilePatterns[0], "/")).MatchString(file) {
				continue
			}
			expression := regexp.MustCompile(manager.MatchStrings[0])
			for _, match := range expression.FindAllStringSubmatch(text, -1) {
				found[strings.TrimPrefix(match[expression.SubexpIndex("currentValue")], "v")] = true
			}
		}
		for _, version := range pinned.FindAllStringSubmatch(text, -1) {
			if version[1] == "0.0.0" {
				continue // a commit of a module that has no releases
			}
			versions++
			if !found[version[1]] {
				t.Errorf("renovate.json does not find %s in %s", version[0], file)
			}
		}
	}
	if versions < 10 {
		t.Errorf("%d versions are pinned in %v, want those of Go and of the tools", versions, files)
	}
}
