// SPDX-License-Identifier: MIT

package throttle

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	sec = time.Second
	ms  = time.Millisecond
	us  = time.Microsecond

	forever = 100 * 365 * 24 * time.Hour
)

// stepsTest drives a throttle by hand. Its steps are words with a comma after each: what is done,
// the numbers of requests in the order in which they were sent, from the end if they are negative,
// and a time, with a ~ before it where the service has not named it. The function step has all of them.
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
	th    *gate
	start time.Time
	now   time.Duration
	sent  []permit
}

// newSteps has a first cool-down of 100 ms and a longest of 8 s.
func newSteps(t *testing.T, most int) *steps {
	return &steps{T: t, th: newGate(most, 100*ms, 8*sec), start: time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)}
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
		var numbers []int
		var times [2]time.Duration
		given, named := 0, true
		for _, word := range words[1:] {
			if n, err := strconv.Atoi(word); err == nil {
				numbers = append(numbers, n)
				continue
			}
			text, unnamed := strings.CutPrefix(word, "~")
			d, err := time.ParseDuration(text)
			if err != nil {
				s.Fatalf("%q is no number and no time", word)
			}
			times[given], named = d, !unnamed
			given++
		}
		s.step(words[0], numbers, times[0], times[1], named && given > 0)
	}
}

func (s *steps) step(word string, numbers []int, d, within time.Duration, named bool) {
	s.Helper()
	switch word {
	// "send 9 2" tries to send nine requests, of which two are admitted; "send" sends one. "accept 0 1" has
	// requests accepted, "refuse 2 5s" has one refused with a time, and "release 0" ends one that teaches nothing.
	case "send":
		s.send(append(numbers, 1)[0], append(numbers, 1)[max(0, len(numbers)-1)])
	case "accept":
		s.each(numbers, s.th.accept)
	case "release":
		s.each(numbers, s.th.release)
	case "refuse":
		s.each(numbers, func(p permit, now time.Time) { s.th.refuse(p, now, Refusal{After: d, Named: named}) })
	case "after":
		s.now += d
	// "succeed" sends a request that is accepted at once, and "fail 1s" one that is refused at once. "pause 1s"
	// waits for so long after that. "warm 5" sends five, one after another, each of which is accepted after 50 ms.
	case "succeed":
		s.run("send, accept -1")
	case "fail", "pause":
		s.send(1, 1)
		s.step("refuse", []int{-1}, d, 0, named)
		if word == "pause" {
			s.now += d
		}
	case "warm":
		s.run(times(numbers[0], "send, after 50ms, accept -1"))
	// What is known is changed: how many may be in flight, whether the next refusal lowers the ceiling, and the pace.
	case "open":
		s.th.maxInFlight, s.th.window.size = numbers[0], numbers[0]
	case "doubt":
		s.th.window.firstLimitIgnored = true
	case "forget":
		s.th.pace = pace{}
	default:
		s.want(word, numbers, d, within)
	}
}

// want compares what the throttle knows.
func (s *steps) want(word string, numbers []int, d, within time.Duration) {
	s.Helper()
	switch interval := s.th.pace.interval; word {
	case "window": // how many may be in flight
		if got := s.th.window.size; got != numbers[0] {
			s.Fatalf("at %v: the window is %d, want %d", s.now, got, numbers[0])
		}
	case "interval": // one request in so long, within a hundredth or a second time
		s.between("one request in", interval, d-max(within, d/100), d+max(within, d/100))
	case "learned":
		s.between("one request in", interval, 1, forever)
	case "unlearned":
		s.between("one request in", interval, 0, 0)
	case "wait": // how long the next request has to wait, within a second time
		s.wait(d-within, d+within)
	case "blocked":
		s.wait(untilReturn, untilReturn)
	case "cooldown": // three quarters of it at least; then the whole passes
		s.wait(d*3/4, d)
		s.now += d
	default:
		s.Fatalf("%q is no step", word)
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
func (s *steps) each(numbers []int, end func(permit, time.Time)) {
	for _, i := range numbers {
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
