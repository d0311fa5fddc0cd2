// SPDX-License-Identifier: MIT

package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// tempPattern is how all temporary files and folders of this program are named, so that any run
// recognizes those that another one has left.
const tempPattern = ".*.reservations.tmp"

// lockName is the file in a temporary folder that its process holds.
const lockName = "lock"

// unfinished is used where the file system has no locks: a temporary file without a change for
// this long is taken for one that a killed program has left. It is longer than the program waits
// for any response.
const unfinished = time.Hour

// createTemp makes a temporary file for the owner alone, which this process holds for as long as it is
// open.
func createTemp(dir string) (*os.File, error) {
	for {
		temp, err := os.CreateTemp(dir, tempPattern)
		if err != nil {
			return nil, err
		}
		if err := hold(temp); !errors.Is(err, errBusy) && isInPlace(temp) {
			return temp, nil // also where the file system has no locks
		}
		discard(temp) // another run took it for a leftover before it was held
	}
}

func isInPlace(file *os.File) bool {
	held, err := file.Stat()
	named, err2 := os.Stat(file.Name())
	return errors.Join(err, err2) == nil && os.SameFile(held, named)
}

// putInPlace gives a temporary file its name. The file is held until then, except on Windows, where an open
// file cannot be renamed.
func putInPlace(temp *os.File, name string) error {
	if runtime.GOOS == "windows" {
		temp.Close()
	}
	return withoutPath(os.Rename(temp.Name(), name))
}

// discard removes a temporary file. A nil file is none.
func discard(temp *os.File) {
	if temp == nil {
		return
	}
	if runtime.GOOS == "windows" {
		temp.Close() // an open file cannot be removed there; a second Close does nothing
	}
	os.Remove(temp.Name())
	temp.Close()
}

// TempFolder makes a temporary folder in dir for the owner alone. remove removes it with all that is in
// it. When the program is killed, the next run that writes to dir does so.
func TempFolder(dir string) (path string, remove func(), err error) {
	if path, err = os.MkdirTemp(dir, tempPattern); err != nil {
		return "", nil, withoutPath(err)
	}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil && errors.Is(hold(lock), errBusy) {
		err = errBusy
	}
	if err != nil {
		os.RemoveAll(path)
		return "", nil, withoutPath(err)
	}
	return path, func() {
		lock.Close()
		os.RemoveAll(path)
	}, nil
}

// RemoveLeftovers removes what killed programs have left in a folder, so that personal data does not
// pile up: temporary files, and folders of them. Those of programs that run are left alone.
func RemoveLeftovers(folder string) {
	entries, _ := os.ReadDir(folder) // a folder that cannot be read is an error when a file is made
	prefix, suffix, _ := strings.Cut(tempPattern, "*")
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), prefix) && strings.HasSuffix(entry.Name(), suffix) {
			removeAbandoned(filepath.Join(folder, entry.Name()), entry.IsDir())
		}
	}
}

// removeAbandoned removes a temporary file or folder unless a process holds it.
func removeAbandoned(path string, isFolder bool) {
	held := path
	if isFolder {
		held = filepath.Join(path, lockName)
	}
	if runtime.GOOS == "windows" { // where nothing is removed that is open
		if err := os.Remove(held); err == nil || errors.Is(err, fs.ErrNotExist) {
			os.RemoveAll(path)
		}
		return
	}
	file, err := os.Open(held)
	if err != nil {
		os.Remove(path) // an empty folder
		return
	}
	defer file.Close() // held until it is gone: a run that has just made it tries again with another
	err = hold(file)
	if err == nil || !errors.Is(err, errBusy) && isOld(file) {
		os.RemoveAll(path)
	}
}

func isOld(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && time.Since(info.ModTime()) > unfinished
}

// syncFolder makes new names survive a power failure on systems that can do so.
func syncFolder(name string) {
	if folder, err := os.Open(name); err == nil {
		folder.Sync()
		folder.Close()
	}
}
