// SPDX-License-Identifier: MIT

package documents

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestBadge: docs/badge.md answers as many criteria as each level has, each once and with a reason,
// and counts its answers.
func TestBadge(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile(`(?m)^\| ([a-z_0-9]+) \| (.*) \| (.*) \|$`)
	for level, criteria := range map[string]int{"Passing": 67, "Silver": 55} {
		t.Run(level, func(t *testing.T) {
			t.Parallel()
			_, section, _ := strings.Cut(read(t, "docs/badge.md"), "\n## "+level+"\n")
			section, _, _ = strings.Cut(section, "\n## ")
			answered, counts := map[string]bool{}, map[string]int{}
			for _, found := range row.FindAllStringSubmatch(section, -1) {
				criterion, answer, reason := found[1], found[2], found[3]
				if criterion == "criterion" {
					continue
				}
				if answered[criterion] || len(reason) < 3 {
					t.Errorf("%s is answered twice, or has no reason", criterion)
				}
				answered[criterion] = true
				counts[answer]++
			}
			if len(answered) != criteria {
				t.Errorf("%d criteria are answered, want %d", len(answered), criteria)
			}
			var sums []string
			for _, answer := range []string{"met", "once public", "not applicable", "not met"} {
				if counts[answer] > 0 {
					sums = append(sums, fmt.Sprintf("%d %s", counts[answer], answer))
				}
			}
			if sum := fmt.Sprintf("%d criteria: %s.", criteria, strings.Join(sums, ", ")); !strings.Contains(section, sum) {
				t.Errorf("the section does not say %q", sum)
			}
		})
	}
}
