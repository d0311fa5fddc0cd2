// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// fleet is four processes that want to send more than they may, each with its own way to Redis.
type fleet struct {
	*world
	ways []*fragile

	mu   sync.Mutex
	sent []arrival
}

const fleetRate = 20 // requests per second

func newFleet(t *testing.T) *fleet {
	f := &fleet{world: newWorld(t)}
	for range 4 {
		f.ways = append(f.ways, &fragile{dial: f.redis.Dial})
	}
	return f
}

// each does something to the way of each process.
func (f *fleet) each(do func(*fragile)) {
	for _, way := range f.ways {
		do(way)
	}
}

func (f *fleet) refuse(err error)       { f.each(func(w *fragile) { w.refuse(err) }) }
func (f *fleet) delay(by time.Duration) { f.each(func(w *fragile) { w.delay(by) }) }
func (f *fleet) hang(on bool)           { f.each(func(w *fragile) { w.hang(on) }) }

// send lets all processes send for some time.
func (f *fleet) send(during time.Duration, all *sync.WaitGroup) {
	end := time.Now().Add(during)
	for i, way := range f.ways {
		config := sharedlimit.Config{Name: name, Rate: fleetRate, Logger: slog.New(slog.NewTextHandler(f.log, nil))}
		limiter := f.limiter(f.connect(way.options), config)
		for range 3 {
			all.Go(func() {
				for time.Now().Before(end) {
					if err := limiter.Wait(f.t.Context()); err != nil {
						f.t.Errorf("process %d: %v", i, err)
						return
					}
					f.mu.Lock()
					f.sent = append(f.sent, arrival{fmt.Sprint(i), time.Now(), len(f.sent) + 1})
					f.mu.Unlock()
				}
			})
		}
	}
}

// most returns the highest number of requests within a second, and when that second began.
func most(sent []arrival) (most int, begin time.Time) {
	first := 0
	for i := range sent {
		for sent[i].at.Sub(sent[first].at) >= time.Second {
			first++
		}
		if n := i - first + 1; n > most {
			most, begin = n, sent[first].at
		}
	}
	return most, begin
}

// between counts the requests between two times, of all processes and of each.
func between(sent []arrival, from, until time.Time) (total int, each map[string]int) {
	each = map[string]int{}
	for _, a := range sent {
		if !a.at.Before(from) && a.at.Before(until) {
			total++
			each[a.process]++
		}
	}
	return total, each
}

// hiccups is a way that hangs now and then, for less than a second, during eight seconds.
func hiccups(hang func(bool), seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for end := time.Now().Add(8 * time.Second); time.Now().Before(end); {
		hang(true)
		time.Sleep(time.Duration(rng.Int64N(int64(900 * time.Millisecond))))
		hang(false)
		time.Sleep(time.Duration(rng.Int64N(int64(900 * time.Millisecond))))
	}
}

var errRefused = errors.New("connection refused")

// away is what can happen to Redis: before the first request, and after four seconds for eight seconds.
var away = []struct {
	name  string
	start func(*fleet)
	then  func(*fleet, uint64)
	most  int    // requests within a second
	least int    // requests per second meanwhile
	logs  string // the cause that each process logs, or nothing
}{
	{"nothing", nil, nil, 20, 20, ""},
	{"wrong type of the key", func(f *fleet) { f.occupy() }, nil, 24, 19, "WRONGTYPE"},
	{"no rights", func(f *fleet) { f.redis.SetError("NOPERM no permissions") }, nil, 24, 19, "NOPERM"},
	{"not there at the start", func(f *fleet) { f.refuse(errRefused) }, nil, 24, 19, "refused"},
	{"killed", nil, func(f *fleet, _ uint64) { f.refuse(errRefused); f.redis.FlushAll() }, 24, 19, "closed"},
	{"halted", nil, func(f *fleet, _ uint64) { f.hang(true) }, 24, 19, "not responded within 5s"},
	{"200 ms away", func(f *fleet) { f.delay(200 * time.Millisecond) }, nil, 24, 15, ""},
	{"busy", nil, func(f *fleet, seed uint64) { hiccups(f.hang, seed) }, 24, 10, ""},
	{"back one after the other", nil, func(f *fleet, _ uint64) { f.returnSlowly() }, 26, 12, "closed"},
}

// occupy writes something else under the key.
func (f *fleet) occupy() {
	f.redis.Del(key)
	f.redis.Set(key, "another program")
}

func (f *fleet) returnSlowly() {
	f.refuse(errRefused)
	f.redis.FlushAll()
	time.Sleep(4 * time.Second)
	for _, way := range f.ways {
		way.refuse(nil)
		time.Sleep(time.Second)
	}
}

// repair ends everything that can happen.
func (f *fleet) repair() {
	for _, way := range f.ways {
		if way.err != nil {
			way.refuse(nil)
		}
		if way.hanging != nil {
			way.hang(false)
		}
	}
	f.delay(0)
	f.redis.SetError("")
	if f.redis.Exists(key) && f.redis.Type(key) != "hash" {
		f.redis.Del(key)
	}
}

// TestTheLimitHolds when Redis cannot be used, when it goes away and when it comes back: never more
// than 1.3 times the rate within a second over all processes, from the first request on. Meanwhile
// none stands still, and then all share the rate again.
func TestTheLimitHolds(t *testing.T) {
	t.Parallel()
	for _, test := range testkit.Cases(3, away) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			seed := rand.Uint64()
			synctest.Test(t, func(t *testing.T) {
				f := newFleet(t)
				if test.start != nil {
					test.start(f)
				}
				start := time.Now()
				var all sync.WaitGroup
				f.send(28*time.Second, &all)
				time.Sleep(4 * time.Second)
				if test.then != nil {
					test.then(f, seed)
				}
				time.Sleep(time.Until(start.Add(12 * time.Second)))
				f.repair()
				all.Wait()
				if n, begin := most(f.sent); n > test.most {
					t.Errorf("%d requests within a second after %v, want %d at most (seed %d)", n, begin.Sub(start), test.most, seed)
				}
				if n, each := between(f.sent, start.Add(4*time.Second), start.Add(12*time.Second)); n < 8*test.least || len(each) < 4 {
					t.Errorf("meanwhile %d requests in 8 s: %v, want at least %d (seed %d)", n, each, 8*test.least, seed)
				}
				n, each := between(f.sent, start.Add(24*time.Second), start.Add(28*time.Second))
				if shares := slices.Sorted(maps.Values(each)); n < 78 || n > 81 || len(shares) < 4 || shares[0] < 18 || shares[3] > 22 {
					t.Errorf("at last %d requests in 4 s: %v, want 80 (seed %d)", n, each, seed)
				}
				f.checkLog(t, test.logs)
			})
		})
	}
}

// checkLog wants that each process has warned of a cause, and said that Redis is back; or nothing.
func (f *fleet) checkLog(t *testing.T, cause string) {
	t.Helper()
	log := f.log.String()
	if cause == "" && log != "" {
		t.Errorf("logged:\n%s", log)
	}
	if cause == "" {
		return
	}
	warnings, backs := strings.Count(log, warning), strings.Count(log, back)
	if warnings != 4 || backs != 4 || strings.Count(log, cause) != 4 || strings.Contains(log, password) {
		t.Errorf("want 4 warnings that name %q, and 4 lines when it is back, got:\n%s", cause, log)
	}
}
