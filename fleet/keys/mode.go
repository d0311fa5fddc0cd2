// SPDX-License-Identifier: MIT

package keys

import (
	"fmt"
	"os"
	"runtime"
)

// Access is what other users than the owner of a file must not have.
type Access struct {
	bits       os.FileMode
	verb, mend string
}

// The two kinds of Access.
var (
	// ReadableByOthers is that of a file that holds a secret.
	ReadableByOthers = Access{0o077, "read", "600"}
	// WritableByOthers is that of a file that names a command: it is run by the owner of the file.
	WritableByOthers = Access{0o022, "changed", "go-w"}
)

// CheckMode refuses a file whose mode gives other users access that they must not have. Windows has no such
// modes.
func CheckMode(name string, info os.FileInfo, forbidden Access) error {
	if runtime.GOOS == "windows" || !info.Mode().IsRegular() || info.Mode().Perm()&forbidden.bits == 0 {
		return nil
	}
	return fmt.Errorf("%s can be %s by other users: run chmod %s %[1]s", name, forbidden.verb, forbidden.mend)
}
