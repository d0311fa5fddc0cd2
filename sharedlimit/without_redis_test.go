// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"errors"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestTheShareOfAProcess while Redis is away is the rate, divided by the number of processes that
// Config says or Redis has counted, whichever is higher.
func TestTheShareOfAProcess(t *testing.T) {
	const never = time.Duration(-1)
	type share struct {
		processes int           // in Config
		others    int           // processes that have sent a request, just before
		asked     time.Duration // this process, before Redis goes away
		want      int           // processes
	}
	inWorlds(t, map[string]share{
		"nobody says how many there are":                        {0, 0, never, 4},
		"Config says it":                                        {3, 0, never, 3},
		"Redis says it":                                         {0, 2, 0, 3},
		"Config says more than Redis has seen":                  {8, 1, 0, 8},
		"Redis was asked nine minutes ago":                      {0, 2, 9 * time.Minute, 3},
		"Redis was asked so long ago that others may have come": {0, 2, 11 * time.Minute, 4},
	}, func(t *testing.T, w *world, test share) {
		w.config.Processes = test.processes
		for range test.others {
			takes(t, w.limiter(&fragile{}), 1)
		}
		f := &fragile{}
		limiter := w.limiter(f)
		if test.asked != never {
			takes(t, limiter, 1)
			time.Sleep(test.asked)
		}
		f.set(way{err: errRefused})
		takes(t, limiter, 1)
		want := time.Duration(test.want) * 100 * time.Millisecond
		for i, got := range takes(t, limiter, 20) {
			if got != want {
				t.Fatalf("call %d waits %v, want %v", i+2, got, want)
			}
		}
	})
}

// TestNotAllBeginTogether: when many of them begin without Redis at the same moment, their
// first requests are spread over the time that each waits between two.
func TestNotAllBeginTogether(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.config.Processes = 100 // so that each sends once within ten seconds
		begun := 0
		for range w.config.Processes {
			if takes(t, w.limiter(&fragile{way: way{err: errRefused}}), 1)[0] < 5*time.Second {
				begun++
			}
		}
		if begun < 20 || begun > 80 {
			t.Errorf("%d of 100 processes began within the first half of the time", begun)
		}
	})
}

// TestBackWhileACallWaits for the share of its process, which is long when the rate is low: it goes on
// as soon as Redis is back.
func TestBackWhileACallWaits(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.config.Rate, w.config.Processes = 1.0/60, 4
		f := &fragile{}
		limiter := w.limiter(f)
		takes(t, limiter, 1)
		f.set(way{err: errRefused})
		time.AfterFunc(3*time.Second, func() { f.set(way{}) })
		if got := takes(t, limiter, 1)[0]; got != time.Minute {
			t.Errorf("the call waits %v, want a minute and not four", got)
		}
	})
}

// TestWarnings come once a minute: of a Redis that cannot be used, with the cause, the limit and no password, and of two
// rates under one name, by each process. What go-redis logs is no warning.
func TestWarnings(t *testing.T) {
	type cause struct {
		rate  float64 // of the second process
		error string  // of Redis
		logs  []string
	}
	inWorlds(t, map[string]cause{
		"wrong password":  {10, "WRONGPASS invalid username-password pair", []string{warning, "limit=park-7 error=\"WRONGPASS"}}, // RequireAuth races with HELLO
		"different rates": {5, "", []string{"limit=park-7 rate=10 other=5", "limit=park-7 rate=5 other=10"}},
	}, func(t *testing.T, w *world, test cause) {
		first := w.limiter(&fragile{})
		w.config.Rate = test.rate
		second := w.limiter(&fragile{})
		for range 80 {
			takes(t, first, 1)
			if w.redis.SetError(test.error); test.error == "" {
				takes(t, second, 1)
			}
			time.Sleep(time.Second)
		}
		log := w.log.String()
		for _, text := range test.logs {
			if strings.Count(log, text) != 2 || strings.Contains(log, password) || strings.Count(log, "level=WARN") > 4 {
				t.Errorf("want two warnings %s within 80 s, got:\n%s", text, log)
			}
		}
	})
}

// TestGoRedisLogs goes to the logger of the last limiter, of which the program has one: no other test runs meanwhile.
func TestGoRedisLogs(t *testing.T) {
	aloneInWorld(t, func(t *testing.T, w *world) {
		w.config.Logger = slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		takes(t, w.limiter(&fragile{way: way{err: errRefused}}), 9)
		time.Sleep(time.Minute)
		synctest.Wait()
		if log := w.log.String(); !strings.Contains(log, "level=DEBUG msg=\"go-redis says\" text=\"redis: connection pool: failed to dial") {
			t.Errorf("what go-redis logs is not in:\n%s", log)
		}
	})
}

const (
	warning = "level=WARN msg=\"the shared rate limit cannot be used"
	back    = "level=INFO msg=\"the shared rate limit is used again"
)

var errRefused = errors.New("connection refused")

// away is what can happen to Redis: before the first request, or after four seconds for eight seconds.
var away = []struct {
	name  string
	start func(*world, *fragile)
	then  func(*world, *fragile)
	least int    // requests per second meanwhile
	logs  string // the cause that each process logs, or nothing
}{
	{"nothing", nil, nil, 20, ""},
	{"wrong type of the key", func(w *world, _ *fragile) { w.redis.Set(key, "another program") }, nil, 19, "WRONGTYPE"},
	{"no rights", func(w *world, _ *fragile) { w.redis.SetError("NOPERM no permissions") }, nil, 19, "NOPERM"},
	{"not there at the start", func(_ *world, f *fragile) { f.set(way{err: errRefused}) }, nil, 19, "refused"},
	{"killed", nil, func(w *world, f *fragile) { f.set(way{err: errRefused}); w.redis.FlushAll() }, 19, "closed"},
	{"halted", nil, func(_ *world, f *fragile) { f.set(way{hang: make(chan struct{})}) }, 19, "not responded within 5s"},
	{"200 ms", func(_ *world, f *fragile) { f.set(way{far: 200 * time.Millisecond}) }, nil, 15, ""},
	{"400 ms", func(_ *world, f *fragile) { f.set(way{far: 400 * time.Millisecond}) }, nil, 5, "responds after 400ms"},
	{"busy", nil, func(_ *world, f *fragile) {
		for end := time.Now().Add(8 * time.Second); time.Now().Before(end); {
			f.set(way{hang: make(chan struct{})})
			time.Sleep(rand.N(900 * time.Millisecond))
			f.set(way{})
			time.Sleep(rand.N(900 * time.Millisecond))
		}
	}, 10, ""},
	{"replaced by one whose clock is behind", nil, func(w *world, _ *fragile) {
		w.redis.ClockTTL(false)
		for end := time.Now().Add(8 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
			w.redis.SetTime(time.Now().Add(-time.Hour))
		}
		w.redis.SetTime(time.Time{}) // that of this computer again
	}, 19, ""},
}

// TestTheLimitHolds when Redis cannot be used, when it goes away and when it comes back: never more
// than 1.3 times the rate within a second over four processes that want to send more, from the first request on.
// Meanwhile none stands still, and then all share the rate again.
func TestTheLimitHolds(t *testing.T) {
	t.Parallel()
	for _, test := range testkit.Cases(3, away) {
		t.Run(test.name, func(t *testing.T) {
			inWorld(t, func(t *testing.T, w *world) {
				w.service.limit, w.config.Rate = 1<<30, 20
				f := &fragile{}
				start := time.Now()
				if test.start != nil {
					test.start(w, f)
				}
				var all sync.WaitGroup
				for i := range 4 {
					limiter := w.limiter(f)
					for range 3 + 9*(i%2) { // however many goroutines a process has
						all.Go(func() {
							for time.Since(start) < 28*time.Second {
								takes(t, limiter, 1)
								w.service.refuses(strconv.Itoa(i))
							}
						})
					}
				}
				time.Sleep(4 * time.Second)
				if test.then != nil {
					test.then(w, f)
				}
				time.Sleep(time.Until(start.Add(12 * time.Second)))
				f.set(way{})
				w.redis.SetError("")
				if w.redis.Exists(key) && w.redis.Type(key) != "hash" {
					w.redis.Del(key)
				}
				all.Wait()
				sent := w.service.accepted
				for i, first := range sent {
					if n, _ := w.service.counts(first.at, first.at.Add(time.Second)); n > 26 {
						t.Fatalf("%d requests within the second after request %d, want 26 at most", n, i+1)
					}
				}
				if n, each := w.service.counts(start.Add(4*time.Second), start.Add(12*time.Second)); n < 8*test.least || len(each) < 4 {
					t.Errorf("meanwhile %d requests in 8 s: %v, want at least %d", n, each, 8*test.least)
				}
				n, each := w.service.counts(start.Add(24*time.Second), start.Add(28*time.Second))
				if shares := slices.Sorted(maps.Values(each)); n < 78 || n > 81 || len(shares) < 4 || shares[0] < 18 || shares[3] > 22 {
					t.Errorf("at last %d requests in 4 s: %v, want 80", n, each)
				}
				log, times := w.log.String(), 4
				if test.logs == "" {
					times = 0
				}
				if strings.Count(log, warning) != times || strings.Count(log, back) != times || !strings.Contains(log, test.logs) {
					t.Errorf("want %d warnings that name %q, and as many lines when it is back, got:\n%s", times, test.logs, log)
				}
			})
		})
	}
}
