// SPDX-License-Identifier: MIT

//go:build unix

package cost

import (
	"syscall"
	"time"
)

// processorTime is what this process has used so far, garbage collection included. Its
// ratios hold on a machine that does other work, where those of the time on the clock do not.
func processorTime() time.Duration {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
