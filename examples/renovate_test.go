package examples

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// TestRenovateFindsWhatIsPinned holds the expressions in renovate.json to the versions in .ci.
// One that finds nothing would leave a tool at its version for ever.
func TestRenovateFindsWhatIsPinned(t *testing.T) {
	t.Parallel()
	var config struct {
		CustomManagers []struct {
			ManagerFilePatterns, MatchStrings []string
		}
	}
	if err := json.Unmarshal([]byte(read(t, "../renovate.json")), &config); err != nil {
		t.Fatal(err)
	}
	pinned := regexp.MustCompile(`(?m)(?:@v?|[( ]go)([0-9]+\.[0-9]+\.[0-9]+)`)
	for _, file := range []string{".ci/run", ".ci/openapi"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			text := read(t, "../"+file)
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
			versions := pinned.FindAllStringSubmatch(text, -1)
			if len(versions) == 0 {
				t.Error("no version is pinned here")
			}
			for _, version := range versions {
				if !found[version[1]] {
					t.Errorf("renovate.json does not find %s", version[0])
				}
			}
		})
	}
}
