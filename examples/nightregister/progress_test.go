// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
)

func TestProgressLines(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := newProgress(&out)
	for covered := 1; covered <= 100; covered++ {
		p.update(reservations.PresenceProgress{Covered: covered, Total: 400, Walk: 1})
	}
	p.attempt(t.Context(), reservations.Attempt{StatusCode: 429, WillRetry: true, RetryIn: 1500 * time.Millisecond})
	p.attempt(t.Context(), reservations.Attempt{StatusCode: 200, Err: fmt.Errorf("get: %w", errors.New("broke off")), WillRetry: true, RetryIn: time.Second})
	p.attempt(t.Context(), reservations.Attempt{Err: fmt.Errorf("get: %w", context.DeadlineExceeded), WillRetry: true, RetryIn: 384 * time.Millisecond})
	p.attempt(t.Context(), reservations.Attempt{StatusCode: 200})
	p.update(reservations.PresenceProgress{Covered: 400, Total: 400, Walk: 1})
	p.update(reservations.PresenceProgress{Covered: 39, Total: 390, Walk: 2})
	p.update(reservations.PresenceProgress{Walk: 3})
	p.end(true)
	want := `Reading the register
  40 of 400 reservations
  80 of 400 reservations
  429 Too Many Requests: retry in 1.5s
  broke off: retry in 1s
  no response in time: retry in 400ms
  400 of 400 reservations
Reading it again, because guests come and go meanwhile: it is written when two readings in a row agree
  39 of 390 reservations
Reading it again, because guests come and go meanwhile: it is written when two readings in a row agree
Two readings agree: the register is complete

`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

func TestProgressBar(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := newProgress(&out)
	p.terminal = true
	p.update(reservations.PresenceProgress{Covered: 10, Total: 20, Walk: 1})
	p.attempt(t.Context(), reservations.Attempt{StatusCode: 429, WillRetry: true, RetryIn: time.Second})
	p.update(reservations.PresenceProgress{Covered: 20, Total: 20, Walk: 1})
	p.update(reservations.PresenceProgress{Covered: 5, Total: 50, Walk: 2}) // the data moved
	p.end(false)
	p.end(false) // a second end has nothing to do
	got := out.String()
	for _, want := range []string{"50% ", "(10/20)", "100% ", "(20/20)", "Reading it again", "10% ", "(5/50)"} {
		before, rest, found := strings.Cut(got, want)
		if !found {
			t.Fatalf("the terminal does not show %q after %q", want, before)
		}
		got = rest
	}
	if !strings.HasSuffix(got, "\n") || strings.HasSuffix(got, "\n\n") {
		t.Errorf("the bar does not end with one line break: %q", got)
	}
	if !strings.Contains(out.String(), "429 Too Many Requests: retry in 1s\n") {
		t.Errorf("the wait has no line of its own: %q", out.String())
	}
}

func TestProgressBarOfNothing(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := newProgress(&out)
	p.terminal = true
	p.update(reservations.PresenceProgress{Walk: 1}) // a bar of length 0 could not be drawn
	p.end(false)
	if diff := cmp.Diff("Reading the register\n", out.String()); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}
