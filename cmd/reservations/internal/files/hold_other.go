// SPDX-License-Identifier: MIT

//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package files

import (
	"errors"
	"os"
)

// errBusy means that another process holds a file. It does not occur here.
var errBusy = errors.New("held")

// hold does nothing, because this system has no locks that end with the process.
func hold(*os.File) error { return errors.ErrUnsupported }
