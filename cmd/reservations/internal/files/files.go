// SPDX-License-Identifier: MIT

// Package files writes files whole or not at all, for their owner alone.
package files

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// File is one file to write: its name in the folder, and what writes its content.
type File struct {
	Name  string
	Write func(io.Writer) error
}

// WriteAll writes the files to dir. Each is written in full beside its final name, and they are renamed, in their
// order, only when all are safe on disk. Files of the same names are replaced. Only the owner can read the
// new ones, since they hold personal data.
//
// However the program ends, each file is the old or the new one and never a part of it.
func WriteAll(dir string, files ...File) error {
	removeLeftovers(dir)
	temps := make([]string, len(files))
	defer func() {
		for _, temp := range temps {
			os.Remove(temp) // fails for those that were renamed
		}
	}()
	for i, f := range files {
		name := filepath.Join(dir, f.Name)
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is no file and cannot be replaced; standard output is -", name)
		}
		var err error
		if temps[i], err = writeTemp(dir, f.Write); err != nil {
			return fmt.Errorf("%s could not be written: %w", name, err)
		}
	}
	for i, f := range files {
		if err := os.Rename(temps[i], filepath.Join(dir, f.Name)); err != nil {
			return err
		}
	}
	return nil
}

// tempPattern is how all temporary files of this program are named.
const tempPattern = ".*.reservations.tmp"

// writeTemp writes a file under a temporary name, which it also returns together with an error.
func writeTemp(dir string, write func(io.Writer) error) (name string, err error) {
	temp, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return "", err
	}
	defer temp.Close() // Windows renames no open file
	buffered := bufio.NewWriter(temp)
	if err := write(buffered); err != nil {
		return temp.Name(), err
	}
	if err := buffered.Flush(); err != nil {
		return temp.Name(), err
	}
	return temp.Name(), temp.Sync()
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
