// SPDX-License-Identifier: MIT

// Package limits_test proves what the module promises for services that limit their clients. No limit has to be configured:
// a client finds it from the requests that the service refuses. All times are virtual.
package limits_test

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/limited"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

const ms, s, minute = time.Millisecond, time.Second, time.Minute

// runs is how often the calls of each row are made, because a client waits for times that are in part random. The median of
// the times and the median of the refused requests must keep the promise of the row: four of nine runs may exceed it.
const runs = 9

// These are what a service says when it refuses a request with 429: nothing of when to come back, or a Retry-After in whole
// seconds, in milliseconds, or always of five seconds, or an X-RateLimit-Reset in whole seconds.
const nothing, seconds, exactly, five, reset = limited.Nothing, limited.WholeSeconds, limited.Milliseconds, limited.FiveSeconds, limited.Reset

// services are read by a program that makes so many calls, so many of them at a time. The program takes at most so many times
// as long as with a client that knows the limit, and at most so many requests are refused. For example, "20 a second, 20 saved
// up" serves 200 calls in 9 s. A time of 1.10 allows 9.9 s. A name stands for one limit.
//
// The bounds come from 75 runs of each row, made with one, two and four processors. A change to the client may lower them. It
// raises one only for something that users need more, and the commit says what that is.
var services = []struct {
	name    string // what the service allows
	limit   func() limited.Limit
	says    limited.RetryAfter
	latency time.Duration // of each response, a quarter more or less
	at      int           // calls at a time
	calls   int
	slower  float64 // than with a client that knows the limit
	refused int
}{
	// The client begins with two requests at a time. When half as many as it sends at a time are accepted, it sends one more.
	{"anything", atOnce(0), nothing, 50 * ms, 8, 200, 1.15, 0},
	{"anything, and each takes a second", atOnce(0), nothing, s, 8, 16, 2.20, 0},
	// It sends as many at a time as the service has accepted, and tries one more after some seconds.
	{"1 request at a time", atOnce(1), nothing, 50 * ms, 4, 200, 1.11, 11},
	{"1 request at a time", atOnce(1), seconds, 50 * ms, 8, 200, 1.21, 2},
	{"2 requests at a time", atOnce(2), nothing, 50 * ms, 8, 200, 1.19, 7},
	{"4 requests at a time", atOnce(4), seconds, 50 * ms, 8, 200, 1.48, 1},
	{"8 requests at a time for 5 s, then 2", then(atOnce(8), 5*s, atOnce(2)), seconds, 300 * ms, 4, 200, 2.35, 8},
	{"8 requests at a time for 5 s, then 2", then(atOnce(8), 5*s, atOnce(2)), nothing, 300 * ms, 8, 200, 2.54, 9},
	// It measures how many were accepted in which time, and sends as many. A service that asks for longer waits than its limit
	// needs is slower.
	{"20 a second, 20 saved up", bucket(20, 20), exactly, 50 * ms, 8, 200, 1.01, 22},
	{"20 a second, 20 saved up", bucket(20, 20), nothing, 50 * ms, 8, 200, 1.02, 17},
	{"20 a second, 20 saved up", bucket(20, 20), five, 50 * ms, 8, 200, 2.11, 4},
	{"20 a second, 20 saved up, in no time", bucket(20, 20), exactly, 0, 1, 40, 1.05, 11},
	{"20 a second, 20 saved up, in no time", bucket(20, 20), nothing, 0, 8, 40, 1.12, 27},
	{"60 a second, 5 saved up", bucket(60, 5), nothing, 2 * ms, 4, 200, 1.04, 16},
	{"60 a second, 20 saved up", bucket(60, 20), seconds, 50 * ms, 8, 200, 1.30, 2},
	{"2 a second, 2 saved up, and each takes 3 s", bucket(2, 2), nothing, 3 * s, 8, 60, 1.83, 9},
	// It never sends two together after the first refusal.
	{"one in 50 ms", bucket(20, 1), nothing, 2 * ms, 1, 200, 1.17, 18},
	{"one in 50 ms", bucket(20, 1), seconds, 50 * ms, 1, 200, 2.77, 8},
	{"one in 50 ms", bucket(20, 1), nothing, 50 * ms, 8, 200, 1.26, 12},
	{"one in 33 ms, and each takes 200 ms", bucket(30, 1), nothing, 200 * ms, 8, 200, 2.17, 8},
	// When nothing was refused for 5 s, it doubles its rate every second.
	{"one in 500 ms for 20 s, then 40 a second, 20 saved up", then(bucket(2, 1), 20*s, bucket(40, 20)), nothing, 50 * ms, 8, 600, 1.25, 32},
	{"one in 100 ms for 30 s, then one in 10 ms", then(bucket(10, 1), 30*s, bucket(100, 1)), nothing, 50 * ms, 8, 600, 1.24, 25},
	{"one in 200 ms for 10 s, anything for 10 s, then as before", then(bucket(5, 1), 10*s, then(atOnce(0), 10*s, bucket(5, 1))), nothing, 50 * ms, 1, 400, 1.56, 39},
	// It waits as long as the service asks, or else longer and longer, and then sends one request alone.
	{"60 in each minute", window(60, minute), seconds, 50 * ms, 8, 200, 1.02, 4},
	{"60 in each minute", window(60, minute), reset, 50 * ms, 1, 200, 1.01, 3},
	{"60 in each minute", window(60, minute), nothing, 50 * ms, 8, 200, 1.09, 35},
	{"100 in each 10 s", window(100, 10*s), seconds, 50 * ms, 8, 300, 1.06, 3},
	{"5 in any second", sliding(5, s), nothing, 50 * ms, 8, 200, 1.19, 28},
	{"60 in 10 s, refused ones included, as haproxy counts", haproxy(60, 10*s), nothing, 20 * ms, 8, 200, 1.31, 31},
	// After a long pause that came of repeated refusals it is careful, so that there is no second one.
	{"10 a second, 10 saved up, and none for 60 s after 3 refusals", ban(bucket(10, 10), 3, minute), seconds, 50 * ms, 8, 200, 4.32, 7},
	{"10 a second, 10 saved up, and none for 60 s after 3 refusals", ban(bucket(10, 10), 3, minute), seconds, 50 * ms, 8, 1000, 2.31, 20},
	{"10 a second, 10 saved up, and none for 60 s after 3 refusals", ban(bucket(10, 10), 3, minute), nothing, 50 * ms, 4, 600, 2.27, 26},
	{"10 a second, 10 saved up, and none for 20 s after 10 refusals", ban(bucket(10, 10), 10, 20*s), nothing, 50 * ms, 8, 400, 1.80, 28},
}

// failing are services that refuse in other ways, or are slow at first, or refuse by chance. While other requests succeed, a
// 503 and a closed connection are refusals like a 429. To send less does not help where requests are refused by chance.
var failing = []struct {
	name string
	limited.Service
	at, calls int
	slower    float64
	refused   int
}{
	{"5 a second, 5 saved up, and a 503 to others", limited.Service{Limit: bucket(5, 5), Status: 503, Latency: 50 * ms}, 8, 200, 1.01, 24},
	{"one in 50 ms, and a 503 to others", limited.Service{Limit: bucket(20, 1), Status: 503, Latency: 50 * ms}, 1, 200, 1.25, 9},
	{"5 a second, 5 saved up, and connections of others are reset", limited.Service{Limit: bucket(5, 5), Resets: true, Latency: 50 * ms}, 8, 200, 1.01, 24},
	{"20 a second, 20 saved up; the first 100 responses take a second", limited.Service{Limit: bucket(20, 20), Latency: 50 * ms, Slow: 100, SlowBy: s}, 8, 200, 2.31, 3},
	{"1 a second, 2 saved up; the first 2 responses take 9 s", limited.Service{Limit: bucket(1, 2), Latency: 50 * ms, Slow: 2, SlowBy: 9 * s}, 4, 20, 1.44, 7},
	{"2 a second, 2 saved up; the first response takes 20 s", limited.Service{Limit: bucket(2, 2), RetryAfter: seconds, Latency: 50 * ms, Slow: 1, SlowBy: 20 * s}, 2, 40, 3.27, 4},
	{"19 of 20 requests, by chance", limited.Service{Limit: chance(0.05), Latency: 50 * ms}, 8, 200, 4.81, 15},
	{"19 of 20 requests, by chance", limited.Service{Limit: chance(0.05), RetryAfter: seconds, Latency: 50 * ms}, 8, 200, 17.21, 12},
	{"each URL the second time", limited.Service{Limit: atOnce(0), RetryAfter: limited.Zero, Once: true, Latency: 50 * ms}, 8, 100, 28.56, 101},
}

// TestLimitedServices makes the calls of all rows.
func TestLimitedServices(t *testing.T) {
	for _, row := range services {
		service := limited.Service{Limit: row.limit, RetryAfter: row.says, Latency: row.latency}
		check(t, row.name, service, row.at, row.calls, row.slower, row.refused)
	}
	for _, row := range failing {
		check(t, row.name, row.Service, row.at, row.calls, row.slower, row.refused)
	}
}

func check(t *testing.T, name string, service limited.Service, at, calls int, slower float64, refused int) {
	t.Run(fmt.Sprintf("%s, says %s, %d calls, %d at a time", name, cmp.Or(service.RetryAfter, nothing), calls, at), func(t *testing.T) {
		if gotSlower, gotRefused := measure(t, service, at, calls); gotSlower > slower || gotRefused > refused {
			t.Errorf("%d calls take %.2f times as long as they have to, and %d are refused; want %.2f and %d at most", calls, gotSlower, gotRefused, slower, refused)
		}
	})
}

// measure returns the medians of the time and of the refused requests of all runs.
func measure(t *testing.T, service limited.Service, at, calls int) (slower float64, refused int) {
	var times []float64
	var refusals []int
	for seed := range uint64(runs) {
		synctest.Test(t, func(t *testing.T) {
			running := service.Run(seed)
			client := testclient.Over(t, running, reservations.WithMaxConcurrency(at))
			var id atomic.Int64 // so that all URLs differ
			inParallel(t, at, calls, func() error { _, err := client.Guests.Get(t.Context(), id.Add(1)); return err })
			times, refusals = append(times, running.Over(service.Least(calls, at))), append(refusals, running.Refused)
		})
	}
	slices.Sort(times)
	slices.Sort(refusals)
	return times[runs/2], refusals[runs/2]
}

// inParallel makes so many calls, so many of them at a time.
func inParallel(t *testing.T, at, calls int, call func() error) {
	var workers sync.WaitGroup
	for worker := range at {
		workers.Go(func() {
			for range (calls + at - 1 - worker) / at {
				if err := call(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	workers.Wait()
}

func atOnce(most int) func() limited.Limit {
	return func() limited.Limit { return &limited.Parallel{Most: most} }
}

func bucket(rate, burst float64) func() limited.Limit {
	return func() limited.Limit { return &limited.Bucket{Rate: rate, Burst: burst} }
}

func window(most int, length time.Duration) func() limited.Limit {
	return func() limited.Limit { return &limited.Fixed{Most: most, Length: length} }
}

func sliding(most int, length time.Duration) func() limited.Limit {
	return func() limited.Limit { return &limited.Sliding{Most: most, Length: length} }
}

func haproxy(most int, period time.Duration) func() limited.Limit {
	return func() limited.Limit { return &limited.Frequency{Most: most, Period: period} }
}

func ban(limit func() limited.Limit, after int, length time.Duration) func() limited.Limit {
	return func() limited.Limit { return &limited.Ban{Limit: limit(), After: after, Length: length} }
}

func then(first func() limited.Limit, lasts time.Duration, next func() limited.Limit) func() limited.Limit {
	return func() limited.Limit {
		return &limited.Phases{Of: []limited.Phase{{Limit: first(), Lasts: lasts}, {Limit: next()}}}
	}
}

func chance(part float64) func() limited.Limit {
	return func() limited.Limit { return &limited.Chance{Part: part} }
}
