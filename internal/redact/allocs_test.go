// SPDX-License-Identifier: MIT

//go:build !race

package redact

import "testing"

// TestNothingIsAllocatedForATextWithoutSecrets: nearly all texts are such.
func TestNothingIsAllocatedForATextWithoutSecrets(t *testing.T) {
	scrub := new(Keys).Scrubber("t0ken-canary", "k3y/canary")
	fixed := new(Keys)
	fixed.Add("k3y-Canary")
	for name, f := range map[string]func(){
		"a key":                      func() { fixed.Scrubber().Text("/api/accommodation_units/77") },
		"secrets of the call":        func() { scrub.Text("/api/accommodation_units/77") },
		"secrets in an empty string": func() { scrub.Text("") },
	} {
		t.Run(name, func(t *testing.T) {
			if n := testing.AllocsPerRun(100, f); n > 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}
