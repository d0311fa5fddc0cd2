package mirror_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// aPeak is what Linux tells a process about the most memory that it has had.
var aPeak = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// TestMemory copies some and many generated reservations in processes of their own. Many must
// not take more memory than some, but for what differs from run to run.
func TestMemory(t *testing.T) {
	t.Parallel()
	const some, slack = 5_000, 16 << 10
	many := 15_000 // RESERVATIONS_TEST_MIRROR_ROWS asks for more
	if text := os.Getenv("RESERVATIONS_TEST_MIRROR_ROWS"); text != "" {
		var err error
		if many, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
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
