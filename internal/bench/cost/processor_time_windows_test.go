// SPDX-License-Identifier: MIT

package cost

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of this process so far, with garbage collection.
func processorTime() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		panic(err)
	}
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &created, &exited, &kernel, &user); err != nil {
		panic(err)
	}
	return sinceZero(kernel) + sinceZero(user)
}

// sinceZero reads a duration, which Windows counts in steps of 100 ns.
func sinceZero(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
