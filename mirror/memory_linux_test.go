// SPDX-License-Identifier: MIT

package mirror_test

import (
	"strconv"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestMemory copies some and many generated reservations in processes of their own. Many must
// not take more memory than some, but for what differs from run to run.
func TestMemory(t *testing.T) {
	t.Parallel()
	if !testkit.Deep() {
		t.Skip("a copy of so many reservations is deep")
	}
	const some, many, slack = 5_000, 200_000, 16 << 10
	onEach(t, func(t *testing.T, newDSN func() string) {
		peak := func(rows int) int {
			output, err := child{DSN: newDSN(), Generated: rows}.command(t).CombinedOutput()
			found := aPeak.FindSubmatch(output)
			if err != nil || found == nil {
				t.Fatalf("%v\n%s", err, output)
			}
			kB, err := strconv.Atoi(string(found[1]))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d reservations: %d kB", rows, kB)
			return kB
		}
		if few, all := peak(some), peak(many); all > few+slack {
			t.Errorf("%d reservations take %d kB, and %d take %d kB", some, few, many, all)
		}
	})
}
