// SPDX-License-Identifier: MIT

package keys

import (
	"fmt"
	"os"
	"runtime"
)

// Access is a kind of access to a file that only its owner may have.
type Access struct {
	bits       os.FileMode
	verb, mend string
}

// The two kinds of Access.
var (
	// ReadableByOthers is for a file that holds a secret: others may have no access at all.
	ReadableByOthers = Access{0o077, "read", "600"}
	// WritableByOthers is for a file that names a command, which the owner of the file runs: others may not change it.
	WritableByOthers = Access{0o022, "changed", "go-w"}
)

// CheckMode returns an error if the mode of a regular file gives other users a forbidden access. It accepts any
// other file, such as a pipe, and every file on Windows, which has no such modes.
func CheckMode(name string, info os.FileInfo, forbidden Access) error {
	if runtime.GOOS == "windows" || !info.Mode().IsRegular() || info.Mode().Perm()&forbidden.bits == 0 {
		return nil
	}
	return fmt.Errorf("%s can be %s by other users: run chmod %s %[1]s", name, forbidden.verb, forbidden.mend)
}
