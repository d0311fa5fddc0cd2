package presence

import (
	"fmt"
	"testing"
	"testing/synctest"
)

// TestEveryClamp walks registers of every length up to a few pages, on services that serve every
// number of reservations up to what is asked for.
func TestEveryClamp(t *testing.T) {
	butTheFirst := func(place int) bool { return place > 0 }
	for _, row := range []struct{ limit, least, step int }{{10, 1, 7}, {25, 1, 29}, {100, 97, 61}} {
		for name, shows := range map[string]func(int) bool{"everybody": everybody, "all but the first": butTheFirst} {
			t.Run(fmt.Sprintf("limit %d, %s", row.limit, name), func(t *testing.T) {
				for clamped := row.least; clamped <= row.limit; clamped++ {
					for size := 26; size <= 4*row.limit; size += row.step {
						synctest.Test(t, func(t *testing.T) {
							w := simpleWorld(1, size, row.limit, shows, clamp(clamped))
							if v, why := w.judge(w.walk.Run(t.Context())); v != exact {
								t.Fatalf("%d reservations, %d served: %v %s", size, clamped, v, why)
							}
						})
					}
				}
			})
		}
	}
}
