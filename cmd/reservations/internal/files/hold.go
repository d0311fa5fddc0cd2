// SPDX-License-Identifier: MIT

//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package files

import (
	"errors"
	"os"
	"syscall"
)

// errBusy means that another process, or another open file of this one, holds a file.
var errBusy = errors.New("held")

// hold locks a file until it is closed, also by the end of the process, however that comes. It fails
// with errBusy, or with another error where the file system has no locks.
func hold(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errBusy
	}
	return err
}
