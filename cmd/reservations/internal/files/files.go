// SPDX-License-Identifier: MIT

// Package files writes files whole or not at all, for their owner alone.
package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// File is one file to write: its name, and what writes its content.
type File struct {
	Name  string
	Write func(io.Writer) error
}

// Check returns why a file of that name cannot be written: there is no such folder, it is a folder itself, or the
// system does not allow it. Its folder may be missing if makesFolder is set. Nothing is left behind.
func Check(name string, makesFolder bool) error {
	target, err := replaceable(name)
	if err != nil {
		return failed(name, err)
	}
	dir := filepath.Dir(target)
	for _, err := os.Lstat(dir); makesFolder && errors.Is(err, fs.ErrNotExist); _, err = os.Lstat(dir) {
		dir = filepath.Dir(dir)
	}
	temp, err := os.CreateTemp(dir, tempPattern)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no folder %s", dir)
	}
	if err != nil {
		return failed(name, err)
	}
	temp.Close()
	os.Remove(temp.Name())
	return nil
}

// replaceable returns the file that a name stands for, to which a link leads. It is a regular file that may be written,
// or not there.
func replaceable(name string) (string, error) {
	info, err := os.Stat(name)
	_, missing := os.Lstat(name)
	switch {
	case err != nil && missing == nil:
		return "", errors.New("it is a link that leads to no file")
	case errors.Is(err, fs.ErrNotExist):
		return name, nil
	case err != nil:
		return "", err
	case info.IsDir():
		return "", errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return "", errors.New("it is no regular file")
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	file.Close()
	return filepath.EvalSymlinks(name)
}

// failed is an error of a file under the name that the user knows.
func failed(name string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	} else if link, ok := errors.AsType[*os.LinkError](err); ok {
		err = link.Err
	}
	return fmt.Errorf("%s cannot be written: %w", name, err)
}

// WriteAll writes files. Each is written in full beside its final name, and they are renamed, in their
// order, only when all are safe on disk. Files of the same names are replaced. Only the owner can read the
// new ones, since they hold personal data.
//
// However the program ends, each file is the old or the new one and never a part of it. An error of the functions that
// write the content is returned as it is.
func WriteAll(files ...File) error {
	temps, targets := make([]string, len(files)), make([]string, len(files))
	defer func() {
		for _, temp := range temps {
			os.Remove(temp) // fails for those that were renamed
		}
	}()
	for i, f := range files {
		var err error
		if targets[i], err = replaceable(f.Name); err != nil {
			return failed(f.Name, err)
		}
		removeLeftovers(filepath.Dir(targets[i]))
	}
	for i, f := range files { // after the leftovers, which another clock than that of the disk may take for older
		var err error
		if temps[i], err = f.writeTemp(filepath.Dir(targets[i])); err != nil {
			return err
		}
	}
	for i, f := range files {
		if err := os.Rename(temps[i], targets[i]); err != nil {
			return failed(f.Name, err)
		}
	}
	return nil
}

// tempPattern is how all temporary files of this program are named.
const tempPattern = ".*.reservations.tmp"

// writeTemp writes the file under a temporary name, which it also returns together with an error.
func (f File) writeTemp(dir string) (name string, err error) {
	temp, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return "", failed(f.Name, err)
	}
	defer temp.Close() // Windows renames no open file
	buffered := bufio.NewWriter(temp)
	if err = f.Write(buffered); err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = temp.Sync()
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok && path.Path == temp.Name() {
		err = failed(f.Name, err)
	}
	return temp.Name(), err
}

// unfinished is how long a temporary file is without a change before it is taken for one that a killed program
// has left. It is longer than the program waits for any response.
const unfinished = time.Hour

// removeLeftovers removes what killed programs have left in a folder, so that personal data does not pile up.
func removeLeftovers(dir string) {
	entries, _ := os.ReadDir(dir) // a folder that cannot be read is an error when a file is made
	for _, entry := range entries {
		isTemp, _ := filepath.Match(tempPattern, entry.Name())
		if info, err := entry.Info(); isTemp && err == nil && time.Since(info.ModTime()) > unfinished {
			os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
}
