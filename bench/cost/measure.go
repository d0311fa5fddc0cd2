// SPDX-License-Identifier: MIT

package cost

import (
	"runtime"
	"runtime/metrics"
	"testing"
	"time"
)

// Loop measures f, with its allocations and its processor time.
func Loop(b *testing.B, f func() error) {
	if err := f(); err != nil { // connects, and fills what is filled once
		b.Fatal(err)
	}
	b.ReportAllocs()
	before := processorTime()
	for b.Loop() {
		if err := f(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(processorTime()-before)/float64(b.N), "cpu-ns/op")
}

const heapObjects = "/memory/classes/heap/objects:bytes"

func heap() int64 {
	now := []metrics.Sample{{Name: heapObjects}}
	metrics.Read(now)
	return int64(now[0].Value.Uint64())
}

// peakHeap returns by how much the heap grows while f runs, garbage included, and by how
// much it has grown when it holds nothing but what f returns.
func peakHeap(f func() any) (peak, kept int64) {
	collect()
	before := heap()
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for tick := time.Tick(time.Millisecond); ; {
			peak = max(peak, heap()-before)
			select {
			case <-stop:
				return
			case <-tick:
			}
		}
	}()
	result := f()
	close(stop)
	<-done
	collect()
	kept = heap() - before
	runtime.KeepAlive(result)
	return peak, kept
}

// collect runs the garbage collector twice, since pools give up what they hold only then.
func collect() {
	runtime.GC()
	runtime.GC()
}
