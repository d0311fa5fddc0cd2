// SPDX-License-Identifier: MIT

// Package limits_test proves what the module promises for services that limit their clients. No limit has to be configured:
// a client finds it from the requests that the service refuses. All times are virtual.
package limits_test

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/limited"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

const ms, s, minute = time.Millisecond, time.Second, time.Minute

// runs is how often the calls of each row are made, because a client waits for times that are in part random. The median of
// the times and the median of the refused requests must keep the promise of the row: four of nine runs may exceed it.
const runs = 9

// These are what a service says with a 429: no Retry-After, one in whole seconds, in milliseconds, or always five seconds.
const nothing, seconds, milliseconds, fiveSeconds = limited.Nothing, limited.WholeSeconds, limited.Milliseconds, limited.FiveSeconds

// load is how many calls a program makes, in all and at a time.
type load struct{ calls, parallel int }

// bound is how many times as long the calls may take as with a client that knows the limit, and how many requests may be
// refused: if the limit lets 200 calls end in 9 s, a bound of 1.10 allows 9.9 s. The bounds come from 75 runs of each row, with
// one, two and four processors. A change to the client may lower them. It raises one only for something that users need more.
type bound struct {
	slower  float64
	refused int
}

var services = []struct {
	name    string // what the service allows
	service limited.Service
	load    load
	bound   bound
}{
	// The client begins with two requests at a time. When half as many as it sends at a time are accepted, it sends one more.
	{"anything", allows(anything(), nothing, 50*ms), load{200, 8}, bound{1.15, 0}},
	{"anything, and each takes a second", allows(anything(), nothing, s), load{16, 8}, bound{2.20, 0}},
	// It sends as many at a time as the service has accepted, and tries one more after 2 s, or 8 times as long as it waited.
	// A refusal with a wait below a second may be by chance. So it tries the same again at once: refusals come in pairs.
	// If as many were accepted three times before, it takes the rate for the reason first, as after the 5 s of two rows.
	{"1 request at a time", allows(atOnce(1), nothing, 50*ms), load{200, 4}, bound{1.11, 11}},
	{"4 requests at a time", allows(atOnce(4), seconds, 50*ms), load{200, 8}, bound{1.48, 1}},
	{"8 requests at a time for 5 s, then 2", allows(then(atOnce(8), 5*s, atOnce(2)), seconds, 300*ms), load{200, 4}, bound{2.35, 8}},
	{"8 requests at a time for 5 s, then 2", allows(then(atOnce(8), 5*s, atOnce(2)), nothing, 300*ms), load{200, 8}, bound{2.54, 9}},
	// It measures how many were accepted in which time, and sends as many. Each that is accepted raises the rate by about a
	// hundredth, until one of ten or twenty is refused. A service that asks for longer waits than its limit needs is slower.
	{"20 a second, 20 saved up", allows(bucket(20, 20), milliseconds, 50*ms), load{200, 8}, bound{1.01, 22}},
	{"20 a second, 20 saved up", allows(bucket(20, 20), fiveSeconds, 50*ms), load{200, 8}, bound{2.11, 4}},
	{"20 a second, 20 saved up, in no time", allows(bucket(20, 20), milliseconds, 0), load{40, 1}, bound{1.05, 11}},
	{"60 a second, 20 saved up", allows(bucket(60, 20), seconds, 50*ms), load{200, 8}, bound{1.30, 2}},
	{"2 a second, 2 saved up, and each takes 3 s", allows(bucket(2, 2), nothing, 3*s), load{60, 8}, bound{1.83, 9}},
	// After the first refusal it sends no two together: there is a gap, which is the mean time of a response, divided by
	// twice as many as it sends at a time. Responses of 20 s make gaps of about 4 s, each an eighth shorter than the last.
	{"one in 50 ms, and each takes 50 ms", allows(oneIn(50*ms), seconds, 50*ms), load{200, 1}, bound{2.77, 8}},
	{"one in 33 ms, and each takes 200 ms", allows(oneIn(33*ms), nothing, 200*ms), load{200, 8}, bound{2.17, 8}},
	{"20 a second, 20 saved up; all sent before response 100 takes a second",
		limited.Service{Limit: bucket(20, 20), Latency: 50 * ms, Slow: 100, SlowBy: s}, load{200, 8}, bound{1.19, 3}},
	{"2 a second, 2 saved up; all sent before the first response takes 20 s",
		limited.Service{Limit: bucket(2, 2), RetryAfter: seconds, Latency: 50 * ms, Slow: 1, SlowBy: 20 * s}, load{40, 2}, bound{1.64, 4}},
	// When nothing was refused for 5 s, it also doubles its rate every second, but keeps the gap.
	{"one in 500 ms for 20 s, then 40 a second, 20 saved up", allows(then(oneIn(500*ms), 20*s, bucket(40, 20)), nothing, 50*ms), load{600, 8}, bound{1.25, 32}},
	{"one in 100 ms for 30 s, then one in 10 ms", allows(then(oneIn(100*ms), 30*s, oneIn(10*ms)), nothing, 50*ms), load{600, 8}, bound{1.24, 25}},
	{"one in 200 ms, but anything from 10 s to 20 s", allows(then(oneIn(200*ms), 10*s, then(anything(), 10*s, oneIn(200*ms))), nothing, 50*ms),
		load{400, 1}, bound{1.56, 39}},
	// It waits as long as the service asks, or else longer and longer, up to 7.5 s, and then sends one request alone.
	{"60 in each minute", allows(window(60, minute), nothing, 50*ms), load{200, 8}, bound{1.09, 35}},
	{"5 in any second", allows(sliding(5, s), nothing, 50*ms), load{200, 8}, bound{1.19, 28}},
	{"60 in 10 s, refused ones included, as haproxy counts",
		allows(limited.Anew(limited.Frequency{Most: 60, Period: 10 * s}), nothing, 20*ms), load{200, 8}, bound{1.31, 31}},
	// After a long pause that came of repeated refusals it is careful, so that there is no second one.
	{"10 a second, 10 saved up, and none for 60 s after 3 refusals", allows(ban(bucket(10, 10), 3, minute), seconds, 50*ms), load{600, 1}, bound{2.15, 10}},
	{"10 a second, 10 saved up, and none for 60 s after 3 refusals", allows(ban(bucket(10, 10), 3, minute), nothing, 50*ms), load{600, 4}, bound{2.27, 26}},
	// These refuse in other ways. While other requests succeed, a 503 and a closed connection are refusals like a 429.
	{"5 a second, 5 saved up, and a 503 to others", limited.Service{Limit: bucket(5, 5), Status: 503, Latency: 50 * ms}, load{200, 8}, bound{1.01, 24}},
	{"one in 50 ms, and a 503 to others", limited.Service{Limit: oneIn(50 * ms), Status: 503, Latency: 50 * ms}, load{200, 1}, bound{1.25, 9}},
	{"5 a second, 5 saved up, and a reset to others", limited.Service{Limit: bucket(5, 5), Resets: true, Latency: 50 * ms}, load{200, 8}, bound{1.01, 24}},
	// To send less does not help where requests are refused by chance, or each URL once. The client cannot tell that from a limit,
	// and measures a rate from the time that responses take: so 50 calls take 16 s, and where responses take no time 0.1 s.
	{"19 of 20 requests, by chance", allows(chance(0.05), nothing, 50*ms), load{200, 8}, bound{4.81, 15}},
	{"each URL refused once", limited.Service{Limit: anything(), RetryAfter: limited.Zero, FirstRefused: true, Latency: 50 * ms}, load{50, 1}, bound{6.59, 50}},
	{"each URL refused once", limited.Service{Limit: anything(), RetryAfter: limited.Zero, FirstRefused: true, Latency: 50 * ms}, load{100, 8}, bound{28.56, 100}},
}

// TestClientsFindTheLimitOfAService: calls take little longer than if the client knew it, and few requests are refused.
func TestClientsFindTheLimitOfAService(t *testing.T) {
	for _, row := range services {
		says, calls, parallel := cmp.Or(row.service.RetryAfter, nothing), row.load.calls, row.load.parallel
		t.Run(fmt.Sprintf("%s, says %s, %d calls, %d at a time", row.name, says, calls, parallel), func(t *testing.T) {
			var times []float64
			var refusals []int
			for seed := range uint64(runs) {
				synctest.Test(t, func(t *testing.T) {
					running := row.service.Run(seed)
					client := testclient.Over(t, running, reservations.WithMaxConcurrency(parallel))
					succeed(t, client, row.load)
					times = append(times, running.Over(row.service.Least(calls, parallel)))
					refusals = append(refusals, running.Refused)
				})
			}
			slices.Sort(times)
			slices.Sort(refusals)
			if got := (bound{times[runs/2], refusals[runs/2]}); got.slower > row.bound.slower || got.refused > row.bound.refused {
				t.Errorf("the calls take %.2f times as long as they have to, and %d are refused; want %.2f and %d at most",
					got.slower, got.refused, row.bound.slower, row.bound.refused)
			}
		})
	}
}

// TestARateIsNotLearnedFromPauses: the program pauses, the service asks for a pause, or responses take no time.
func TestARateIsNotLearnedFromPauses(t *testing.T) {
	oneIn4sForAMinute, thirtyASecond := allows(then(oneIn(4*s), minute, anything()), nothing, 10*ms), allows(window(30, s), nothing, 50*ms)
	for name, test := range map[string]struct {
		service     limited.Service
		before      int // calls before the pause, as many at a time as after it
		idle        time.Duration
		after       load
		refused     int           // at most, of all requests
		least, most time.Duration // that the calls after the pause take
	}{
		"a rate after 55 s idle":  {service: oneIn4sForAMinute, before: 5, idle: 55 * s, after: load{2, 2}, refused: 15, least: s, most: 4 * s},
		"no rate after 75 s idle": {service: oneIn4sForAMinute, before: 5, idle: 75 * s, after: load{2, 2}, refused: 15, most: 100 * ms},
		"30 a second, 50 s idle":  {service: thirtyASecond, before: 20, idle: 50 * s, after: load{130, 8}, refused: 20, least: 4 * s, most: 7 * s},
		"60 in each 2 minutes":    {service: allows(window(60, 2*minute), seconds, 50*ms), after: load{600, 8}, refused: 14, least: 18 * minute, most: 19 * minute},
		"each URL refused once":   {service: limited.Service{Limit: anything(), FirstRefused: true}, after: load{50, 8}, refused: 50, most: 7 * s},
	} {
		testkit.InBubble(t, name, func(t *testing.T) {
			running := test.service.Run(1)
			patient := reservations.WithRetry(reservations.RetryPolicy{MaxRetryAfter: 2 * minute, MaxElapsed: 60 * minute})
			client := testclient.Over(t, running, patient)
			succeed(t, client, load{test.before, test.after.parallel})
			time.Sleep(test.idle) // virtual
			start := time.Now()
			succeed(t, client, test.after)
			if took := time.Since(start); took < test.least || took > test.most || running.Refused > test.refused {
				t.Errorf("the calls take %v, and %d are refused; want %v to %v, and %d at most", took, running.Refused, test.least, test.most, test.refused)
			}
		})
	}
}

// succeed makes calls that have to succeed.
func succeed(t *testing.T, client *reservations.Client, l load) {
	var id atomic.Int64 // so that all URLs differ
	failed := testkit.InParallel(l.parallel, l.calls, func() error { _, err := client.Guests.Get(t.Context(), id.Add(1)); return err })
	if len(failed) > 0 {
		t.Errorf("%d calls fail, for example with: %v", len(failed), failed[0])
	}
}

// allows is a service that says this when it refuses a request.
func allows(limit limit, says limited.RetryAfter, latency time.Duration) limited.Service {
	return limited.Service{Limit: limit, RetryAfter: says, Latency: latency}
}

type limit = func() limited.Limit

func anything() limit                      { return atOnce(0) }
func atOnce(n int) limit                   { return limited.Anew(limited.Parallel{Most: n}) }
func bucket(rate, burst float64) limit     { return limited.Anew(limited.Bucket{Rate: rate, Burst: burst}) }
func oneIn(d time.Duration) limit          { return bucket(1/d.Seconds(), 1) }
func chance(part float64) limit            { return limited.Anew(limited.Chance{Part: part}) }
func window(n int, d time.Duration) limit  { return limited.Anew(limited.Fixed{Most: n, Length: d}) }
func sliding(n int, d time.Duration) limit { return limited.Anew(limited.Sliding{Most: n, Length: d}) }

func ban(limit limit, refusals int, length time.Duration) limit {
	return func() limited.Limit { return &limited.Ban{Limit: limit(), Refusals: refusals, Length: length} }
}

func then(first limit, lasts time.Duration, next limit) limit {
	return func() limited.Limit {
		return &limited.Phases{Of: []limited.Phase{{Limit: first(), Lasts: lasts}, {Limit: next()}}}
	}
}
