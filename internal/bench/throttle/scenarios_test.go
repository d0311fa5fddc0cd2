// SPDX-License-Identifier: MIT

// Package throttle measures how clients fare with services that limit them.
package throttle

import (
	"fmt"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit/limited"
)

// walkRequests is how many requests a walk makes.
const walkRequests = 200

// scenario is one service, and what the SDK promises for a walk of 200 requests.
type scenario struct {
	limited.Service
	name    string
	time    float64 // promise: the time divided by the bound is at most this
	refused int     // promise: the number of 429s is at most this
	known   float64 // what the time divided by the bound may be where the promise is not kept yet; or 0
}

// missed lists the rows whose promise is not kept, all with a Retry-After in whole seconds. A bucket
// of 60 or 100 per second asks to wait for a whole second, but it is full after 20 requests, so the rest of the
// second is lost. A client that waits as long takes at least 1.22 and 1.43 times the bound.
var missed = map[string]float64{
	"bucket 60/s burst 20, 50 ms":  1.60,
	"bucket 100/s burst 20, 50 ms": 1.90,
	"bucket 20/s burst 20, 50 ms":  1.12,
	"bucket 10/s burst 20, 300 ms": 1.08,
	"window 20 per second":         1.60,
}

const ms = time.Millisecond

// buckets are token buckets. header and none are the promised times with and without a Retry-After. A bucket with
// header 0 is tried only without.
var buckets = []struct {
	name                 string
	latency              time.Duration
	rate, burst, penalty float64
	header, none         float64
	refused              int
}{
	{"bucket 20/s burst 20, 50 ms", 50 * ms, 20, 20, 0, 1.06, 1.10, 25},
	{"bucket 60/s burst 20, 50 ms", 50 * ms, 60, 20, 0, 1.10, 1.15, 25},
	{"bucket 100/s burst 20, 50 ms", 50 * ms, 100, 20, 0, 1.15, 1.40, 25},
	{"bucket 10/s burst 20, 300 ms", 300 * ms, 10, 20, 0, 1.05, 1.05, 20},
	{"leaky 20/s burst 0, 50 ms", 50 * ms, 20, 1, 0, 0, 1.30, 40},
	{"leaky 20/s burst 0, 2 ms", 2 * ms, 20, 1, 0, 0, 1.30, 40},
	{"bucket 60/s burst 5, 50 ms", 50 * ms, 60, 5, 0, 0, 1.30, 40},
	{"bucket 60/s burst 5, 2 ms", 2 * ms, 60, 5, 0, 0, 1.30, 40},
	{"bucket 5/s burst 10, 50 ms", 50 * ms, 5, 10, 0, 0, 1.30, 40},
	{"bucket 20/s burst 20, a 429 costs 0.5", 50 * ms, 20, 20, 0.5, 1.12, 1.12, 45},
	{"bucket 5/s burst 10, a 429 costs 0.5", 50 * ms, 5, 10, 0.5, 1.12, 1.12, 45},
}

// scenarios lists what the SDK promises.
func scenarios() []scenario {
	var all []scenario
	add := func(name string, latency time.Duration, l func() limited.Limit, says limited.RetryAfter, time float64, refused int) {
		s := scenario{Service: limited.Service{Latency: latency, Limit: l, RetryAfter: says}, name: name, time: time, refused: refused}
		if says == limited.WholeSeconds {
			s.known = missed[name]
		}
		all = append(all, s)
	}
	add("no limit, 50 ms", 50*ms, func() limited.Limit { return &limited.Parallel{} }, limited.Nothing, 1.10, 0)
	for _, most := range []int{1, 2, 3, 4, 15} {
		name := fmt.Sprintf("at most %d at a time", most)
		add(name, 50*ms, func() limited.Limit { return &limited.Parallel{Most: most} }, limited.Nothing, 1.30, 30)
		add(name, 50*ms, func() limited.Limit { return &limited.Parallel{Most: most} }, limited.WholeSeconds, 1.60, 30)
	}
	for _, b := range buckets {
		l := func() limited.Limit { return &limited.Bucket{Rate: b.rate, Burst: b.burst, Penalty: b.penalty} }
		if b.header > 0 {
			add(b.name, b.latency, l, limited.WholeSeconds, b.header, b.refused)
			add(b.name, b.latency, l, limited.Milliseconds, b.header, b.refused)
		}
		add(b.name, b.latency, l, limited.Nothing, b.none, b.refused)
	}
	for _, old := range []time.Duration{0, 20 * time.Second} {
		name := "window 60 per minute" + map[bool]string{true: ", 20 s old"}[old > 0]
		l := func() limited.Limit { return &limited.Fixed{Length: time.Minute, Most: 60, Age: old} }
		add(name, 50*ms, l, limited.WholeSeconds, 1.02, 35)
		add(name, 50*ms, l, limited.Nothing, 1.20, 35)
	}
	second := func() limited.Limit { return &limited.Fixed{Length: time.Second, Most: 20} }
	add("window 20 per second", 50*ms, second, limited.WholeSeconds, 1.35, 150)
	add("window 20 per second", 50*ms, second, limited.Nothing, 1.35, 150)
	add("sliding 5 per second", 50*ms, func() limited.Limit { return &limited.Sliding{Length: time.Second, Most: 5} }, limited.Nothing, 1.25, 60)
	add("sliding 200 per 30 s, 100 left", 50*ms, func() limited.Limit {
		return &limited.Sliding{Length: 30 * time.Second, Most: 200, Others: 100}
	}, limited.WholeSeconds, 1.05, 30)
	add("15 per second, 120 per minute, 15 at once", 50*ms, func() limited.Limit {
		return limited.Every{&limited.Parallel{Most: 15}, &limited.Sliding{Length: time.Second, Most: 15}, &limited.Sliding{Length: time.Minute, Most: 120}}
	}, limited.WholeSeconds, 1.05, 30)
	add("haproxy, 20 per second", 20*ms, func() limited.Limit { return &limited.Frequency{Period: time.Second, Most: 20} }, limited.Nothing, 1.30, 60)
	add("haproxy, 60 per 10 s", 20*ms, func() limited.Limit { return &limited.Frequency{Period: 10 * time.Second, Most: 60} }, limited.Nothing, 1.30, 60)
	return all
}
