// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// TestSlotsAreEven: requests are one interval apart, also when the process sends nothing for
// a while, and a burst makes use of such a while.
func TestSlotsAreEven(t *testing.T) {
	inWorlds(t, map[string]int{"none": 1, "four": 4}, func(t *testing.T, w *world, burst int) {
		w.config.Burst = burst
		limiter := w.limiter(&fragile{})
		var got, want []time.Duration
		for round := range 3 {
			start := time.Now()
			for i := range 8 {
				takes(t, limiter, 1)
				got = append(got, time.Since(start))
				want = append(want, max(0, time.Duration(i+1-burst)*100*time.Millisecond))
			}
			time.Sleep(time.Duration(round+1) * time.Minute)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("waits (-want +got):\n%s", diff)
		}
	})
}

// TestWhatRedisHolds is one small hash of times, which is gone ten minutes after its last use.
func TestWhatRedisHolds(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.service.refuse = func(a arrival) bool { return a.number == 2 }
		c := w.process("one")
		for range 3 {
			must(0, call(t.Context(), c))
		}
		if keys := w.redis.Keys(); len(keys) != 1 || keys[0] != key {
			t.Fatalf("the keys are %q, want %q alone", keys, key)
		}
		for _, field := range must(w.redis.HKeys(key)) {
			if _, err := strconv.ParseInt(w.redis.HGet(key, field), 10, 64); err != nil {
				t.Errorf("field %q: %v", field, err)
			}
		}
		for i, after := range []time.Duration{599 * time.Second, 3 * time.Second} {
			if time.Sleep(after); w.redis.Exists(key) != (i == 0) {
				t.Errorf("the key exists: %v, want it for ten minutes", w.redis.Exists(key))
			}
		}
	})
}

// refusedOnce makes the service refuse the requests of a client for three seconds, and goes on when they are over.
func refusedOnce(t *testing.T, w *world) {
	t.Helper()
	w.service.after = "3"
	w.service.refuse = func(a arrival) bool { return a.process == "refused" }
	if err := call(t.Context(), w.process("refused", reservations.WithRetry(reservations.NoRetry()))); !errors.Is(err, reservations.ErrRateLimited) {
		t.Fatal(err)
	}
	time.Sleep(3 * time.Second)
}

// once sends a request once, and responds at a time with this status and header. With the status 0 the connection breaks.
func once(at time.Time, status int, header http.Header) reservations.Option {
	rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		time.Sleep(time.Until(at))
		if status == 0 {
			return nil, errors.New("broken off")
		}
		return &http.Response{StatusCode: status, Header: header, Body: http.NoBody, Request: r}, nil
	})
	return reservations.Options(reservations.WithRetry(reservations.NoRetry()), reservations.WithHTTPClient(&http.Client{Transport: rt}))
}

// TestOnePauseForAll: when one process gets a 429, all of them wait, and then one request
// goes first: no other is sent before its response is there.
func TestOnePauseForAll(t *testing.T) {
	const refusals = 3
	inWorld(t, func(t *testing.T, w *world) {
		w.service.latency, w.service.after = 250*time.Millisecond, "4"
		w.service.refuse = func(a arrival) bool { // the 20th, and then the probes
			n := len(w.service.refused)
			return a.number == 20 || n > 0 && n < refusals && a.at.Sub(w.service.refused[n-1].at) > 4*time.Second
		}
		end := time.Now().Add(60 * time.Second)
		var all sync.WaitGroup
		for i := range 3 {
			c := w.process(strconv.Itoa(i))
			for range 5 {
				all.Go(func() {
					for time.Now().Before(end) {
						must(0, call(t.Context(), c))
					}
				})
			}
		}
		all.Wait()
		if len(w.service.refused) != refusals {
			t.Fatalf("%d requests were refused, want %d", len(w.service.refused), refusals)
		}
		for i, refused := range w.service.refused {
			told := refused.at.Add(w.service.latency)
			over := told.Add(4 * time.Second)
			if n, each := w.service.counts(told.Add(time.Millisecond), over); n > 0 {
				t.Errorf("%d requests during pause %d: %v", n, i+1, each)
			}
			if i < refusals-1 { // the probe is the next one that is refused
				if at := w.service.refused[i+1].at; at.Before(over) || at.After(over.Add(10*time.Millisecond)) {
					t.Errorf("the probe was sent %v after the pause", at.Sub(over))
				}
				continue
			}
			if n, _ := w.service.counts(over, over.Add(w.service.latency)); n != 1 {
				t.Errorf("%d requests until the outcome of the probe, want 1", n)
			}
			settled := over.Add(time.Duration(10*refusals-9) * time.Second) // each client that was refused also slows down by itself
			if n, each := w.service.counts(settled, settled.Add(10*time.Second)); n < 95 || n > 100 || len(each) != 3 {
				t.Errorf("%d requests in 10 s long after the probe, of %v; want 95 to 100 of 3 processes", n, each)
			}
		}
	})
}

// TestHowLongThePauseIs after calls that are not retried, so that nobody else waits. When two requests that are under
// way are refused, the longer pause counts, whichever comes first.
func TestHowLongThePauseIs(t *testing.T) {
	const between = 200 * time.Millisecond
	type response struct {
		status        int
		header, value string
	}
	type refusals struct {
		responses []response
		want      time.Duration // since the first
	}
	longer, shorter := response{429, "Retry-After", "9"}, response{429, "Retry-After", "2"}
	inWorlds(t, map[string]refusals{
		"Retry-After":             {[]response{{429, "Retry-After", "3"}}, 3 * time.Second},
		"RateLimit":               {[]response{{429, "Ratelimit", `"default";r=0;t=7`}}, 7 * time.Second},
		"no time":                 {[]response{{429, "X-Other", "3"}}, time.Second},
		"as long as it may be":    {[]response{{429, "Retry-After", "60"}}, time.Minute},
		"too long":                {[]response{{429, "Retry-After", "61"}}, 0},
		"a limit without refusal": {[]response{{404, "Ratelimit", `"default";r=0;t=7`}}, 0},
		"the first is longer":     {[]response{longer, shorter}, 9 * time.Second},
		"the second is longer":    {[]response{shorter, longer}, between + 9*time.Second},
	}, func(t *testing.T, w *world, test refusals) {
		first := time.Now().Add(between) // the time of the first response, when all are sent
		var all sync.WaitGroup
		for i, r := range test.responses {
			c := w.process("one", once(first.Add(time.Duration(i)*between), r.status, http.Header{r.header: {r.value}}))
			all.Go(func() {
				if err := call(t.Context(), c); err == nil {
					t.Error("the call succeeded")
				}
			})
		}
		all.Wait()
		takes(t, w.limiter(&fragile{}), 1)
		if took := time.Since(first).Round(time.Millisecond); took != test.want {
			t.Errorf("the next request may be sent after %v, want %v", took, test.want)
		}
	})
}

// TestProbesThatTellNothing give way to another one: at once when the connection broke, and
// after five seconds when the process was killed.
func TestProbesThatTellNothing(t *testing.T) {
	type outcome struct {
		probe func(*testing.T, *world, *sharedlimit.Limiter)
		want  time.Duration
	}
	inWorlds(t, map[string]outcome{
		"accepted": {func(t *testing.T, w *world, l *sharedlimit.Limiter) {
			must(0, call(t.Context(), w.client("probe", l)))
		}, 80 * time.Millisecond}, // until the next slot, 20 ms of which have passed
		"broken off": {func(t *testing.T, w *world, l *sharedlimit.Limiter) {
			_ = call(t.Context(), w.client("probe", l, once(time.Now(), 0, nil)))
		}, 0},
		"killed": {func(t *testing.T, _ *world, l *sharedlimit.Limiter) { takes(t, l, 1) }, 5 * time.Second},
	}, func(t *testing.T, w *world, test outcome) {
		refusedOnce(t, w)
		test.probe(t, w, w.limiter(&fragile{}))
		got := takes(t, w.limiter(&fragile{}), 1)[0]
		if got < test.want || got > test.want+50*time.Millisecond {
			t.Errorf("the next process waits %v, want %v", got, test.want)
		}
	})
}

// TestALatePermission to send the probe is used by the next request of the process: nobody waits for the
// outcome of a probe that was never sent.
func TestALatePermission(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		f := &fragile{}
		limiter := w.limiter(f)
		takes(t, limiter, 1) // makes the connection
		refusedOnce(t, w)
		f.set(way{far: 400 * time.Millisecond})
		takes(t, limiter, 1) // without the permission, which arrives later
		f.set(way{})
		time.Sleep(time.Second)
		start := time.Now()
		if err := call(t.Context(), w.client("late", limiter)); err != nil || time.Since(start) > 300*time.Millisecond {
			t.Errorf("after the late permission a call takes %v: %v", time.Since(start), err)
		}
		got := takes(t, w.limiter(&fragile{}), 1)[0]
		if got > 200*time.Millisecond {
			t.Errorf("then another process waits %v, want two slots at most", got)
		}
	})
}
