// SPDX-License-Identifier: MIT

package limits_test

import (
	"context"
	"errors"
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

// TestWhatIsARefusal: a refusal is no failed attempt, and makes all calls of the client wait. A call gets the answer six
// times, and then a success.
func TestWhatIsARefusal(t *testing.T) {
	for name, test := range map[string]struct {
		successes int // before
		answer    string
		call      func(context.Context, *reservations.Client, ...reservations.CallOption) error
		attempts  int  // of the call
		waits     bool // another call, made when the first attempt has ended, is not sent at once
	}{
		"429":                            {1, "429", read, 7, true},
		"429 to a write":                 {1, "429", write, 7, true},
		"429 for longer than the policy": {1, "429/86400", read, 1, false},
		"503 after a success":            {1, "503", read, 7, true},
		"503 to everything":              {0, "503", read, 5, false},
		"503 with a time":                {0, "503/1", read, 5, true},
		"503 with a time after success":  {1, "503/1", read, 7, true},
		"503 to a write":                 {1, "503", write, 1, true},
		"503 with a time to a write":     {0, "503/1", write, 1, true},
		"a reset after a success":        {1, "reset", read, 7, true},
		"a reset always":                 {0, "reset", read, 5, false},
		"a reset of a write":             {1, "reset", write, 1, true},
		"no connection after a success":  {1, "refused", read, 5, false},
		"500 after a success":            {1, "500", read, 5, false},
	} {
		inBubble(t, name, func(t *testing.T) {
			refusing := serving(answersOf(strings.Repeat("200 ", test.successes) + strings.Repeat(test.answer+" ", 6) + "200")...)
			other := time.Duration(-1) // when its request comes
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				if r.URL.Path != "/other" {
					return refusing.RoundTrip(r)
				}
				other = time.Since(refusing.start)
				return nil, errOther // which is neither accepted nor refused
			}))
			for range test.successes {
				_ = read(t.Context(), c)
			}
			go func() { _ = test.call(t.Context(), c) }()
			synctest.Wait() // no time passes until the first attempt has ended
			go func() { _ = get(t.Context(), c, "/other") }()
			time.Sleep(10 * minute) // virtual: both calls end
			synctest.Wait()
			attempts := len(refusing.sent) - test.successes
			if waited := other > 0; attempts != test.attempts || other < 0 || waited != test.waits {
				t.Errorf("%d attempts, and the other call is sent after %v; want %d attempts, and that it waits: %t",
					attempts, other, test.attempts, test.waits)
			}
		})
	}
}

// TestAnOutageAfterSuccesses: 503 to everything ends a call when the longest wait of the policy, of 30 s, and the ordinary
// retries are over.
func TestAnOutageAfterSuccesses(t *testing.T) {
	inBubble(t, "503", func(t *testing.T) {
		c := testclient.Over(t, serving(answersOf(strings.Repeat("200 ", 20)+"503")...))
		for range 20 {
			_ = read(t.Context(), c)
		}
		start := time.Now()
		err := read(t.Context(), c)
		if took := time.Since(start); err == nil || took < 30*s || took > minute {
			t.Errorf("got %v after %v, want the 503 after half a minute to a minute", err, took)
		}
	})
}

// TestACallThatIsAlwaysRefused, while others are accepted, fails in the end, because something in it is the reason. It does not
// keep the next one waiting.
func TestACallThatIsAlwaysRefused(t *testing.T) {
	inBubble(t, "four others", func(t *testing.T) {
		c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			return after(50*ms, status(map[string]int{"/broken": 503, "/read": 200}[r.URL.Path]))(r)
		}))
		_ = read(t.Context(), c)
		start := time.Now()
		var broken sync.WaitGroup
		broken.Go(func() {
			if err := get(t.Context(), c, "/broken"); err == nil || time.Since(start) > 30*s {
				t.Errorf("got %v after %v, want the 503 within 30 s", err, time.Since(start))
			}
		})
		time.Sleep(25 * ms) // virtual: it is in flight
		if err := read(t.Context(), c); err != nil || time.Since(start) > 2*s {
			t.Errorf("the next call takes %v and ends with %v, want less than two seconds", time.Since(start), err)
		}
		inParallel(4, 1200, func() error { return read(t.Context(), c) })
		broken.Wait()
	})
}

// TestWaits: how long a call waits before each of its attempts. A wait of the client's own varies by a quarter, which ~
// allows: "~1s" is 750 ms to 1.25 s. A wait that the service names is exact. The end of each attempt announces the wait.
func TestWaits(t *testing.T) {
	for name, test := range map[string]struct {
		answers string // as answersOf reads them
		waits   string // between the attempts
		fails   bool
	}{
		"429 in seconds":                {"429/7 200", "7s", false},
		"429 at the longest":            {"429/60 200", "1m0s", false},
		"429 beyond the longest":        {"429/61 200", "", true},
		"429 beyond all times":          {"429/9223372037 200", "", true},
		"429 without a time":            {"429 429 429 200", "~111ms ~222ms ~444ms", false},
		"429 at once, but not forever":  {"429/0 429/0 429/0 200", "0s ~222ms ~444ms", false},
		"429 with less than the wait":   {"429/2 429/2 429/2 429/2 429/2 429/2 200", "2s 2s 2s 2s 2s ~3.6s", false},
		"429 with a reset":              {"429?9 200", "9s", false},
		"429 with a reset too late":     {"429?61 200", "~111ms", false},
		"429 with a reset soon":         {"429?0.05 200", "50ms", false},
		"429 with a reset now":          {"429?0 200", "~111ms", false},
		"429 is no failed attempt":      {strings.Repeat("429/7.5 ", 15) + "200", strings.Repeat("7.5s ", 15), false},
		"429 for two minutes":           {"429/50", "50s 50s", true},
		"503 five times":                {"503", "~500ms ~1s ~2s ~4s", true},
		"503 names a time":              {"503/20 200", "20s", false},
		"503 names less than the wait":  {"503/0 200", "~500ms", false},
		"429 among 503":                 {"503 429/1 503 429/1 503 429/1 503 200", "~500ms 1s ~1s 1s ~2s 1s ~4s", false},
		"no response once":              {"hang 200", "~500ms", false},
		"never a response in 2 minutes": {"hang", "~500ms ~1s ~2s", true},
	} {
		inBubble(t, name, func(t *testing.T) {
			waits := strings.Fields(test.waits)
			var waited, announced []time.Duration
			hooks := reservations.Hooks{
				AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context {
					waited = append(waited, a.Waited)
					return ctx
				},
				AttemptEnd: func(_ context.Context, a reservations.Attempt) { announced = append(announced, a.RetryIn) },
			}
			err := read(t.Context(), testclient.Over(t, serving(answersOf(test.answers)...), reservations.WithHooks(hooks)))
			if (err != nil) != test.fails || len(waited) != len(waits)+1 {
				t.Fatalf("the call waits for %v, and ends with %v; want waits of %v", waited, err, waits)
			}
			for i, wait := range waits {
				text, varies := strings.CutPrefix(wait, "~")
				want := duration(text)
				quarter := time.Duration(0)
				if varies {
					quarter = want / 4
				}
				if got := waited[i+1]; (got-want).Abs() > quarter || got != announced[i] {
					t.Errorf("attempt %d comes after %v, and %v are announced; want %s", i+2, got, announced[i], wait)
				}
			}
		})
	}
}

// TestWaitsDiffer, so that clients that were refused together do not come back together.
func TestWaitsDiffer(t *testing.T) {
	for _, answers := range []string{"429 200", "503 200"} {
		inBubble(t, answers, func(t *testing.T) {
			seen := map[time.Duration]bool{}
			for range 100 {
				refusing := serving(answersOf(answers)...)
				_ = read(t.Context(), testclient.Over(t, refusing))
				seen[refusing.sent[1]] = true
			}
			if len(seen) < 50 {
				t.Errorf("100 clients wait for %d times", len(seen))
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
				if err := read(t.Context(), testclient.Over(t, refusing, reservations.WithRetry(policy))); err == nil || len(refusing.sent) > 40 {
					t.Errorf("%d requests are sent, and the call ends with %v", len(refusing.sent), err)
				}
			})
		}
	}
}

// TestWaitsBeyondTheDeadline are reasons not to wait at all. They are named without digits that do not matter. The longest
// wait that a policy can ask for, of 292 years, is no short one.
func TestWaitsBeyondTheDeadline(t *testing.T) {
	for answer, test := range map[string]struct {
		timeout time.Duration
		wait    string
	}{
		"429/0.850449": {s / 2, "850ms"}, "429/1.2649": {s / 2, "1.3s"}, "503": {50 * 365 * 24 * time.Hour, ""},
	} {
		inBubble(t, answer, func(t *testing.T) {
			refusing := serving(answersOf(answer)...)
			long := reservations.RetryPolicy{MinWait: math.MaxInt64, MaxWait: math.MaxInt64, MaxElapsed: math.MaxInt64}
			err := read(t.Context(), testclient.Over(t, refusing, reservations.WithRetry(long)), reservations.WithCallTimeout(test.timeout))
			if reason := fmt.Sprint(err); !strings.Contains(reason, "the next wait of "+test.wait) ||
				!strings.Contains(reason, " would pass the deadline") || len(refusing.sent) != 1 {
				t.Errorf("got %v after %d requests, want a wait of %s after one", err, len(refusing.sent), test.wait)
			}
		})
	}
}

// TestEachAttemptAsksTheLimiter, whatever the attempt before it came to.
func TestEachAttemptAsksTheLimiter(t *testing.T) {
	for _, answers := range []string{"cut cut 200", "503 503 200", "429/1 429/1 200", "reset 503/1 200"} {
		inBubble(t, answers, func(t *testing.T) {
			asked, serves := 0, serving(answersOf(answers)...)
			err := read(t.Context(), testclient.Over(t, serves, reservations.WithLimiter(limiter(func() error { asked++; return nil }))))
			if err != nil || asked != 3 || len(serves.sent) != 3 {
				t.Errorf("the limiter was asked %d times for %d requests, error %v", asked, len(serves.sent), err)
			}
		})
	}
}

// TestALongRefusalIsNoSuccess: after a refusal that asks for a longer wait than the policy allows, a 503 is still an outage, and
// no refusal among successes. So it is tried five times.
func TestALongRefusalIsNoSuccess(t *testing.T) {
	for _, refusal := range []string{"429/86400", "503/86400"} {
		inBubble(t, refusal, func(t *testing.T) {
			serves := serving(answersOf(refusal + " 503")...)
			c := testclient.Over(t, serves)
			refused, outage := read(t.Context(), c), read(t.Context(), c)
			if refused == nil || !errors.Is(outage, reservations.ErrServer) || len(serves.sent) != 1+5 {
				t.Errorf("%v, and then %v after %d requests in all", refused, outage, len(serves.sent))
			}
		})
	}
}
