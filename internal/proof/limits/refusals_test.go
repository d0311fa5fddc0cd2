// SPDX-License-Identifier: MIT

package limits_test

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestWhatIsARefusal: a refusal is no failed attempt, and makes all calls of the client wait. After an earlier call,
// one gets an answer six times, and then a success. When its first attempt has ended, another call is made.
func TestWhatIsARefusal(t *testing.T) {
	for name, test := range map[string]struct{ before, answer, call, want string }{
		"429":                            {"200", "429", read, "attempts: 7, others wait"},
		"429 to a write":                 {"200", "429", write, "attempts: 7, others wait"},
		"429 for longer than the policy": {"200", "429/86400", read, "attempts: 1"},
		"503 after a success":            {"200", "503", read, "attempts: 7, others wait"},
		"503 to everything":              {"", "503", read, "attempts: 5"},
		"503 after a 429 for a day":      {"429/86400", "503", read, "attempts: 5"}, // which is no success
		"503 after a 503 for a day":      {"503/86400", "503", read, "attempts: 5"},
		"503 with a time":                {"", "503/1", read, "attempts: 5, others wait"},
		"503 with a time after success":  {"200", "503/1", read, "attempts: 7, others wait"},
		"503 to a write":                 {"200", "503", write, "attempts: 1, others wait"},
		"503 with a time to a write":     {"", "503/1", write, "attempts: 1, others wait"},
		"a reset after a success":        {"200", "reset", read, "attempts: 7, others wait"},
		"a reset always":                 {"", "reset", read, "attempts: 5"},
		"a reset of a write":             {"200", "reset", write, "attempts: 1, others wait"},
		"no connection after a success":  {"200", "refused", read, "attempts: 5"},
		"500 after a success":            {"200", "500", read, "attempts: 5"},
	} {
		inBubble(t, name, func(t *testing.T) {
			earlier := answersOf(test.before)
			serves := serving(append(earlier, answersOf(strings.Repeat(test.answer+" ", 6)+"200")...)...)
			other := serving(fails(errOther)) // which neither accepts nor refuses
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				return map[string]*script{"/other": other, "/read": serves, "/write": serves}[r.URL.Path].RoundTrip(r)
			}))
			for range earlier {
				_ = send(t.Context(), c, read)
			}
			go func() { _ = send(t.Context(), c, test.call) }()
			synctest.Wait() // no time passes until the first attempt has ended
			go func() { _ = send(t.Context(), c, "GET /other") }()
			time.Sleep(10 * minute) // virtual: both calls end
			synctest.Wait()
			got := fmt.Sprint("attempts: ", len(serves.sent)-len(earlier))
			if other.sent[0] > 0 {
				got += ", others wait"
			}
			if got != test.want {
				t.Errorf("got %s; want %s; the other call is sent after %v", got, test.want, other.sent)
			}
		})
	}
}

// TestACallThatIsAlwaysRefused fails in the end. While others are accepted, something in it is the reason, and it keeps
// none waiting. Without others, it fails after the longest wait of the policy, of 30 s, and the ordinary retries.
func TestACallThatIsAlwaysRefused(t *testing.T) {
	for name, test := range map[string]struct {
		others      int
		least, most time.Duration
	}{
		"others are accepted": {1200, 0, 30 * s}, "no others": {0, 30 * s, minute},
	} {
		inBubble(t, name, func(t *testing.T) {
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
			inParallel(4, test.others, func() error { return send(t.Context(), c, read) })
			calls.Wait()
		})
	}
}

// TestWaits: how long a call waits before each of its attempts. A wait of the client's own varies by a quarter, which ~
// allows: "~1s" is 750 ms to 1.25 s, so that clients that were refused together come back apart. A wait that the
// service names is exact. The end of each attempt announces the wait.
func TestWaits(t *testing.T) {
	for name, test := range map[string]struct{ answers, waits string }{
		"429 at the longest":            {"429/60 200", "1m0s"},
		"429 beyond the longest":        {"429/61 200", "fails"},
		"429 without a time":            {"429 429 429 200", "~111ms ~222ms ~444ms"},
		"429 at once, but not forever":  {"429/0 429/0 429/0 200", "0s ~222ms ~444ms"},
		"429 with less than the wait":   {"429/2 429/2 429/2 429/2 429/2 429/2 200", "2s 2s 2s 2s 2s ~3.6s"},
		"429 with a reset":              {"429?9 200", "9s"},
		"429 with a reset too late":     {"429?61 200", "~111ms"},
		"429 with a reset now":          {"429?0 200", "~111ms"},
		"429 is no failed attempt":      {strings.Repeat("429/7.5 ", 15) + "200", strings.Repeat("7.5s ", 15)},
		"429 for two minutes":           {"429/50", "50s 50s fails"},
		"503 five times":                {"503", "~500ms ~1s ~2s ~4s fails"},
		"503 names a time":              {"503/20 200", "20s"},
		"503 names less than the wait":  {"503/0 200", "~500ms"},
		"429 among 503":                 {"503 429/1 503 429/1 503 429/1 503 200", "~500ms 1s ~1s 1s ~2s 1s ~4s"},
		"never a response in 2 minutes": {"hang", "~500ms ~1s ~2s fails"},
	} {
		inBubble(t, name, func(t *testing.T) {
			text, fails := strings.CutSuffix(test.waits, "fails")
			waits := strings.Fields(text)
			var clients [2][]reservations.Attempt
			for i := range clients {
				c := testclient.Over(t, serving(answersOf(test.answers)...), ends(&clients[i]))
				if err := send(t.Context(), c, read); (err != nil) != fails || len(clients[i]) != len(waits)+1 {
					t.Fatalf("%d attempts, and then %v; want waits of %v between them", len(clients[i]), err, test.waits)
				}
			}
			for i, wait := range waits {
				text, varies := strings.CutPrefix(wait, "~")
				want := duration(text)
				quarter := map[bool]time.Duration{true: want / 4}[varies]
				got, other := clients[0][i+1].Waited, clients[1][i+1].Waited
				if (got-want).Abs() > quarter || got != clients[0][i].RetryIn || varies && got == other {
					t.Errorf("attempt %d comes after %v, of another client after %v, and %v are announced; want %s",
						i+2, got, other, clients[0][i].RetryIn, wait)
				}
			}
		})
	}
}

// TestRefusedForGood: a service that refuses everything gets at most 40 requests in two minutes, whatever time it names and
// however short the waits of the policy are.
func TestRefusedForGood(t *testing.T) {
	for _, answer := range []string{"429", "429/0", "429/0.9", "429?0.1"} {
		for _, longest := range []time.Duration{1, 10 * ms, 30 * s} {
			inBubble(t, fmt.Sprintf("%s, waits of %v", answer, longest), func(t *testing.T) {
				policy := reservations.RetryPolicy{MinWait: max(1, longest/60), MaxWait: longest}
				refusing := serving(answersOf(answer)...)
				err := send(t.Context(), testclient.Over(t, refusing, reservations.WithRetry(policy)), read)
				if err == nil || len(refusing.sent) > 40 {
					t.Errorf("%d requests are sent, and the call ends with %v", len(refusing.sent), err)
				}
			})
		}
	}
}

// TestWaitsBeyondTheDeadline are reasons not to wait at all. They are named without digits that do not matter. The longest
// wait that a policy can ask for, of 292 years, is no short one.
func TestWaitsBeyondTheDeadline(t *testing.T) {
	const longest = math.MaxInt64
	for answer, wait := range map[string]string{"429/0.850449": "850ms", "429/1.2649": "1.3s", "503": ""} {
		inBubble(t, answer, func(t *testing.T) {
			refusing := serving(answersOf(answer)...)
			policy := reservations.WithRetry(reservations.RetryPolicy{MinWait: longest, MaxWait: longest, MaxElapsed: longest})
			err := send(t.Context(), testclient.Over(t, refusing, policy), read, reservations.WithCallTimeout(s/2))
			text, passes := strings.CutSuffix(fmt.Sprint(err), " would pass the deadline of the call")
			if !passes || !strings.Contains(text, "the next wait of "+wait) || len(refusing.sent) != 1 {
				t.Errorf("got %v after %d requests, want a wait of %s after one", err, len(refusing.sent), wait)
			}
		})
	}
}
