// SPDX-License-Identifier: MIT

package load_test

import (
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/proof/faults"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestLoadOverSockets makes the calls of [TestLoad] over real connections, twice. The second
// time must need no more than the first. It does not run beside other tests, which would
// open connections too.
func TestLoadOverSockets(t *testing.T) {
	const attempts = 4
	var service atomic.Value // the one of this round
	sockets := &socketCount{states: map[net.Conn]http.ConnState{}}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		service.Load().(http.Handler).ServeHTTP(w, r)
	}))
	server.Config.ConnState = sockets.observe
	server.Start()
	defer server.Close()
	quiet := runtime.NumGoroutine()
	client, err := reservations.NewClient(server.URL, reservationstest.Key,
		reservations.WithMaxConcurrency(ahead),
		reservations.WithRetry(reservations.RetryPolicy{
			MaxAttempts: attempts, MinWait: time.Millisecond, MaxWait: 5 * time.Millisecond,
		}),
		reservations.WithMaxResponseBytes(1<<18))
	if err != nil {
		t.Fatal(err)
	}
	round := func() resources {
		l := load{seed: rand.Uint64(), attempts: attempts, sockets: true, store: newStore(), client: client}
		service.Store(l.store)
		l.run(t, 2, isQuick)
		client.CloseIdleConnections()
		sockets.awaitNone(t, quiet)
		l.check(t)
		return measure()
	}
	first, second := round(), round()
	t.Logf("after the first round %+v, after the second %+v", first, second)
	const room = 1 << 20 // for what the runtime and the pools of encoding/json keep
	if second.heap > first.heap+room {
		t.Errorf("the heap has %d bytes after the first round and %d after the second", first.heap, second.heap)
	}
	if second.descriptors > first.descriptors {
		t.Errorf("%d descriptors are open after the first round and %d after the second", first.descriptors, second.descriptors)
	}
	// The server counts connections that are idle, and those that the client has just closed, too. Without a
	// bound for concurrency there are mostly more; TestRequestsOfAClientAtATime in internal/proof/calls checks the bound itself.
	if most := 3 * ahead; sockets.most > most {
		t.Errorf("%d connections were open at a time, want at most %d", sockets.most, most)
	}
}

// isQuick reports whether a fault needs no waiting.
func isQuick(f faults.Fault) bool {
	return f.Pending == 0 && f.RetryAfter == 0 && (f.Named || f.Happened != faults.TooManyRequests)
}

// resources are what a leak would use up.
type resources struct {
	heap        int
	descriptors int // 0 where the system does not list them
}

func measure() resources {
	var stats runtime.MemStats
	runtime.GC() // twice, because a sync.Pool lets go in two steps
	runtime.GC()
	runtime.ReadMemStats(&stats)
	descriptors, _ := os.ReadDir("/proc/self/fd")
	return resources{int(stats.HeapAlloc), len(descriptors)}
}

// socketCount follows the connections of a server.
type socketCount struct {
	sync.Mutex
	states map[net.Conn]http.ConnState
	most   int
}

func (c *socketCount) observe(conn net.Conn, state http.ConnState) {
	c.Lock()
	defer c.Unlock()
	c.states[conn] = state
	if state == http.StateClosed || state == http.StateHijacked { // a fault that hijacks closes it
		delete(c.states, conn)
	}
	c.most = max(c.most, len(c.states))
}

// awaitNone returns when no connection is open and no more goroutines run than before, which
// takes both sides a moment after the client has closed its connections.
func (c *socketCount) awaitNone(t *testing.T, goroutines int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; runtime.Gosched() {
		c.Lock()
		open := len(c.states)
		c.Unlock()
		running := runtime.NumGoroutine()
		if open == 0 && running <= goroutines {
			return
		}
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<14)
			t.Fatalf("%d connections and %d goroutines are left, want 0 and %d:\n%s",
				open, running, goroutines, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
