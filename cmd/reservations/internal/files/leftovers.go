// SPDX-License-Identifier: MIT

package files

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// unfinished is after how long without a change a temporary file is taken for one of a
// program that was killed. It is longer than the program waits for any response.
const unfinished = time.Hour

// removeLeftovers removes what killed programs left behind, so that personal data does not
// pile up: temporary files, and folders of them.
func removeLeftovers(folder, prefix string) {
	entries, _ := os.ReadDir(folder) // a folder that cannot be read is an error when a file is made
	for _, entry := range entries {
		isOurs := strings.HasPrefix(entry.Name(), prefix) && strings.HasSuffix(entry.Name(), ".tmp")
		if info, err := entry.Info(); err == nil && isOurs && time.Since(info.ModTime()) > unfinished {
			os.RemoveAll(filepath.Join(folder, entry.Name()))
		}
	}
}

// syncFolder makes new names survive a power failure on systems that can do so.
func syncFolder(name string) {
	if folder, err := os.Open(name); err == nil {
		folder.Sync()
		folder.Close()
	}
}
