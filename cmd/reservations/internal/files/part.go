// SPDX-License-Identifier: MIT

package files

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ErrBusy means that another run is at work on the same [Part].
var ErrBusy = errors.New("another run is at work on it")

// Part is a file that is written in several runs: what one of them has written and kept is still there when
// it is interrupted or killed, and the next one goes on after it. Beside the file NAME are meanwhile
// NAME.part, with the content, and NAME.part.json, which says how far it is good. Only their owner
// can read them.
type Part struct {
	name     string
	file     *os.File
	buffered *bufio.Writer
	size     int64 // of what was written to buffered
}

// mark is what NAME.part.json holds.
type mark struct {
	Size  int64           `json:"size"`  // of NAME.part, up to which its content is good
	State json.RawMessage `json:"state"` // of the caller
}

// OpenPart opens the part of the file of that name, and reads into state what was given to the last Keep.
// Without a part that was kept it begins an empty one, and isKept is false.
func OpenPart(name string, state any) (p *Part, isKept bool, err error) {
	if err := checkTarget(name); err != nil {
		return nil, false, err
	}
	RemoveLeftovers(filepath.Dir(name))
	file, err := openHeld(partName(name))
	if errors.Is(err, ErrBusy) {
		return nil, false, fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		return nil, false, fmt.Errorf("%s could not be written: %w", name, withoutPath(err))
	}
	p = &Part{name: name, file: file}
	size, isKept := p.readMark(state)
	err = file.Truncate(size)
	if err == nil {
		_, err = file.Seek(size, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, false, fmt.Errorf("%s could not be written: %w", partName(name), withoutPath(err))
	}
	p.size, p.buffered = size, bufio.NewWriter(plainWriter{file})
	return p, isKept, nil
}

// openHeld opens or makes a file that this process alone holds.
func openHeld(name string) (*os.File, error) {
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		err = hold(file)
		if !errors.Is(err, errBusy) && isInPlace(file) {
			return file, nil // also where the file system has no locks
		}
		file.Close()
		if errors.Is(err, errBusy) {
			return nil, ErrBusy
		} // otherwise another run has finished it just now, under its final name
	}
}

func partName(name string) string { return name + ".part" }

func markName(name string) string { return partName(name) + ".json" }

// readMark returns how much of the part is good, which is 0 without a mark that fits the part.
func (p *Part) readMark(state any) (size int64, isKept bool) {
	text, err := os.ReadFile(markName(p.name))
	info, err2 := p.file.Stat()
	var m mark
	if errors.Join(err, err2) != nil || json.Unmarshal(text, &m) != nil || m.Size < 0 || m.Size > info.Size() || json.Unmarshal(m.State, state) != nil {
		return 0, false
	}
	return m.Size, true
}

// Write adds to the part.
func (p *Part) Write(b []byte) (int, error) {
	n, err := p.buffered.Write(b)
	p.size += int64(n)
	if err != nil {
		return n, fmt.Errorf("%s could not be written: %w", p.name, err)
	}
	return n, nil
}

// Keep makes what was written until now survive the end of the program, with a state that is read when
// the part is opened again.
func (p *Part) Keep(state any) error {
	if err := p.flush(); err != nil {
		return err
	}
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	return Write(markName(p.name), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(mark{p.size, text})
	})
}

func (p *Part) flush() error {
	err := p.buffered.Flush()
	if err == nil {
		err = p.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("%s could not be written: %w", p.name, withoutPath(err))
	}
	return nil
}

// Finish gives the file its name, and removes what was beside it. The file of an earlier run is replaced.
func (p *Part) Finish() error {
	if err := p.flush(); err != nil {
		return err
	}
	if err := putInPlace(p.file, p.name); err != nil {
		return fmt.Errorf("%s could not be put in place: %w", p.name, err)
	}
	os.Remove(markName(p.name)) // alone it means nothing, and the next run removes it
	syncFolder(filepath.Dir(p.name))
	return nil
}

// Close ends the work on the part. What was kept stays for the next run.
func (p *Part) Close() error { return p.file.Close() }

// RemovePart removes what interrupted runs have kept of the file of that name. It fails with ErrBusy where
// a run is at work on it.
func RemovePart(name string) error {
	file, err := os.Open(partName(name))
	if err == nil {
		defer file.Close()
		if errors.Is(hold(file), errBusy) {
			return fmt.Errorf("%s: %w", name, ErrBusy)
		}
		discard(file)
	}
	os.Remove(markName(name))
	return nil
}
