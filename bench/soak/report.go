// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// sample is what is in use between two rounds.
type sample struct {
	heap        int // bytes after garbage collection
	goroutines  int
	descriptors int // 0 if the system does not list them
}

func takeSample() sample {
	var stats runtime.MemStats
	runtime.GC() // twice, because a sync.Pool frees its objects only in the second collection
	runtime.GC()
	runtime.ReadMemStats(&stats)
	descriptors, _ := os.ReadDir("/proc/self/fd")
	return sample{int(stats.HeapAlloc), runtime.NumGoroutine(), len(descriptors)}
}

// outcome counts the walks of one kind.
type outcome struct {
	complete, failed int
	last             error // of the last walk that failed
}

// report is what a soak has seen.
type report struct {
	took                      time.Duration
	walks                     map[string]*outcome
	requests, faults, changes int64
	samples                   []sample
}

func (r *report) count(walk string, failure error) {
	if r.walks[walk] == nil {
		r.walks[walk] = new(outcome)
	}
	if failure != nil {
		r.walks[walk].failed++
		r.walks[walk].last = failure
	} else {
		r.walks[walk].complete++
	}
}

// measures are what is compared. room is the growth that is no leak: the number of idle connections changes,
// and so does the size of the pools of the standard library.
var measures = []struct {
	name string
	of   func(sample) int
	room int
}{
	{"heap in KiB", func(s sample) int { return s.heap / 1024 }, 1024},
	{"goroutines", func(s sample) int { return s.goroutines }, 24},
	{"descriptors", func(s sample) int { return s.descriptors }, 16},
}

// thirds returns the median of a measure in each third of the time.
func (r *report) thirds(of func(sample) int) (medians [3]int) {
	for i := range medians {
		part := r.samples[i*len(r.samples)/3 : (i+1)*len(r.samples)/3]
		values := make([]int, len(part))
		for j, s := range part {
			values[j] = of(s)
		}
		slices.Sort(values)
		medians[i] = values[len(values)/2]
	}
	return medians
}

// growth returns an error for each measure that has grown by more than its room from the first third to the last.
func (r *report) growth() (err error) {
	if len(r.samples) < 3 {
		return errors.New("the time was too short for three samples")
	}
	for _, m := range measures {
		if medians := r.thirds(m.of); medians[2] > medians[0]+m.room {
			err = errors.Join(err, fmt.Errorf("%s: %d in the first third of the time, %d in the last, which is more than %d apart",
				m.name, medians[0], medians[2], m.room))
		}
	}
	return err
}

func (r *report) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%v: %d requests, %d of them disturbed, and %d changes of the data\n", r.took.Round(time.Second), r.requests, r.faults, r.changes)
	for _, walk := range slices.Sorted(maps.Keys(r.walks)) {
		o := r.walks[walk]
		fmt.Fprintf(&out, "%-22s %6d walks complete and right, %4d failed, the last with: %v\n", walk, o.complete, o.failed, o.last)
	}
	if len(r.samples) >= 3 {
		for _, m := range measures {
			medians := r.thirds(m.of)
			fmt.Fprintf(&out, "%-22s %6d in the first third, %d in the second, %d in the last (median; room %d)\n", m.name, medians[0], medians[1], medians[2], m.room)
		}
	}
	return out.String()
}
