// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// writeFile writes a file under a temporary name beside its own, and gives it its name
// only when it is whole and safe on disk. Its owner alone can read it: it holds personal
// data. However the program ends, the file is the old or the new one and never a part of it.
func writeFile(name string, write func(io.Writer) error) (err error) {
	folder, prefix := filepath.Dir(name), "."+filepath.Base(name)+"."
	removeLeftovers(folder, prefix)
	temp, err := os.CreateTemp(folder, prefix+"*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp.Name()))
		}
	}()
	defer temp.Close() // for the early returns; a second Close does nothing
	buffered := bufio.NewWriter(temp)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	if err := os.Rename(temp.Name(), name); err != nil {
		return err
	}
	syncFolder(folder)
	return nil
}
