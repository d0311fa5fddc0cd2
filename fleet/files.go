// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
)

// RunFiles copies parks without PostgreSQL, in one process, until ctx ends; it then returns the error of
// ctx. Each park has a copy in an SQLite file of the folder dir, which is made if needed: 12.db for
// organization 12. Any program can read the copy at any time. The file 12.json beside it has the history of the
// syncs, so that the schedule goes on after a restart; [StatusFiles] reads this file.
//
// Config and the schedule are those of [Run]. Config.Workers parks are synced at a time. Of the parks
// that wait, the one that has waited longest comes first. A park whose key was refused is tried again when
// RunFiles starts. To change the list, stop RunFiles and start it with another list: a park that is not in
// the list any more keeps its files.
//
// RunFiles fails at once with a Config that cannot be used or a list that [ValidateList] refuses, and when
// the folder or a file in it cannot be used.
// Two processes at work in one folder destroy nothing, but sync everything twice.
func RunFiles(ctx context.Context, dir string, parks []Park, config Config) error {
	config, err := config.withDefaults()
	if err != nil {
		return err
	}
	if err := ValidateList(parks); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("fleet: %w", err)
	}
	r := &fileRunner{dir: folder(dir), config: config, clients: newClients(config), ended: make(chan ended)}
	for _, p := range parks {
		state, err := r.dir.load(p)
		if err != nil {
			return err
		}
		if state.Outcome == Refused {
			state.Outcome = ""
		}
		r.parks = append(r.parks, &filePark{Park: p, state: state, next: next(p, state.history(), time.Now())})
	}
	return r.run(ctx)
}

// ValidateList returns an error for a list that has one organization twice, or a park that [Park.Validate]
// refuses. It returns nil for any other list.
func ValidateList(parks []Park) error {
	known := map[int64]bool{}
	for _, p := range parks {
		if err := p.Validate(); err != nil {
			return err
		}
		if known[p.Organization] {
			return fmt.Errorf("fleet: park %d is in the list twice", p.Organization)
		}
		known[p.Organization] = true
	}
	return nil
}

// fileRunner is one RunFiles at work. Only the goroutine of run changes it; each sync has another goroutine.
type fileRunner struct {
	dir     folder
	config  Config
	clients *clients
	parks   []*filePark
	running int
	ended   chan ended
}

// filePark is a park of RunFiles.
type filePark struct {
	Park
	state   fileState
	next    time.Time // when its next sync was to begin; zero for none
	running bool
}

// ended is a sync that has ended.
type ended struct {
	park   *filePark
	report Report
	copy   mirror.Status // after a sync that was Done
}

// longestWait is how long the runner sleeps at most. A timer does not notice when the clock of the computer is set.
const longestWait = time.Minute

func (r *fileRunner) run(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
		case e := <-r.ended:
			r.record(e)
		case <-timer.C:
		}
		if ctx.Err() != nil { // select may have chosen a sync that this has interrupted
			for r.running > 0 { // these syncs end soon, because they have the same ctx
				r.record(<-r.ended)
			}
			return ctx.Err()
		}
		now := time.Now()
		for p := r.longestWaiting(now); p != nil && r.running < r.config.Workers; p = r.longestWaiting(now) {
			p.running = true
			r.running++
			go func() { r.ended <- r.sync(ctx, p) }()
		}
		timer.Reset(r.untilNext(now))
	}
}

// sync syncs a park, and then reads the status of its copy.
func (r *fileRunner) sync(ctx context.Context, p *filePark) ended {
	e := ended{park: p}
	e.report = r.clients.sync(ctx, p.Park, func(ctx context.Context, c mirror.Config) (*mirror.Mirror, error) {
		return mirror.Open(ctx, r.dir.copyOf(p.Organization), c)
	})
	if e.report.Outcome == Done {
		if e.copy, e.report.Err = r.dir.look(ctx, p.Organization); e.report.Err != nil {
			e.report.Outcome = outcomeOf(ctx, e.report.Err)
		}
	}
	return e
}

// longestWaiting returns the park that may be synced now and has waited longest, or nil. A park that has waited
// until its window was over waits for the next window.
func (r *fileRunner) longestWaiting(now time.Time) (first *filePark) {
	running := map[string]int{} // by limit
	for _, p := range r.parks {
		if p.running {
			running[p.limit()]++
		}
	}
	for _, p := range r.parks {
		if p.running || p.next.IsZero() || p.next.After(now) || first != nil && !p.next.Before(first.next) ||
			running[p.limit()] >= r.config.PerLimit {
			continue
		}
		if at := next(p.Park, p.state.history(), now); at.After(now) {
			p.next = at
			continue
		}
		first = p
	}
	return first
}

// untilNext returns the time until the next sync is to begin. It leaves out parks that wait already for a worker or
// for their limit: the end of a sync wakes the runner for these.
func (r *fileRunner) untilNext(now time.Time) time.Duration {
	wait := longestWait
	for _, p := range r.parks {
		if !p.running && p.next.After(now) {
			wait = min(wait, p.next.Sub(now))
		}
	}
	return wait
}

// record stores what came of a sync, and reports it.
func (r *fileRunner) record(e ended) {
	p, report := e.park, e.report
	state := p.state.after(report, e.copy)
	if err := r.dir.store(p.Organization, state); err != nil { // the next start would not know of this sync
		report.Err, report.Outcome = err, Failed
		state = p.state.after(report, e.copy)
	}
	report.Next = next(p.Park, state.history(), report.Began.Add(report.Took))
	p.state, p.next, p.running = state, report.Next, false
	r.running--
	if r.config.Report != nil {
		r.config.Report(report)
	}
}
