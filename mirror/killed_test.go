// SPDX-License-Identifier: MIT

package mirror_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	gosync "sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestKilled kills programs that copy at random moments, while the source changes. A program
// that nobody kills then ends with a copy that equals the source.
func TestKilled(t *testing.T) {
	t.Parallel()
	if !testkit.Deep() {
		t.Skip("a test that kills processes is deep")
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		const kills, killsPerDatabase = 50, 5
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		killed, resumed := 0, 0
		for killed < kills {
			k := newKilling(t, random)
			program := child{DSN: newDSN(), URL: k.server.URL(), Register: k.first}
			for range killsPerDatabase {
				if k.kill(t, program) {
					killed++
				}
			}
			m := openMirror(t, program.DSN, mirror.Config{RegisterFrom: k.first})
			k.server.ClearFaults()
			result := sync(t, m, clientOf(t, k.server))
			if result.Resumed {
				resumed++
			}
			checkEqual(t, m, k.server)
			checkRegister(t, m, k.server, k.first, k.first.AddDays(nights-1))
			undisturbed := openMirror(t, newDSN(), mirror.Config{RegisterFrom: k.first})
			sync(t, undisturbed, clientOf(t, k.server))
			if diff := cmp.Diff(dump(t, undisturbed.DB()), dump(t, m.DB())); diff != "" {
				t.Fatalf("seed %d, after %d kills (-copy of a program that was not killed +copy):\n%s", seed, killed, diff)
			}
			k.server.Close()
		}
		t.Logf("%d programs were killed, and %d of the last ones have gone on with their walk", killed, resumed)
	})
}

const nights = 5

// killing is a service that changes while it is read, and kills its reader at a chosen request.
type killing struct {
	killer
	server *reservationstest.Server
	first  types.Date
	next   int64 // id of the next new reservation
}

// killer kills the reader of a service at a chosen request.
type killer struct {
	random *rand.Rand
	fails  string // what the program may fail with, when the list changes too much under way; "" for nothing

	mu       *gosync.Mutex
	requests int
	at       int
	reached  chan struct{}
}

func newKiller(random *rand.Rand) killer {
	return killer{random: random, mu: new(gosync.Mutex), reached: make(chan struct{}, 1)}
}

func newKilling(t *testing.T, random *rand.Rand) *killing {
	k := &killing{killer: newKiller(random), first: types.DateOf(time.Now().UTC()).AddDays(-nights), next: 1001}
	k.server = reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(random.Uint64(), 40, k.first, nights)...))
	t.Cleanup(k.server.Close)
	for id := int64(1); id < k.next; id++ {
		k.server.Put(full(id, 1, time.Now().Add(-24*time.Hour)))
	}
	for _, operation := range []string{reservationstest.OpSummaries, reservationstest.OpPresence} {
		k.server.Inject(operation, reservationstest.Always(), reservationstest.Before(k.change))
	}
	return k
}

// change changes the source before a request.
func (k *killing) change() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.server.Put(
		full(k.random.Int64N(k.next-1)+1, k.random.IntN(100), time.Now()),
		full(k.next, 1, time.Now()))
	k.next++
	k.request()
}

// request tells when a request is the one to kill at.
func (k *killer) request() {
	if k.requests++; k.requests == k.at {
		k.reached <- struct{}{}
	}
}

// kill runs the program and kills it shortly after a random request. It reports whether the
// program was still running.
func (k *killer) kill(t *testing.T, program child) bool {
	t.Helper()
	k.mu.Lock()
	k.requests, k.at = 0, 1+k.random.IntN(20) // a first Sync has some 16
	after := time.Duration(k.random.IntN(20_000)) * time.Microsecond
	k.mu.Unlock()
	cmd := program.command(t)
	var output bytes.Buffer
	cmd.Stderr = &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	select {
	case <-k.reached:
	case err := <-exited:
		if err != nil && (k.fails == "" || !strings.Contains(output.String(), k.fails)) {
			t.Fatalf("the program failed: %v\n%s", err, output.Bytes())
		}
		return false
	}
	moment := time.NewTimer(after)
	defer moment.Stop()
	select {
	case <-moment.C:
	case err := <-exited:
		if err != nil && (k.fails == "" || !strings.Contains(output.String(), k.fails)) {
			t.Fatalf("the program failed: %v\n%s", err, output.Bytes())
		}
		return false
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Log(err) // it has ended in this moment
	}
	return <-exited != nil
}
