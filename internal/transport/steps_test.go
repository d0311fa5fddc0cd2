// SPDX-License-Identifier: MIT

package transport

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// stepsTest drives a throttle by hand. Its steps are words with a comma after each: what is done,
// the numbers of requests in the order in which they were sent, from the end if they are negative,
// and a time. stepFuncs has all of them.
type stepsTest struct {
	name  string
	most  int // in flight
	steps string
}

func runSteps(t *testing.T, tests []stepsTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			newSteps(t, test.most).run(test.steps)
		})
	}
}

// times repeats some steps.
func times(n int, steps string) string { return strings.Repeat(steps+", ", n) }

// steps is a throttle with its clock, which starts at 0, and the permits of all requests.
type steps struct {
	*testing.T
	th    *throttle
	start time.Time
	now   time.Duration
	sent  []permit
}

// newSteps has a first cool-down of 100 ms and a longest of 8 s.
func newSteps(t *testing.T, most int) *steps {
	return &steps{T: t, th: newThrottle(most, 100*ms, 8*sec), start: time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)}
}

func (s *steps) clock() time.Time { return s.start.Add(s.now) }

// run takes one step after the other.
func (s *steps) run(script string) {
	s.Helper()
	for step := range strings.SplitSeq(script, ",") {
		words := strings.Fields(step)
		if len(words) == 0 {
			continue
		}
		var a stepArgs
		for _, word := range words[1:] {
			text, unnamed := strings.CutPrefix(word, "~")
			a.unnamed = a.unnamed || unnamed
			if n, err := strconv.Atoi(text); err == nil {
				a.numbers = append(a.numbers, n)
			} else if d, err := time.ParseDuration(text); err == nil {
				a.times = append(a.times, d)
			} else {
				s.Fatalf("%q is no number and no time", word)
			}
		}
		f, known := stepFuncs[words[0]]
		if !known {
			s.Fatalf("%q is no step", words[0])
		}
		f(s, a)
	}
}

// stepArgs are the words after what is done.
type stepArgs struct {
	numbers []int
	times   []time.Duration
	unnamed bool // the service has not named the time, which has a ~ before it
}

// number returns a number, or something else if there are not so many.
func (a stepArgs) number(i, or int) int {
	if i < len(a.numbers) {
		return a.numbers[i]
	}
	return or
}

func (a stepArgs) time(i int, or time.Duration) time.Duration {
	if i < len(a.times) {
		return a.times[i]
	}
	return or
}

// stepFuncs is filled here because some steps are made of others.
var stepFuncs map[string]func(*steps, stepArgs)

func init() {
	stepFuncs = map[string]func(*steps, stepArgs){
		// "send 9 2" tries to send nine requests, of which two are admitted; "send 2" sends two.
		"send": func(s *steps, a stepArgs) { s.send(a.number(0, 1), a.number(1, a.number(0, 1))) },
		// "accept 0 1" has requests accepted, "refuse 2 5s" has one refused with a time, and "release 0"
		// ends one that teaches nothing.
		"accept":  func(s *steps, a stepArgs) { s.each(a, s.th.accept) },
		"release": func(s *steps, a stepArgs) { s.each(a, s.th.release) },
		"refuse": func(s *steps, a stepArgs) {
			s.each(a, func(p permit, now time.Time) { s.th.refuse(p, now, a.time(0, 0), len(a.times) > 0 && !a.unnamed) })
		},
		"after": func(s *steps, a stepArgs) { s.now += a.times[0] },

		// "succeed" sends a request that is accepted at once, and "fail 1s" one that is refused at once.
		// "pause 1s" waits for so long after that. "warm 5" sends five requests, one after another, each of
		// which is accepted after 50 ms. "grows 2s 3s" does so until the window has grown, in that time.
		"succeed": func(s *steps, _ stepArgs) { s.run("send, accept -1") },
		"fail": func(s *steps, a stepArgs) {
			s.run("send")
			a.numbers = []int{-1}
			stepFuncs["refuse"](s, a)
		},
		"pause": func(s *steps, a stepArgs) {
			stepFuncs["fail"](s, a)
			s.now += a.times[0]
		},
		"warm": func(s *steps, a stepArgs) { s.run(times(a.numbers[0], "send, after 50ms, accept -1")) },
		"grows": func(s *steps, a stepArgs) {
			began, size := s.now, s.th.window.size
			for s.th.window.size == size {
				s.run("warm 1")
			}
			s.between("the window grew after", s.now-began, a.times[0], a.times[1])
		},

		// What is known is changed: how many may be in flight, whether the next refusal lowers the
		// ceiling, and the pace.
		"open":  func(s *steps, a stepArgs) { s.th.most, s.th.window.size = a.numbers[0], a.numbers[0] },
		"doubt": func(s *steps, _ stepArgs) { s.th.window.doubted = true },
		"pace":  func(s *steps, a stepArgs) { s.th.pace.interval, s.th.pace.next = a.times[0], s.clock() },

		// What is to be: how many may be in flight; one request in so long, within a hundredth or a second
		// time; a pace or none; and how long the next request has to wait, within a second time.
		// "cooldown 1s" wants a wait of three quarters of it at least, and lets the whole pass.
		"window": func(s *steps, a stepArgs) {
			if got := s.th.window.size; got != a.numbers[0] {
				s.Fatalf("at %v: the window is %d, want %d", s.now, got, a.numbers[0])
			}
		},
		"interval": func(s *steps, a stepArgs) {
			want, within := a.times[0], a.time(1, a.times[0]/100)
			s.between("one request in", s.th.pace.interval, want-within, want+within)
		},
		"learned":   func(s *steps, _ stepArgs) { s.between("one request in", s.th.pace.interval, 1, forever) },
		"unlearned": func(s *steps, _ stepArgs) { s.between("one request in", s.th.pace.interval, 0, 0) },
		"wait":      func(s *steps, a stepArgs) { s.wait(a.times[0]-a.time(1, 0), a.times[0]+a.time(1, 0)) },
		"blocked":   func(s *steps, _ stepArgs) { s.wait(untilReturn, untilReturn) },
		"cooldown": func(s *steps, a stepArgs) {
			s.wait(a.times[0]*3/4, a.times[0])
			s.now += a.times[0]
		},
	}
}

// send sends as many requests as the throttle admits, up to n, and wants so many.
func (s *steps) send(n, want int) {
	s.Helper()
	got := 0
	for ; got < n; got++ {
		p, wait := s.th.admit(s.clock())
		if wait > 0 {
			break
		}
		s.sent = append(s.sent, p)
	}
	if got != want {
		s.Fatalf("at %v: %d of %d requests were admitted, want %d", s.now, got, n, want)
	}
}

// each ends the requests with these numbers.
func (s *steps) each(a stepArgs, end func(permit, time.Time)) {
	for _, i := range a.numbers {
		if i < 0 {
			i += len(s.sent)
		}
		end(s.sent[i], s.clock())
	}
}

// wait wants the next request to have to wait so long.
func (s *steps) wait(least, most time.Duration) {
	s.Helper()
	p, got := s.th.admit(s.clock())
	if got == 0 {
		s.th.release(p, s.clock())
	}
	s.between("a request must wait", got, least, most)
}

func (s *steps) between(what string, got, least, most time.Duration) {
	s.Helper()
	if got < least || got > most {
		s.Fatalf("at %v: %s %v, want %v to %v", s.now, what, got, least, most)
	}
}
