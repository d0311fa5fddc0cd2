// SPDX-License-Identifier: MIT

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
	for name, f := range map[string]func(){
		"a time to wait":    func() { retryAfter(plain) },
		"rate limit":        func() { rateLimit(plain) },
		"no headers at all": func() { rateLimit(http.Header{}) },
	} {
		t.Run(name, func(t *testing.T) {
			if n := testing.AllocsPerRun(100, f); n > 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}
