// SPDX-License-Identifier: MIT

package limits_test

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestARefusalIsNoFailedAttemptAndOthersWait: another call is made when the first attempt of a call has ended.
func TestARefusalIsNoFailedAttemptAndOthersWait(t *testing.T) {
	for name, test := range map[string]struct {
		before     answer // to an earlier call, nil if there was none
		answer     answer // to the first six attempts of the call; then it succeeds
		call       string
		attempts   int
		othersWait bool
	}{
		"429":                            {before: success, answer: status(429), call: read, attempts: 7, othersWait: true},
		"429 to a write":                 {before: success, answer: status(429), call: write, attempts: 7, othersWait: true},
		"429 for longer than the policy": {before: success, answer: retryAfter(429, "86400"), call: read, attempts: 1},
		"503 after a success":            {before: success, answer: status(503), call: read, attempts: 7, othersWait: true},
		"503 to everything":              {answer: status(503), call: read, attempts: 5},
		"503 after a 429 for a day":      {before: retryAfter(429, "86400"), answer: status(503), call: read, attempts: 5}, // which is no success
		"503 after a 503 for a day":      {before: retryAfter(503, "86400"), answer: status(503), call: read, attempts: 5},
		"503 with a time":                {answer: retryAfter(503, "1"), call: read, attempts: 5, othersWait: true},
		"503 with a time after success":  {before: success, answer: retryAfter(503, "1"), call: read, attempts: 7, othersWait: true},
		"503 to a write":                 {before: success, answer: status(503), call: write, attempts: 1, othersWait: true},
		"503 with a time to a write":     {answer: retryAfter(503, "1"), call: write, attempts: 1, othersWait: true},
		"a reset after a success":        {before: success, answer: reset, call: read, attempts: 7, othersWait: true},
		"a reset always":                 {answer: reset, call: read, attempts: 5},
		"a reset of a write":             {before: success, answer: reset, call: write, attempts: 1, othersWait: true},
		"no connection after a success":  {before: success, answer: refused, call: read, attempts: 5},
		"500 after a success":            {before: success, answer: status(500), call: read, attempts: 5},
	} {
		testkit.InBubble(t, name, func(t *testing.T) {
			all, earlier := times(6, test.answer, success), 0
			if test.before != nil {
				all, earlier = append(answers{test.before}, all...), 1
			}
			serves := testkit.Serving(all...)
			other := testkit.Serving(other) // which neither accepts nor refuses
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				return map[string]*testkit.Script{"/other": other, "/read": serves, "/write": serves}[r.URL.Path].RoundTrip(r)
			}))
			for range earlier {
				_ = send(t.Context(), c, read)
			}
			go func() { _ = send(t.Context(), c, test.call) }()
			synctest.Wait() // no time passes until the first attempt has ended
			go func() { _ = send(t.Context(), c, "GET /other") }()
			time.Sleep(10 * minute) // virtual: both calls end
			synctest.Wait()
			attempts, waited := len(serves.Sent)-earlier, other.Sent[0]
			if attempts != test.attempts || (waited > 0) != test.othersWait {
				t.Errorf("%d attempts, want %d; the other call waits %v, want a wait: %t", attempts, test.attempts, waited, test.othersWait)
			}
		})
	}
}

// TestACallThatIsAlwaysRefusedFails: while others are accepted, something in the call is the reason, and it keeps
// none waiting. Without others, it fails after the longest wait of the policy, of 30 s, and the ordinary retries.
func TestACallThatIsAlwaysRefusedFails(t *testing.T) {
	for name, test := range map[string]struct {
		others      int
		least, most time.Duration
	}{"others are accepted": {others: 1200, most: 30 * s}, "no others": {least: 30 * s, most: minute}} {
		testkit.InBubble(t, name, func(t *testing.T) {
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				return after(50*ms, status(map[string]int{"/broken": 503, "/read": 200}[r.URL.Path]))(r)
			}))
			_ = send(t.Context(), c, read)
			var calls sync.WaitGroup
			start := time.Now()
			calls.Go(func() {
				err := send(t.Context(), c, "GET /broken")
				if took := time.Since(start); err == nil || took < test.least || took > test.most {
					t.Errorf("got %v after %v, want the 503 in %v to %v", err, took, test.least, test.most)
				}
			})
			time.Sleep(25 * ms) // virtual: it is in flight
			if test.others > 0 {
				if err := send(t.Context(), c, read); err != nil || time.Since(start) > 2*s {
					t.Errorf("the next call takes %v and ends with %v, want less than two seconds", time.Since(start), err)
				}
			}
			testkit.InParallel(4, test.others, func() error { return send(t.Context(), c, read) })
			calls.Wait()
		})
	}
}

// wait is the time before an attempt. The client's own waits vary by a quarter, so that clients that were refused
// together come back apart: about(s) is 750 ms to 1.25 s. A wait that the service names is exact.
type wait struct{ time, quarter time.Duration }
type waits = []wait

func about(d time.Duration) wait   { return wait{d, d / 4} }
func exactly(d time.Duration) wait { return wait{d, 0} }

// TestWaitsDoubleUnlessTheServiceNamesThem: the end of an attempt announces the wait after it.
func TestWaitsDoubleUnlessTheServiceNamesThem(t *testing.T) {
	busy, down, inASecond := status(429), status(503), retryAfter(429, "1")
	resetIn := func(seconds string) testkit.RoundTripper { return status(429, "RateLimit-Reset", seconds) }
	for name, test := range map[string]struct {
		answers answers
		waits   waits
		fails   bool
	}{
		"429 at the longest":            {answers: answers{retryAfter(429, "60"), success}, waits: waits{exactly(minute)}},
		"429 beyond the longest":        {answers: answers{retryAfter(429, "61"), success}, fails: true},
		"429 without a time":            {answers: times(3, busy, success), waits: waits{about(111 * ms), about(222 * ms), about(444 * ms)}},
		"429 at once, but not forever":  {answers: times(3, retryAfter(429, "0"), success), waits: waits{exactly(0), about(222 * ms), about(444 * ms)}},
		"429 with less than the wait":   {answers: times(6, retryAfter(429, "2"), success), waits: append(slices.Repeat(waits{exactly(2 * s)}, 5), about(3600*ms))},
		"429 with a reset":              {answers: answers{resetIn("9"), success}, waits: waits{exactly(9 * s)}},
		"429 with a reset too late":     {answers: answers{resetIn("61"), success}, waits: waits{about(111 * ms)}},
		"429 with a reset now":          {answers: answers{resetIn("0"), success}, waits: waits{about(111 * ms)}},
		"429 is no failed attempt":      {answers: times(15, retryAfter(429, "7.5"), success), waits: slices.Repeat(waits{exactly(7500 * ms)}, 15)},
		"429 for two minutes":           {answers: answers{retryAfter(429, "50")}, waits: waits{exactly(50 * s), exactly(50 * s)}, fails: true},
		"503 five times":                {answers: answers{down}, waits: waits{about(500 * ms), about(s), about(2 * s), about(4 * s)}, fails: true},
		"503 names a time":              {answers: answers{retryAfter(503, "20"), success}, waits: waits{exactly(20 * s)}},
		"503 names less than the wait":  {answers: answers{retryAfter(503, "0"), success}, waits: waits{about(500 * ms)}},
		"never a response in 2 minutes": {answers: answers{testclient.Hangs}, waits: waits{about(500 * ms), about(s), about(2 * s)}, fails: true},
		"429 among 503": {answers: answers{down, inASecond, down, inASecond, down, inASecond, down, success},
			waits: waits{about(500 * ms), exactly(s), about(s), exactly(s), about(2 * s), exactly(s), about(4 * s)}},
	} {
		testkit.InBubble(t, name, func(t *testing.T) {
			var clients [2][]reservations.Attempt
			for i := range clients {
				c := testclient.Over(t, testkit.Serving(test.answers...), ends(&clients[i]))
				if err := send(t.Context(), c, read); (err != nil) != test.fails || len(clients[i]) != len(test.waits)+1 {
					t.Fatalf("%d attempts, and then %v; want %d, and a failure: %t", len(clients[i]), err, len(test.waits)+1, test.fails)
				}
			}
			for i, want := range test.waits {
				got, other := clients[0][i+1].Waited, clients[1][i+1].Waited
				if (got-want.time).Abs() > want.quarter || got != clients[0][i].RetryIn || want.quarter > 0 && got == other {
					t.Errorf("attempt %d comes after %v, of another client after %v, and %v are announced; want %v, give or take %v",
						i+2, got, other, clients[0][i].RetryIn, want.time, want.quarter)
				}
			}
		})
	}
}

// TestAServiceThatRefusesEverythingGetsFewRequests: at most 40 are sent in two minutes, whatever it and the policy say.
func TestAServiceThatRefusesEverythingGetsFewRequests(t *testing.T) {
	for name, answer := range map[string]testkit.RoundTripper{
		"429": status(429), "Retry-After: 0": retryAfter(429, "0"), "Retry-After: 0.9": retryAfter(429, "0.9"),
		"RateLimit-Reset: 0.1": status(429, "RateLimit-Reset", "0.1"),
	} {
		for _, longest := range []time.Duration{1, 10 * ms, 30 * s} {
			testkit.InBubble(t, fmt.Sprintf("%s, waits of %v", name, longest), func(t *testing.T) {
				policy := reservations.RetryPolicy{MinWait: max(1, longest/60), MaxWait: longest}
				refusing := testkit.Serving(answer)
				err := send(t.Context(), testclient.Over(t, refusing, reservations.WithRetry(policy)), read)
				if err == nil || len(refusing.Sent) > 40 {
					t.Errorf("%d requests are sent, and the call ends with %v", len(refusing.Sent), err)
				}
			})
		}
	}
}

// TestAWaitBeyondTheDeadlineFailsAtOnce: the error names the wait, without digits that do not matter. The longest
// wait that a policy can ask for, of 292 years, is not taken for a short one.
func TestAWaitBeyondTheDeadlineFailsAtOnce(t *testing.T) {
	const longest = math.MaxInt64
	for wait, answer := range map[string]testkit.RoundTripper{
		"850ms": retryAfter(429, "0.850449"), "1.3s": retryAfter(429, "1.2649"), "": status(503), // the policy's own
	} {
		testkit.InBubble(t, wait, func(t *testing.T) {
			refusing := testkit.Serving(answer)
			policy := reservations.WithRetry(reservations.RetryPolicy{MinWait: longest, MaxWait: longest, MaxElapsed: longest})
			err := send(t.Context(), testclient.Over(t, refusing, policy), read, reservations.WithCallTimeout(s/2))
			text, passes := strings.CutSuffix(fmt.Sprint(err), " would pass the deadline of the call")
			if !passes || !strings.Contains(text, "the next wait of "+wait) || len(refusing.Sent) != 1 {
				t.Errorf("got %v after %d requests, want a wait of %s after one", err, len(refusing.Sent), wait)
			}
		})
	}
}
