// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFirstComeFirstServed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tr := newTest(newScript(slow(status(200)), slow(asks(429, "5")), slow(status(200))), one)
		var mu sync.Mutex
		var order []int
		var calls sync.WaitGroup
		for i := range 6 {
			calls.Go(func() {
				get(tr)
				mu.Lock()
				defer mu.Unlock()
				order = append(order, i)
			})
			synctest.Wait()
		}
		calls.Wait()
		if diff := cmp.Diff([]int{0, 1, 2, 3, 4, 5}, order); diff != "" {
			t.Errorf("calls ended (-want +got), although the second was refused once:\n%s", diff)
		}
	})
}

func TestCancelInTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(slow(status(200)))
		tr := newTest(s, one)
		go get(tr)
		go get(tr)
		synctest.Wait()
		if tr.queue.timer != nil {
			t.Error("a timer runs although only the response can make room")
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(sec/2, cancel)
		start := time.Now()
		if _, err := send(ctx, tr, Read); !errors.Is(err, context.Canceled) || time.Since(start) != sec/2 {
			t.Errorf("got %v after %v, want Canceled after 500ms", err, time.Since(start))
		}
		if _, err := get(tr); err != nil || len(s.at) != 3 || s.at[1] != sec || s.at[2] != 2*sec {
			t.Errorf("attempts at %v (%v), want the next at 1s and 2s", s.at, err)
		}
	})
}

// lately is a context that ends while a call gets in line.
type lately struct {
	context.Context
	done func() <-chan struct{}
	over bool
}

func (l *lately) Done() <-chan struct{} { l.over = true; return l.done() }

func (l *lately) Err() error {
	if l.over {
		return context.Canceled
	}
	return nil
}

// TestTheEndAndTheTurnTogether: a call whose context ends as its turn comes, or as the pause
// sends it away, leaves its place to the next.
func TestTheEndAndTheTurnTogether(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	close(ended)
	patient := func(time.Time, time.Time) (string, error) { return "", nil }
	for name, end := range map[string]struct {
		first    func(*throttle, permit)
		obstacle string
	}{
		"its turn":  {func(t *throttle, p permit) { t.release(p, time.Now()) }, ""},
		"sent away": {func(t *throttle, p permit) { t.refuse(p, time.Now(), 10*sec, true) }, "too long"},
	} {
		inBubble(t, name, func(t *testing.T) {
			admitted := 0
			for range 100 { // either may win
				q := &queue{throttle: newThrottle(1, sec, 10*sec)}
				first, err := q.enter(t.Context(), 1, patient)
				if err != nil {
					t.Fatal(err)
				}
				var next permit
				var others sync.WaitGroup
				ctx := &lately{Context: t.Context(), done: func() <-chan struct{} {
					others.Go(func() { next, _ = q.enter(t.Context(), 3, patient) })
					synctest.Wait()
					q.do(func(t *throttle) { end.first(t, first) })
					return ended
				}}
				p, err := q.enter(ctx, 2, func(time.Time, time.Time) (string, error) { return end.obstacle, nil })
				if err == nil {
					admitted++
					q.do(func(t *throttle) { t.release(p, time.Now()) })
				}
				others.Wait()
				q.do(func(t *throttle) { t.release(next, time.Now()) })
				if n := q.throttle.inFlight; n != 0 || len(q.waiting) != 0 {
					t.Fatalf("%d requests are in flight and %d wait", n, len(q.waiting))
				}
			}
			if (admitted == 0) != (end.obstacle != "") {
				t.Errorf("%d of 100 calls were admitted", admitted)
			}
		})
	}
}

// TestABodyKeepsThePlace: a request is in flight until its response has been read.
func TestABodyKeepsThePlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(lateBody(5*sec, status(200)), status(200))
		tr := newTest(s, one)
		together(2, func() { get(tr) })
		if len(s.at) != 2 || s.at[1] != 5*sec {
			t.Errorf("attempts at %v, want the second at 5s", s.at)
		}
	})
}

// TestAFailureTeachesNoRate: no response is neither accepted nor refused.
func TestAFailureTeachesNoRate(t *testing.T) {
	t.Parallel()
	for responses, accepted := range map[string]int{
		"reset 200": 1, "cut 200": 1, "503 200": 1, "500 200": 2, "404": 1, "429/86400": 0,
	} {
		inBubble(t, responses, func(t *testing.T) {
			tr := newTest(newScript(stepsOf(responses)...))
			get(tr)
			if th := tr.queue.throttle; th.accepted != accepted || th.inFlight != 0 {
				t.Errorf("%d requests count as accepted and %d as in flight, want %d and none", th.accepted, th.inFlight, accepted)
			}
		})
	}
}
