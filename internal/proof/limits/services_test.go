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
	"github.com/reservationkit/reservations-go/internal/testkit/limited"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

const ms, s, minute = time.Millisecond, time.Second, time.Minute

// runs is how often the calls of each row are made, because a client waits for times that are in part random. The median of
// the times and the median of the refused requests must keep the promise of the row: four of nine runs may exceed it.
const runs = 9

// These are what a service says with a 429: no Retry-After, one in whole seconds, in milliseconds, or always five seconds.
const nothing, seconds, milliseconds, fiveSeconds = limited.Nothing, limited.WholeSeconds, limited.Milliseconds, limited.FiveSeconds

// services are asked by a program that makes so many calls, so many at a time. It takes at most so many times as long
// as with a client that knows the limit, and at most so many requests are refused. For example, "20 a second, 20 saved
// up" serves 200 calls in 9 s, and a time of 1.10 allows 9.9 s. The bounds come from 75 runs of each row, with one, two
// and four processors. A change to the client may lower them. It raises one only for something that users need more.
var services = []struct {
	name            string // what the service allows
	service         limited.Service
	calls, parallel int     // so many in all, and so many at a time
	slower          float64 // than with a client that knows the limit
	refused         int
}{
	// The client begins with two requests at a time. When half as many as it sends at a time are accepted, it sends one more.
	{"anything", allows(anything(), nothing, 50*ms), 200, 8, 1.15, 0},
	{"anything, and each takes a second", allows(anything(), nothing, s), 16, 8, 2.20, 0},
	// It sends as many at a time as the service has accepted, and tries one more after 2 s, or 8 times as long as it waited.
	// A refusal with a wait below a second may be by chance. So it tries the same again at once: refusals come in pairs.
	// If as many were accepted three times before, it takes the rate for the reason first, as after the 5 s of two rows.
	{"1 request at a time", allows(atOnce(1), nothing, 50*ms), 200, 4, 1.11, 11},
	{"4 requests at a time", allows(atOnce(4), seconds, 50*ms), 200, 8, 1.48, 1},
	{"8 requests at a time for 5 s, then 2", allows(then(atOnce(8), 5*s, atOnce(2)), seconds, 300*ms), 200, 4, 2.35, 8},
	{"8 requests at a time for 5 s, then 2", allows(then(atOnce(8), 5*s, atOnce(2)), nothing, 300*ms), 200, 8, 2.54, 9},
	// It measures how many were accepted in which time, and sends as many. Each that is accepted raises the rate by about a
	// hundredth, until one of ten or twenty is refused. A service that asks for longer waits than its limit needs is slower.
	{"20 a second, 20 saved up", allows(bucket(20, 20), milliseconds, 50*ms), 200, 8, 1.01, 22},
	{"20 a second, 20 saved up", allows(bucket(20, 20), fiveSeconds, 50*ms), 200, 8, 2.11, 4},
	{"20 a second, 20 saved up, in no time", allows(bucket(20, 20), milliseconds, 0), 40, 1, 1.05, 11},
	{"60 a second, 20 saved up", allows(bucket(60, 20), seconds, 50*ms), 200, 8, 1.30, 2},
	{"2 a second, 2 saved up, and each takes 3 s", allows(bucket(2, 2), nothing, 3*s), 60, 8, 1.83, 9},
	// After the first refusal it sends no two together: there is a gap, which is the mean time of a response, divided by
	// twice as many as it sends at a time. Responses of 20 s make gaps of about 4 s, each an eighth shorter than the last.
	{"one in 50 ms, and each takes 50 ms", allows(oneIn(50*ms), seconds, 50*ms), 200, 1, 2.77, 8},
	{"one in 33 ms, and each takes 200 ms", allows(oneIn(33*ms), nothing, 200*ms), 200, 8, 2.17, 8},
	{"20 a second, 20 saved up; all sent before response 100 takes a second", limited.Service{Limit: bucket(20, 20), Latency: 50 * ms, Slow: 100, SlowBy: s}, 200, 8, 1.19, 3},
	{"2 a second, 2 saved up; all sent before the first response takes 20 s", limited.Service{Limit: bucket(2, 2), RetryAfter: seconds, Latency: 50 * ms, Slow: 1, SlowBy: 20 * s}, 40, 2, 1.64, 4},
	// When nothing was refused for 5 s, it also doubles its rate every second, but keeps the gap.
	{"one in 500 ms for 20 s, then 40 a second, 20 saved up", allows(then(oneIn(500*ms), 20*s, bucket(40, 20)), nothing, 50*ms), 600, 8, 1.25, 32},
	{"one in 100 ms for 30 s, then one in 10 ms", allows(then(oneIn(100*ms), 30*s, oneIn(10*ms)), nothing, 50*ms), 600, 8, 1.24, 25},
	{"one in 200 ms, but anything from 10 s to 20 s", allows(then(oneIn(200*ms), 10*s, then(anything(), 10*s, oneIn(200*ms))), nothing, 50*ms), 400, 1, 1.56, 39},
	// It waits as long as the service asks, or else longer and longer, up to 7.5 s, and then sends one request alone.
	{"60 in each minute", allows(window(60, minute), nothing, 50*ms), 200, 8, 1.09, 35},
	{"5 in any second", allows(sliding(5, s), nothing, 50*ms), 200, 8, 1.19, 28},
	{"60 in 10 s, refused ones included, as haproxy counts", allows(haproxy(60, 10*s), nothing, 20*ms), 200, 8, 1.31, 31},
	// After a long pause that came of repeated refusals it is careful, so that there is no second one.
	{"10 a second, 10 saved up, and none for 60 s after 3 refusals", allows(ban(bucket(10, 10), 3, minute), seconds, 50*ms), 600, 1, 2.15, 10},
	{"10 a second, 10 saved up, and none for 60 s after 3 refusals", allows(ban(bucket(10, 10), 3, minute), nothing, 50*ms), 600, 4, 2.27, 26},
	// These refuse in other ways. While other requests succeed, a 503 and a closed connection are refusals like a 429.
	{"5 a second, 5 saved up, and a 503 to others", limited.Service{Limit: bucket(5, 5), Status: 503, Latency: 50 * ms}, 200, 8, 1.01, 24},
	{"one in 50 ms, and a 503 to others", limited.Service{Limit: oneIn(50 * ms), Status: 503, Latency: 50 * ms}, 200, 1, 1.25, 9},
	{"5 a second, 5 saved up, and connections of others are reset", limited.Service{Limit: bucket(5, 5), Resets: true, Latency: 50 * ms}, 200, 8, 1.01, 24},
	// To send less does not help where requests are refused by chance, or each URL once. The client cannot tell that from a limit,
	// and measures a rate from the time that responses take: so 50 calls take 16 s, and where responses take no time 0.1 s.
	{"19 of 20 requests, by chance", allows(chance(0.05), nothing, 50*ms), 200, 8, 4.81, 15},
	{"anything, but each URL is refused once", limited.Service{Limit: anything(), RetryAfter: limited.Zero, FirstRefused: true, Latency: 50 * ms}, 50, 1, 6.59, 50},
	{"anything, but each URL is refused once", limited.Service{Limit: anything(), RetryAfter: limited.Zero, FirstRefused: true, Latency: 50 * ms}, 100, 8, 28.56, 100},
}

func TestLimitedServices(t *testing.T) {
	for _, row := range services {
		says := cmp.Or(row.service.RetryAfter, nothing)
		t.Run(fmt.Sprintf("%s, says %s, %d calls, %d at a time", row.name, says, row.calls, row.parallel), func(t *testing.T) {
			var times []float64
			var refusals []int
			for seed := range uint64(runs) {
				synctest.Test(t, func(t *testing.T) {
					running := row.service.Run(seed)
					client := testclient.Over(t, running, reservations.WithMaxConcurrency(row.parallel))
					succeed(t, client, row.parallel, row.calls)
					times = append(times, running.Over(row.service.Least(row.calls, row.parallel)))
					refusals = append(refusals, running.Refused)
				})
			}
			slices.Sort(times)
			slices.Sort(refusals)
			if slower, refused := times[runs/2], refusals[runs/2]; slower > row.slower || refused > row.refused {
				t.Errorf("the calls take %.2f times as long as they have to, and %d are refused; want %.2f and %d at most",
					slower, refused, row.slower, row.refused)
			}
		})
	}
}

// TestWhatAPaceIsLearnedFrom: neither a time without calls, nor one for which the service asks, nor responses that take
// no time. A program makes 5 calls before a pause, for example, and 2 after it, 2 at a time. At most 15 requests are
// refused. The pause is of 55 s, and the calls after it take from 1 s to 4 s.
func TestWhatAPaceIsLearnedFrom(t *testing.T) {
	strict := allows(then(oneIn(4*s), minute, anything()), nothing, 10*ms) // for a minute
	for name, test := range map[string]struct {
		service                          limited.Service
		before, calls, parallel, refused int
		pause, least, most               time.Duration
	}{
		"it counts after 55 s idle":       {strict, 5, 2, 2, 15, 55 * s, s, 4 * s},
		"it is forgotten after 75 s idle": {strict, 5, 2, 2, 15, 75 * s, 0, 100 * ms},
		"30 a second, and 50 s idle":      {allows(window(30, s), nothing, 50*ms), 20, 130, 8, 20, 50 * s, 4 * s, 7 * s},
		"60 in each 2 minutes":            {allows(window(60, 2*minute), seconds, 50*ms), 0, 600, 8, 14, 0, 18 * minute, 19 * minute},
		"each URL refused once, at once":  {limited.Service{Limit: anything(), FirstRefused: true}, 0, 50, 8, 50, 0, 0, 7 * s},
	} {
		inBubble(t, name, func(t *testing.T) {
			running := test.service.Run(1)
			patient := reservations.WithRetry(reservations.RetryPolicy{MaxRetryAfter: 2 * minute, MaxElapsed: 60 * minute})
			client := testclient.Over(t, running, patient)
			succeed(t, client, test.parallel, test.before)
			time.Sleep(test.pause) // virtual
			start := time.Now()
			succeed(t, client, test.parallel, test.calls)
			if took := time.Since(start); took < test.least || took > test.most || running.Refused > test.refused {
				t.Errorf("the calls take %v, and %d are refused; want %v to %v, and %d at most",
					took, running.Refused, test.least, test.most, test.refused)
			}
		})
	}
}

// succeed makes so many calls, so many of them in parallel.
func succeed(t *testing.T, client *reservations.Client, parallel, calls int) {
	var id atomic.Int64 // so that all URLs differ
	failed := inParallel(parallel, calls, func() error { _, err := client.Guests.Get(t.Context(), id.Add(1)); return err })
	if len(failed) > 0 {
		t.Errorf("%d calls fail, for example with: %v", len(failed), failed[0])
	}
}

// allows is a service that says this when it refuses a request.
func allows(limit limit, says limited.RetryAfter, latency time.Duration) limited.Service {
	return limited.Service{Limit: limit, RetryAfter: says, Latency: latency}
}

type limit = func() limited.Limit

func anything() limit                         { return atOnce(0) }
func atOnce(most int) limit                   { return anew(limited.Parallel{Most: most}) }
func bucket(rate, burst float64) limit        { return anew(limited.Bucket{Rate: rate, Burst: burst}) }
func oneIn(d time.Duration) limit             { return bucket(1/d.Seconds(), 1) }
func chance(part float64) limit               { return anew(limited.Chance{Part: part}) }
func window(most int, d time.Duration) limit  { return anew(limited.Fixed{Most: most, Length: d}) }
func sliding(most int, d time.Duration) limit { return anew(limited.Sliding{Most: most, Length: d}) }
func haproxy(most int, d time.Duration) limit { return anew(limited.Frequency{Most: most, Period: d}) }

// anew makes a copy of a limit for each run.
func anew[L any, P interface {
	*L
	limited.Limit
}](l L) limit {
	return func() limited.Limit { running := l; return P(&running) }
}

func ban(limit limit, refusals int, length time.Duration) limit {
	return func() limited.Limit { return &limited.Ban{Limit: limit(), Refusals: refusals, Length: length} }
}

func then(first limit, lasts time.Duration, next limit) limit {
	return func() limited.Limit {
		return &limited.Phases{Of: []limited.Phase{{Limit: first(), Lasts: lasts}, {Limit: next()}}}
	}
}
