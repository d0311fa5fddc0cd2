// SPDX-License-Identifier: MIT

// Package files writes files whole or not at all, for their owner alone, and removes what killed runs
// left behind.
//
//	files.go      files that are written in one run
//	part.go       a file that is written in several runs, each of which goes on where the last one stopped
//	temporary.go  temporary files and folders, and what killed runs have left of them
package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// WriteAll writes the files to dir, all or none as far as a file system can promise
// it: each is written in full beside its final name, and they are renamed, in their order,
// only when all are safe on disk. Files of the same names are replaced. Only the owner can
// read the new ones, since a register holds personal data.
//
// However the program ends, each file is the old or the new one and never a part of it.
// When it is killed between two renames, the first files are new and the others old. The next
// run that writes any file to dir removes the temporary files that it has left there.
func WriteAll(dir string, files ...File) error {
	RemoveLeftovers(dir)
	temps := make([]*os.File, len(files))
	defer func() {
		for _, temp := range temps {
			discard(temp) // those already renamed are no longer there
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
		if err := putInPlace(temps[i], filepath.Join(dir, f.Name)); err != nil {
			return renameError(files, i, err)
		}
	}
	syncFolder(dir)
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

// writeTemp writes f under a temporary name. Together with an error it also returns the file, so
// that the caller can remove it, or nil when none was made.
func writeTemp(dir string, f File) (*os.File, error) {
	temp, err := createTemp(dir)
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

// withoutPath returns why a call of the system failed, without the name of the file.
func withoutPath(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// renameError names files[failed], which could not be put in place, and the file before it, which is new.
func renameError(files []File, failed int, err error) error {
	if failed == 0 {
		return fmt.Errorf("%s could not be put in place, and nothing was replaced: %w", files[0].Name, err)
	}
	return fmt.Errorf("%s is from this run but %s could not be put in place, so the two do not belong together: %w",
		files[failed-1].Name, files[failed].Name, err)
}
