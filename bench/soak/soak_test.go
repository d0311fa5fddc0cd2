// SPDX-License-Identifier: MIT

package main

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestSoak is a short soak. It shows that the program works, and what leaks fast.
func TestSoak(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("a soak is deep")
	}
	seed := rand.Uint64()
	report, err := soak(t.Context(), 10*time.Second, seed)
	t.Logf("seed %d\n%v", seed, report)
	if err != nil {
		t.Errorf("seed %d: %v", seed, err)
	}
	if len(report.walks) != 4 {
		t.Errorf("there were %d kinds of walks, want 4", len(report.walks))
	}
	for name, walks := range report.walks {
		if walks.complete == 0 || walks.failed > walks.complete {
			t.Errorf("seed %d: %s: %+v", seed, name, *walks)
		}
	}
}

func TestGrowth(t *testing.T) {
	t.Parallel()
	flat := sample{heap: 4 << 20, goroutines: 30, descriptors: 40}
	leaks := map[string]sample{
		"":            flat,
		"heap in KiB": {6 << 20, 30, 40},
		"goroutines":  {4 << 20, 55, 40},
		"descriptors": {4 << 20, 30, 57},
	}
	for name, last := range leaks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := (&report{samples: []sample{flat, flat, last}}).growth()
			if (err == nil) != (name == "") || err != nil && !strings.HasPrefix(err.Error(), name+":") {
				t.Errorf("got %v", err)
			}
		})
	}
	if err := (&report{samples: []sample{flat, flat}}).growth(); err == nil {
		t.Error("two samples are enough, want an error")
	}
}
