// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
)

// folder is the folder with the copies of RunFiles.
type folder string

func (f folder) file(organization int64, ending string) string {
	return filepath.Join(string(f), strconv.FormatInt(organization, 10)+ending)
}

// copyOf returns the name of the SQLite file of a park.
func (f folder) copyOf(organization int64) string { return f.file(organization, ".db") }

// look returns the status of the copy of a park.
func (f folder) look(ctx context.Context, organization int64) (s mirror.Status, err error) {
	m, err := mirror.OpenExisting(ctx, f.copyOf(organization), organization)
	if err != nil {
		return s, err
	}
	s, err = m.Status(ctx)
	return s, errors.Join(err, m.Close())
}

// fileState is the file beside a copy: what the schedule knows of its park, and what people look at.
type fileState struct {
	Began    time.Time     `json:"began,omitzero"` // see history, also for the next fields
	Ended    time.Time     `json:"ended,omitzero"`
	Outcome  Outcome       `json:"outcome"`
	Failures int           `json:"failures"`
	Outages  int           `json:"outages"`
	Wait     time.Duration `json:"wait"` // in nanoseconds

	Problem      string `json:"problem"` // see ParkStatus, also for the next fields
	Reservations int64  `json:"reservations"`
	Nights       int64  `json:"nights"`
	Warnings     int64  `json:"warnings"`
}

func (s fileState) history() history {
	return history{began: s.Began, ended: s.Ended, outcome: s.Outcome, failures: s.Failures, outages: s.Outages, wait: s.Wait}
}

// after returns the state after one more sync. c is the status of the copy after a sync that was Done.
func (s fileState) after(r Report, c mirror.Status) fileState {
	h := s.history().after(r.Began, r.Began.Add(r.Took), r.Outcome, r.Err)
	s.Began, s.Ended, s.Outcome, s.Failures, s.Outages, s.Wait = h.began, h.ended, h.outcome, h.failures, h.outages, h.wait
	switch r.Outcome {
	case Interrupted: // it says nothing about the park
	case Done:
		s.Reservations, s.Nights, s.Warnings, s.Problem = int64(c.Reservations), int64(c.Nights), int64(warnings(r.Result)), ""
	default:
		s.Problem = problem(r.Err)
	}
	return s
}

// load reads the state of p. Without a file, as before the first sync, and with a file that a failure of the computer
// has damaged, it returns the state of a new park.
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
func (f folder) store(organization int64, s fileState) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	name := f.file(organization, ".json")
	if err = os.WriteFile(name+".new", append(text, '\n'), 0o600); err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		return fmt.Errorf("fleet: %w", err)
	}
	return nil
}
