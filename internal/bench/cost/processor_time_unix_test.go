// SPDX-License-Identifier: MIT

//go:build unix

package cost

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of this process so far, with garbage collection. Unlike the
// time on the clock, it does not depend much on other work of the machine.
func processorTime() time.Duration {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
