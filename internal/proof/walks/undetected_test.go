// SPDX-License-Identifier: MIT

package walks_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestWhatNoWalkDetects: the documentation lists what is not detected. A service shows each entry, and no service shows more.
func TestWhatNoWalkDetects(t *testing.T) {
	for _, test := range []struct {
		page, heading string
		entry         func(service) string
	}{
		{"lists.md", "# What no walk detects\n", func(s service) string { return s.wrongList }},
		{"register.md", "# What no client can detect\n", func(s service) string { return s.wrongRegister }},
	} {
		t.Run(test.page, func(t *testing.T) {
			doc, err := os.ReadFile("../../../docs/" + test.page)
			if err != nil {
				t.Fatal(err)
			}
			_, list, _ := strings.Cut(string(doc), test.heading)
			_, list, _ = strings.Cut(list, "\n\n- ")
			list, _, _ = strings.Cut(list, "\n\n")
			shown := map[string]bool{}
			for _, s := range slices.Concat(pageServices, listServices, registerServices) {
				if entry := test.entry(s); entry != "" {
					shown[entry] = false
				}
			}
			for text := range strings.SplitSeq(list, "\n- ") {
				text, isShown := strings.Join(strings.Fields(text), " "), false
				for entry := range shown {
					if strings.HasPrefix(text, entry) {
						shown[entry], isShown = true, true
					}
				}
				if !isShown {
					t.Errorf("no service shows this: %s", text)
				}
			}
			for entry, isListed := range shown {
				if !isListed {
					t.Errorf("the documentation has no entry for this: %s", entry)
				}
			}
		})
	}
}
