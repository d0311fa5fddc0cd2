// SPDX-License-Identifier: MIT

package cost

import (
	"runtime"
	"runtime/metrics"
	"testing"
	"time"
)

// loop measures f, with its allocations and its processor time.
func loop(b *testing.B, f func() error) {
	if err := f(); err != nil { // makes the connection, and fills caches
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

func heap() int64 {
	now := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(now)
	return int64(now[0].Value.Uint64())
}

// peakHeap runs f. It returns the peak growth of the heap meanwhile, with garbage, and the growth that is
// kept afterwards, which is the size of what f returns.
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

// collect runs the garbage collector twice, because a sync.Pool frees its objects only in the second collection.
func collect() {
	runtime.GC()
	runtime.GC()
}
