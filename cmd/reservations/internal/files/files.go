// SPDX-License-Identifier: MIT

// Package files writes files whole or not at all, for their owner alone, and removes what killed runs
// left behind.
package files

import (
	"bufio"
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
// When it is killed between two renames, the first files are new and the others old.
func WriteAll(dir string, files ...File) error {
	for _, f := range files {
		removeLeftovers(dir, "."+f.Name+".")
	}
	temps := make([]string, len(files))
	defer func() {
		for _, temp := range temps {
			os.Remove(temp) // those already renamed are no longer there
		}
	}()
	for i, f := range files {
		var err error
		if temps[i], err = writeTemp(dir, f); err != nil {
			return fmt.Errorf("%s could not be written: %w", f.Name, err)
		}
	}
	for i, f := range files {
		if err := os.Rename(temps[i], filepath.Join(dir, f.Name)); err != nil {
			return renameError(files, i, err)
		}
	}
	syncFolder(dir)
	return nil
}

// writeTemp writes f under a temporary name. It returns the name, if there is a file to
// remove, with an error too.
func writeTemp(dir string, f File) (string, error) {
	temp, err := os.CreateTemp(dir, "."+f.Name+".*.tmp")
	if err != nil {
		return "", err
	}
	defer temp.Close() // for the early returns; a second Close does nothing
	buffered := bufio.NewWriter(temp)
	if err := f.Write(buffered); err != nil {
		return temp.Name(), err
	}
	if err := buffered.Flush(); err != nil {
		return temp.Name(), err
	}
	if err := temp.Sync(); err != nil {
		return temp.Name(), err
	}
	return temp.Name(), temp.Close()
}

// renameError tells which files are new although files[failed] is not.
func renameError(files []File, failed int, err error) error {
	if failed == 0 {
		return fmt.Errorf("%s could not be put in place, and nothing was replaced: %w", files[0].Name, err)
	}
	return fmt.Errorf("%s is from this run but %s could not be put in place, so the two do not belong together: %w",
		files[failed-1].Name, files[failed].Name, err)
}
