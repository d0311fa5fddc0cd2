// SPDX-License-Identifier: MIT

// Package files writes files whole or not at all, for their owner alone.
package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// File is one file to write: its name in the folder, and what writes its content.
type File struct {
	Name  string
	Write func(io.Writer) error
}

// Write writes one file as [WriteAll] does.
func Write(name string, write func(io.Writer) error) error {
	return WriteAll(filepath.Dir(name), File{filepath.Base(name), write})
}

// WriteAll writes the files to dir. Each is written in full beside its final name, and they are renamed, in their
// order, only when all are safe on disk. Files of the same names are replaced. Only the owner can read the
// new ones, since they hold personal data.
//
// However the program ends, each file is the old or the new one and never a part of it.
func WriteAll(dir string, files ...File) error {
	removeLeftovers(dir)
	temps := make([]*os.File, len(files))
	defer func() {
		for _, temp := range temps {
			if temp != nil {
				temp.Close()
				os.Remove(temp.Name()) // fails for those that were renamed
			}
		}
	}()
	for i, f := range files {
		name := filepath.Join(dir, f.Name)
		if err := checkTarget(name); err != nil {
			return err
		}
		var err error
		if temps[i], err = writeTemp(dir, f); err != nil {
			return fmt.Errorf("%s could not be written: %w", name, err)
		}
	}
	for i, f := range files {
		temps[i].Close() // Windows renames no open file
		if err := os.Rename(temps[i].Name(), filepath.Join(dir, f.Name)); err != nil {
			return fmt.Errorf("%s could not be put in place: %w", filepath.Join(dir, f.Name), withoutPath(err))
		}
	}
	return nil
}

// checkTarget refuses what a file must not take the place of, such as /dev/null.
func checkTarget(name string) error {
	const special = os.ModeDevice | os.ModeNamedPipe | os.ModeSocket
	if info, err := os.Stat(name); err == nil && info.Mode()&special != 0 {
		return fmt.Errorf("%s is no file and cannot be replaced; standard output is -", name)
	}
	return nil
}

// tempPattern is how all temporary files of this program are named.
const tempPattern = ".*.reservations.tmp"

// writeTemp writes f under a temporary name. Together with an error it also returns the file, so
// that the caller can remove it, or nil when none was made.
func writeTemp(dir string, f File) (*os.File, error) {
	temp, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return nil, withoutPath(err)
	}
	buffered := bufio.NewWriter(plainWriter{temp})
	if err := f.Write(buffered); err != nil {
		return temp, err
	}
	if err := buffered.Flush(); err != nil {
		return temp, err
	}
	return temp, withoutPath(temp.Sync())
}

// plainWriter writes to a file, and does not name it in an error: its user knows another name.
type plainWriter struct{ file *os.File }

func (w plainWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	return n, withoutPath(err)
}

// unfinished is how long a temporary file is without a change before it is taken for one that a killed program
// has left. It is longer than the program waits for any response.
const unfinished = time.Hour

// removeLeftovers removes what killed programs have left in a folder, so that personal data does not pile up.
func removeLeftovers(dir string) {
	entries, _ := os.ReadDir(dir) // a folder that cannot be read is an error when a file is made
	prefix, suffix, _ := strings.Cut(tempPattern, "*")
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), prefix) || !strings.HasSuffix(entry.Name(), suffix) {
			continue
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > unfinished {
			os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
}

// withoutPath returns why a call of the system failed, without the name of the file.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
