// SPDX-License-Identifier: MIT

package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// folder is the folder with the copies of RunFiles.
type folder string

func (f folder) file(organization int64, ending string) string {
	return filepath.Join(string(f), strconv.FormatInt(organization, 10)+ending)
}

// copyOf returns the name of the SQLite file of a park.
func (f folder) copyOf(organization int64) string { return f.file(organization, ".db") }

// fileState is the file beside a copy: what the schedule knows of its park, and what people look at.
type fileState struct {
	Began    time.Time     `json:"began,omitzero"` // see history, also for those below
	Ended    time.Time     `json:"ended,omitzero"`
	Outcome  Outcome       `json:"outcome"`
	Failures int           `json:"failures"`
	Outages  int           `json:"outages"`
	Wait     time.Duration `json:"wait"` // in nanoseconds
	Next     time.Time     `json:"next,omitzero"`
}

func (s fileState) history() history {
	return history{began: s.Began, ended: s.Ended, outcome: s.Outcome, failures: s.Failures, outages: s.Outages, wait: s.Wait}
}

// load reads the state of p. There is none before the first sync, and one that a failure of the computer
// has damaged is none either: then p is synced at once.
func (f folder) load(p Park) (s fileState, err error) {
	text, err := os.ReadFile(f.file(p.Organization, ".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("fleet: %w", err)
	}
	if json.Unmarshal(text, &s) != nil {
		s = fileState{}
	}
	return s, nil
}

// store writes the state of a park, whole or not at all.
func (f folder) store(h history, r Report) error {
	s := fileState{h.began, h.ended, h.outcome, h.failures, h.outages, h.wait, r.Next}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	name := f.file(r.Park.Organization, ".json")
	if err = os.WriteFile(name+".new", append(text, '\n'), 0o600); err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		return fmt.Errorf("fleet: %w", err)
	}
	return nil
}
