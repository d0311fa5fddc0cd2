package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
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

// unfinished is after how long without a change a temporary file is taken for one of a
// program that was killed. It is longer than the program waits for any response.
const unfinished = time.Hour

// removeLeftovers removes what killed programs left behind, so that personal data does not
// pile up.
func removeLeftovers(folder, prefix string) {
	entries, _ := os.ReadDir(folder) // a folder that cannot be read is told of when the file is made
	for _, entry := range entries {
		isOurs := strings.HasPrefix(entry.Name(), prefix) && strings.HasSuffix(entry.Name(), ".tmp")
		if info, err := entry.Info(); err == nil && isOurs && time.Since(info.ModTime()) > unfinished {
			os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

// syncFolder makes the new name survive a power failure on systems that can do so.
func syncFolder(name string) {
	if folder, err := os.Open(name); err == nil {
		folder.Sync()
		folder.Close()
	}
}
