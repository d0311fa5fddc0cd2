//go:build !race

package transport

import (
	"net/http"
	"testing"
)

// TestNothingIsAllocatedForWhatIsNotThere covers what is looked for in every response, and
// is found in few of them.
func TestNothingIsAllocatedForWhatIsNotThere(t *testing.T) {
	plain := header("Content-Type", "application/json", "Content-Length", "17", "Date", "Fri, 20 Nov 2026 12:00:00 GMT")
	scrub := NewScrubber("t0ken-canary", "k3y/canary")
	fixed := new(Keys)
	fixed.Add("k3y-Canary")
	for name, f := range map[string]func(){
		"Retry-After":                func() { retryAfter(plain) },
		"rate limit":                 func() { rateLimit(plain) },
		"no headers at all":          func() { rateLimit(http.Header{}) },
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
